import { type Access, getErrorType, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import { BodyTooLarge, readBody } from "#local/services/http-server.ts";
import { routeArn } from "#local/template/names.ts";
import type { Sockets } from "./sockets.ts";

const CONNECTION = /^\/([a-z0-9]+)\/([^/]+)\/@connections\/([^/]+)$/;
const NORMAL_CLOSURE = 1000;

/**
 * API Gateway's @connections API: POST sends, GET describes, DELETE closes; a closed connection is a 410.
 * Requests must be signed, so that no page of another site can make them.
 */
export function createConnectionsEndpoint(sockets: () => Sockets, access: Access = UNRESTRICTED): ServiceHandler {
  return async (request, response) => {
    const [, apiId, stage, id] = CONNECTION.exec((request.url ?? "").split("?")[0] ?? "") ?? [];
    if (!apiId || !stage || !id) return false;
    const answer = (status: number, body?: object, errorType?: string) => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(errorType && { "x-amzn-errortype": errorType }),
      });
      response.end(body && JSON.stringify(body));
      return true;
    };
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
      return answer(403, { message: "Missing Authentication Token" }, "MissingAuthenticationTokenException");
    }
    const resource = routeArn(apiId, decodeURIComponent(stage), `${request.method}/@connections/${id}`);
    const refusal = access.findRefusal(parseSigner(request.headers), [
      { action: "execute-api:ManageConnections", resource },
    ]);
    if (refusal) return answer(403, { message: refusal.message }, getErrorType(refusal));
    const connection = sockets().find(apiId, decodeURIComponent(stage), decodeURIComponent(id));
    if (!connection) return answer(410, { message: "The connection is gone" }, "GoneException");
    const { socket, connectedAt, lastActiveAt, sourceIp, userAgent } = connection;
    switch (request.method) {
      case "POST":
        try {
          socket.send((await readBody(request, AWS_QUOTAS.socketMessage.max)).toString("utf8"));
        } catch (error) {
          if (!(error instanceof BodyTooLarge)) throw error;
          return answer(413, { message: error.message }, "PayloadTooLargeException");
        }
        connection.lastActiveAt = Date.now();
        return answer(200);
      case "GET":
        return answer(200, {
          connectedAt: new Date(connectedAt).toISOString(),
          lastActiveAt: new Date(lastActiveAt).toISOString(),
          identity: { sourceIp, userAgent },
        });
      case "DELETE":
        socket.close(NORMAL_CLOSURE);
        return answer(204);
      default:
        return answer(405, { message: "Method Not Allowed" });
    }
  };
}
