import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Access, getErrorType, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import { BodyTooLarge, listen, readBody } from "#local/services/http-server.ts";
import { functionArn, functionOfArn } from "#local/template/names.ts";
import type { Functions } from "./functions.ts";

const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Handles a request of another AWS service; false passes it to the next handler. */
export type ServiceHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

interface Dependencies {
  functions: () => Pick<Functions, "has" | "invoke">;
  /** Persists an asynchronous invocation. */
  enqueue(functionName: string, event: unknown, requestId: string): void;
  log(text: string): void;
  access?: Access;
  /** Services that share this port. */
  otherServices?: readonly ServiceHandler[];
}

/**
 * Lambda's Invoke operation. Calls to services without a stand-in arrive here too, and get a 501 instead of reaching AWS.
 */
export function startInvokeEndpoint(
  { functions, enqueue, log, access = UNRESTRICTED, otherServices = [] }: Dependencies,
  port = 0,
) {
  return listen(async (request, response) => {
    for (const handled of otherServices) if (await handled(request, response)) return;
    const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    const refuse = (status: number, type: string, text: string) =>
      answer(status, JSON.stringify({ Type: "User", Message: text, message: text }), { "x-amzn-errortype": type });

    const [path = "", query] = (request.url ?? "").split("?");
    const name = functionOfArn(decodeURIComponent(INVOKE.exec(path)?.[1] ?? ""));
    if (request.method !== "POST" || !name) {
      const target = String(request.headers["x-amz-target"] ?? `${request.method} ${path}${query ? `?${query}` : ""}`);
      log(`The laptop has no stand-in for ${target}`);
      return void refuse(501, "NotImplemented", `The laptop has no stand-in for ${target}`);
    }
    const requestId = randomUUID();
    const kind = request.headers["x-amz-invocation-type"] ?? "RequestResponse";
    const { max } = kind === "Event" ? AWS_QUOTAS.lambdaAsynchronousEvent : AWS_QUOTAS.lambdaPayload;
    const ids = { "x-amzn-requestid": requestId, "x-amz-executed-version": "$LATEST" };
    const authorization = { action: "lambda:InvokeFunction", resource: functionArn(name) };
    const refusal = access.findRefusal(parseSigner(request.headers), [authorization]);
    if (refusal) return void refuse(403, getErrorType(refusal), refusal.message);
    if (!functions().has(name)) return void refuse(404, "ResourceNotFoundException", `Function not found: ${name}`);

    let event: unknown;
    try {
      const body = await readBody(request, max);
      event = body.length ? JSON.parse(body.toString("utf8")) : {};
    } catch (error) {
      if (error instanceof BodyTooLarge) return void refuse(413, "RequestTooLargeException", error.message);
      return void refuse(400, "InvalidRequestContentException", "Could not parse request body into json");
    }
    if (kind === "DryRun") return void answer(204, "", ids);
    if (kind === "Event") {
      enqueue(name, event, requestId);
      return void answer(202, "", ids);
    }
    const result = await functions().invoke(name, event, { requestId });
    if (!("error" in result)) return void answer(200, result.payload, ids);
    answer(200, JSON.stringify(result.error), { ...ids, "x-amz-function-error": "Unhandled" });
  }, port);
}
