import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { type Access, errorTypeOf, signerOf, UNRESTRICTED } from "#local/access/access.ts";
import { secretArn, secretOfArn } from "#local/template/names.ts";
import { openDatabase } from "./database.ts";
import { BodyTooLarge, listen, readBody } from "./http-server.ts";

const TARGET = "secretsmanager.GetSecretValue";
const MAX_BYTES = 64 * 1024;
const SCHEMA =
  "CREATE TABLE IF NOT EXISTS secrets (id TEXT PRIMARY KEY, value TEXT NOT NULL, created INTEGER NOT NULL)";

const GetSecretValue = z.object({ SecretId: z.string() });

export type SecretOptions = { dir?: string; port?: number; access?: Access };

/** A secret is named by its name or by its ARN. */
export type SecretService = {
  url: string;
  /** Creates the secret with a generated value of that length, unless it exists. */
  ensure(id: string, length: number): void;
  /** Replaces the secret's value. */
  put(id: string, value: string): void;
  stop(): Promise<void>;
};

/** A stand-in for Secrets Manager's GetSecretValue; secrets are kept in `dir` or in memory. */
export async function startSecrets({ dir, port, access = UNRESTRICTED }: SecretOptions = {}): Promise<SecretService> {
  const database = openDatabase(dir, "secrets", SCHEMA);
  const insert = database.prepare("INSERT OR IGNORE INTO secrets (id, value, created) VALUES (?, ?, ?)");
  const replace = database.prepare("INSERT OR REPLACE INTO secrets (id, value, created) VALUES (?, ?, ?)");
  const select = database.prepare("SELECT value, created FROM secrets WHERE id = ?");
  const find = (id: string) => select.get(secretOfArn(id)) as Stored | undefined;
  const server = await listen((request, response) => answer(request, response, find, access), port);
  return {
    url: server.url,
    ensure: (id, length) =>
      void insert.run(secretOfArn(id), randomBytes(length).toString("hex").slice(0, length), Date.now()),
    put: (id, value) => void replace.run(secretOfArn(id), value, Date.now()),
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  find: (id: string) => Stored | undefined,
  access: Access,
): Promise<void> {
  if (request.headers["x-amz-target"] !== TARGET) {
    return refuse(response, "UnknownOperationException", "The laptop's secrets only answer GetSecretValue");
  }
  if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
    return refuse(response, "MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  const id = await requestedSecretId(request);
  if (id === undefined) return refuse(response, "InvalidRequestException", "The request names no secret");
  const resource = secretArn(secretOfArn(id));
  const refusal = access.refusalOf(signerOf(request.headers), [{ action: "secretsmanager:GetSecretValue", resource }]);
  if (refusal) return refuse(response, errorTypeOf(refusal), refusal.message);
  const secret = find(id);
  if (!secret) {
    return refuse(response, "ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
  }
  const VersionId = createHash("md5").update(secret.value).digest("hex");
  const CreatedDate = secret.created / 1000;
  send(response, 200, { ARN: resource, Name: secretOfArn(id), SecretString: secret.value, VersionId, CreatedDate });
}

async function requestedSecretId(request: IncomingMessage): Promise<string | undefined> {
  try {
    return GetSecretValue.parse(JSON.parse((await readBody(request, MAX_BYTES)).toString())).SecretId;
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
