import { Agent, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { pipeline } from "node:stream/promises";
import { type Access, getErrorType, parseSigner } from "#local/access/access.ts";
import { toAuthorizationRequests } from "./dynamodb-authorizations.ts";
import { BodyTooLarge, type HttpServer, listen, readBody } from "./http-server.ts";

/** DynamoDB's limit for a request. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const TARGET = /^DynamoDB_20120810\.(\w+)$/;

const getOperation = (headers: IncomingHttpHeaders) => TARGET.exec(String(headers["x-amz-target"] ?? ""))?.[1] ?? "";

interface ProxyOptions {
  /** DynamoDB Local's address. */
  upstream: string;
  access: Access;
  port?: number;
  log(text: string): void;
}

export interface DynamoDbProxy extends HttpServer {
  /** When a request that may write was last passed on or answered, as `performance.now()`. */
  lastWriteAt(): number;
}

/** The operations that only read. */
const READ = /^(BatchGetItem|Describe\w+|GetItem|List\w+|Query|Scan|TransactGetItems)$/;

/** A proxy for DynamoDB Local, which has no permissions: authorizes each request and forwards allowed ones. */
export async function startDynamoDbProxy(options: ProxyOptions): Promise<DynamoDbProxy> {
  const { upstream, access, port, log } = options;
  const agent = new Agent({ keepAlive: true });
  let lastWriteAt = performance.now();
  const refuse = (response: ServerResponse, type: string, message: string) =>
    response
      .writeHead(400, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify({ __type: `com.amazon.coral.service#${type}`, Message: message, message }));

  function findRefusal({ headers }: IncomingMessage, body: Buffer): { type: string; message: string } | undefined {
    const target = String(headers["x-amz-target"] ?? "");
    const operation = getOperation(headers);
    const signer = parseSigner(headers);
    if (access.isUnrestricted(signer)) return undefined;
    const authorizations = toAuthorizationRequests(operation, JSON.parse(body.toString("utf8")));
    const refusal = access.findRefusal(signer, authorizations ?? []);
    if (refusal) return { type: getErrorType(refusal), message: refusal.message };
    if (authorizations) return undefined;
    const message = `The laptop has no permission rules for ${target || "a request without a target"}`;
    log(message);
    return { type: "UnknownOperationException", message };
  }

  const server = await listen(async (request, response) => {
    try {
      const body = await readBody(request, MAX_REQUEST_BYTES);
      const refusal = findRefusal(request, body);
      if (refusal) refuse(response, refusal.type, refusal.message);
      else await forward(request, body, response);
    } catch (error) {
      if (!(error instanceof BodyTooLarge || error instanceof SyntaxError)) throw error;
      refuse(response, "SerializationException", error.message);
    }
  }, port);

  async function forward({ method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    const note = () => {
      if (!READ.test(getOperation(headers))) lastWriteAt = performance.now();
    };
    note();
    await new Promise<void>((resolve, reject) => {
      const outgoing = send(new URL(url ?? "/", upstream), { method, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        // Propagates aborts: a function would wait forever for the rest of a response.
        pipeline(answer, response).then(resolve, reject);
      });
      outgoing.once("error", reject).end(body);
    }).finally(note);
  }

  return {
    url: server.url,
    lastWriteAt: () => lastWriteAt,
    stop: async () => {
      await server.stop();
      agent.destroy();
    },
  };
}
