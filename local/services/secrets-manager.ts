import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { type Access, getErrorType, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import { secretArn, secretOfArn } from "#local/template/names.ts";
import type { SecretSpec } from "#local/template/secrets.ts";
import { openDatabase } from "./database.ts";
import { BodyTooLarge, listen, readBody } from "./http-server.ts";

const OPERATIONS = ["GetSecretValue", "PutSecretValue", "ListSecrets"] as const;
const MAX_BYTES = 64 * 1024;
const SCHEMA =
  "CREATE TABLE IF NOT EXISTS secrets (id TEXT PRIMARY KEY, value TEXT NOT NULL, created INTEGER NOT NULL)";

const Input = z.object({ SecretId: z.string(), SecretString: z.optional(z.string()) });

export type SecretOptions = { dir?: string; port?: number; access?: Access };

/** A secret is named by its name or by its ARN. */
export type SecretService = {
  url: string;
  /** Creates the secret with a generated value of that length, alone or within a JSON object, unless it exists. */
  ensure(id: string, length: number, within?: SecretSpec["within"]): void;
  /** Replaces the secret's value. */
  put(id: string, value: string): void;
  /** A text with CloudFormation's dynamic references (`{{resolve:secretsmanager:…}}`) replaced. Throws for an unknown secret. */
  resolve(text: string): string;
  stop(): Promise<void>;
};

/** Of an ARN or name, and the key of a JSON object. */
const REFERENCE = /\{\{resolve:secretsmanager:(.+?):SecretString:(\w*):?\w*:?\w*\}\}/g;

function generate(length: number, within: SecretSpec["within"]) {
  const text = randomBytes(length).toString("hex").slice(0, length);
  return within ? JSON.stringify({ ...JSON.parse(within.template), [within.key]: text }) : text;
}

/** A stand-in for Secrets Manager's GetSecretValue, PutSecretValue and ListSecrets; secrets are kept in `dir` or in memory. */
export async function startSecrets({ dir, port, access = UNRESTRICTED }: SecretOptions = {}): Promise<SecretService> {
  const database = openDatabase(dir, "secrets", SCHEMA);
  const insert = database.prepare("INSERT OR IGNORE INTO secrets (id, value, created) VALUES (?, ?, ?)");
  const replace = database.prepare("INSERT OR REPLACE INTO secrets (id, value, created) VALUES (?, ?, ?)");
  const select = database.prepare("SELECT value, created FROM secrets WHERE id = ?");
  const selectIds = database.prepare("SELECT id FROM secrets ORDER BY id");
  const find = (id: string) => select.get(secretOfArn(id)) as Stored | undefined;
  const list = () => selectIds.all().map(({ id }) => String(id));
  const put = (id: string, value: string) => void replace.run(secretOfArn(id), value, Date.now());
  const server = await listen((request, response) => answer(request, response, { find, put, list }, access), port);
  return {
    url: server.url,
    ensure: (id, length, within) => void insert.run(secretOfArn(id), generate(length, within), Date.now()),
    put,
    resolve: (text) =>
      text.replaceAll(REFERENCE, (_reference, id: string, key: string) => {
        const secret = find(id);
        if (!secret) throw new Error(`Secrets Manager can't find the specified secret ${id}.`);
        return key ? String(JSON.parse(secret.value)[key]) : secret.value;
      }),
    stop: async () => {
      await server.stop();
      database.close();
    },
  };
}

interface Stored {
  value: string;
  created: number;
}

interface Store {
  /** Names of all secrets. */
  list(): string[];
  find(id: string): Stored | undefined;
  put(id: string, value: string): void;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { find, put, list }: Store,
  access: Access,
): Promise<void> {
  const operation = OPERATIONS.find((name) => request.headers["x-amz-target"] === `secretsmanager.${name}`);
  if (!operation) {
    const supported = OPERATIONS.join(" and ");
    return refuse(response, "UnknownOperationException", `The laptop's secrets only answer ${supported}`);
  }
  if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
    return refuse(response, "MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  if (operation === "ListSecrets") {
    const refusal = access.findRefusal(parseSigner(request.headers), [
      { action: `secretsmanager:${operation}`, resource: "*" },
    ]);
    if (refusal) return refuse(response, getErrorType(refusal), refusal.message);
    return send(response, 200, { SecretList: list().map((Name) => ({ ARN: secretArn(Name), Name })) });
  }
  const input = await readInput(request);
  if (!input) return refuse(response, "InvalidRequestException", "The request names no secret");
  const { SecretId: id, SecretString } = input;
  const resource = secretArn(secretOfArn(id));
  const refusal = access.findRefusal(parseSigner(request.headers), [
    { action: `secretsmanager:${operation}`, resource },
  ]);
  if (refusal) return refuse(response, getErrorType(refusal), refusal.message);
  if (find(id) && operation === "PutSecretValue") put(id, SecretString ?? "");
  const secret = find(id);
  if (!secret) {
    return refuse(response, "ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
  }
  const VersionId = createHash("md5").update(secret.value).digest("hex");
  const named = { ARN: resource, Name: secretOfArn(id), VersionId };
  if (operation === "PutSecretValue") return send(response, 200, named);
  send(response, 200, { ...named, SecretString: secret.value, CreatedDate: secret.created / 1000 });
}

async function readInput(request: IncomingMessage) {
  try {
    return Input.parse(JSON.parse((await readBody(request, MAX_BYTES)).toString()));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError || error instanceof BodyTooLarge) return;
    throw error;
  }
}

function refuse(response: ServerResponse, type: string, message: string): void {
  response.setHeader("x-amzn-errortype", type);
  send(response, 400, { __type: type, message });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
}
