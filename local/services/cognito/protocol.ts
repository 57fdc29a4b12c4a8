import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod/mini";
import { getErrorType, parseSigner } from "#local/access/access.ts";
import { poolArn } from "#local/template/names.ts";
import { BodyTooLarge, readBody } from "../http-server.ts";
import * as attributes from "./attributes.ts";
import * as passwords from "./change-password.ts";
import { CognitoError } from "./errors.ts";
import * as manageUsers from "./manage-users.ts";
import type { Operation, Service } from "./operation.ts";
import * as signIn from "./sign-in.ts";
import * as signUp from "./sign-up.ts";
import * as unsupported from "./unsupported.ts";

const TARGET = "AWSCognitoIdentityProviderService.";
/** The resource of every administrator's operation. */
const OfPool = z.object({ UserPoolId: z.optional(z.string()) });

const MAX_BYTES = 256 * 1024;
const JWKS = /^\/([^/]+)\/\.well-known\/jwks\.json$/;
const CONFIGURATION = /^\/([^/]+)\/\.well-known\/openid-configuration$/;

const operations: ReadonlyMap<string, Operation> = new Map(
  [signUp, signIn, passwords, attributes, manageUsers, unsupported].flatMap((module) =>
    Object.entries(module).filter(isOperation),
  ),
);

function isOperation(entry: [string, unknown]): entry is [string, Operation] {
  return typeof entry[1] === "object" && entry[1] !== null && "run" in entry[1];
}

/** Serves a pool's JWKS and OpenID configuration on GET, and the AWS JSON 1.1 protocol otherwise. */
export async function answer(request: IncomingMessage, response: ServerResponse, service: Service, url: string) {
  const path = request.url?.split("?")[0] ?? "/";
  if (request.method === "GET") return answerDocument(path, response, service, url);
  try {
    send(response, 200, await run(request, service));
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return refuse(response, new CognitoError("SerializationException", error.message));
    if (error instanceof CognitoError) return refuse(response, error);
    console.error(error);
    send(response, 500, { __type: "InternalErrorException", message: "The Cognito stand-in failed" });
  }
}

async function run(request: IncomingMessage, service: Service): Promise<object> {
  const target = String(request.headers["x-amz-target"] ?? "");
  const name = target.startsWith(TARGET) ? target.slice(TARGET.length) : "";
  const operation = operations.get(name);
  if (!operation) {
    throw new CognitoError(
      "UnknownOperationException",
      `The Cognito stand-in has no operation ${name || "in this request"}`,
    );
  }
  if (operation.requiresSignature && !request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
    throw new CognitoError("MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  const input = parseJson(await readBody(request, MAX_BYTES));
  if (operation.requiresSignature) {
    const { UserPoolId = "" } = z.safeParse(OfPool, input).data ?? {};
    const authorization = { action: `cognito-idp:${name}`, resource: poolArn(UserPoolId) };
    const refusal = service.access.findRefusal(parseSigner(request.headers), [authorization]);
    if (refusal) throw new CognitoError(getErrorType(refusal), refusal.message);
  }
  return operation.run(input, service);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new CognitoError("SerializationException", "The request's body isn't JSON");
  }
}

function answerDocument(path: string, response: ServerResponse, { pools }: Service, url: string): void {
  const poolId = (JWKS.exec(path) ?? CONFIGURATION.exec(path))?.[1];
  const pool = poolId === undefined ? undefined : pools.find(poolId);
  if (!pool) send(response, 404, { message: "Not found" });
  else if (JWKS.test(path)) send(response, 200, { keys: [pool.publicJwk] });
  else send(response, 200, buildConfiguration(`${url}/${pool.poolId}`));
}

function buildConfiguration(issuer: string): object {
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ["RS256"],
    response_types_supported: ["code", "token"],
    subject_types_supported: ["public"],
  };
}

function refuse(response: ServerResponse, { type, message }: CognitoError): void {
  response.setHeader("x-amzn-errortype", type);
  send(response, 400, { __type: type, message });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
}
