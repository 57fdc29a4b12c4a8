import type { APIGatewayProxyWebsocketEventV2, Context } from "aws-lambda";
import { ClientMessage } from "#shared/model/socket.ts";
import { findUser } from "../../areas/users/find-user.ts";
import { findTokenSession } from "../../platform/runtime/actor.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { findViewerAddress } from "../../platform/runtime/request.ts";
import { type OpenedServices, openServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { assignConnection, createConnection, deleteConnection } from "./connections.ts";
import { openDeadlines } from "./open-deadlines.ts";
import { openSockets } from "./open-sockets.ts";

const serviceFactories = { table: openTable, sockets: openSockets, socketDeadlines: openDeadlines };

export type SocketServices = OpenedServices<typeof serviceFactories> & BaseServices;

/** Only `$connect` comes with headers. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly requestContext: { readonly identity: { readonly sourceIp: string } };
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

let services: SocketServices | undefined;

/** The function behind the WebSocket API. */
export async function handler(event: SocketEvent, context: Context) {
  services ??= openServices("sockets", serviceFactories, process.env);
  services.log.addContext(context);
  return serveSocket(event, services);
}

/** Stores connections and their users. Failures are thrown, so that API Gateway refuses the connection or reports an error. */
export async function serveSocket(event: SocketEvent, services: SocketServices): Promise<{ statusCode: number }> {
  const { routeKey, connectionId } = event.requestContext;
  if (routeKey === "$connect") return connect(event, services);
  if (routeKey === "$disconnect") await deleteConnection(services.table, connectionId);
  else await handleMessage(event, services);
  return { statusCode: 200 };
}

/**
 * Accepts anonymous connections for a short time, with a limit per IP address: the token comes in a message, because URLs are
 * logged.
 */
async function connect({ headers = {}, requestContext }: SocketEvent, services: SocketServices) {
  const { table, socketDeadlines, siteOrigin, now, fromEdge } = services;
  if (fromEdge && !(await fromEdge(headers))) return { statusCode: 403 };
  const header = (wanted: string) => Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const origin = header("origin");
  if (origin !== undefined && origin !== siteOrigin) return { statusCode: 403 };
  const sourceIp = findViewerAddress(header("x-forwarded-for"), requestContext.identity.sourceIp);
  if (!(await createConnection(table, requestContext.connectionId, sourceIp, now()))) return { statusCode: 429 };
  await socketDeadlines.set(requestContext.connectionId);
  return { statusCode: 200 };
}

/** Messages outside the contract are ignored: they may come from a newer site or any other client. */
async function handleMessage({ body, isBase64Encoded, requestContext }: SocketEvent, services: SocketServices) {
  const { connectionId } = requestContext;
  const message = ClientMessage.safeParse(isBase64Encoded ? undefined : parseJson(body)).data;
  if (message?.event === "authenticateUser") await authenticate(connectionId, message.data.token, services);
  if (message?.event === "disconnectUser") {
    await deleteConnection(services.table, connectionId);
    await services.sockets.close(connectionId);
  }
}

async function authenticate(connectionId: string, token: string, services: SocketServices) {
  const { table, sockets } = services;
  const holder = await findTokenSession(token, services);
  if (!holder) {
    await sockets.post(connectionId, { event: "expiredToken" });
    return;
  }
  const assigned = await assignConnection(table, connectionId, holder, services.now());
  if (assigned === "too many") {
    await deleteConnection(table, connectionId);
    await sockets.close(connectionId);
  }
  if (assigned !== "assigned") return;
  const user = await findUser(table, holder.userId);
  const outcome = await sockets.post(connectionId, { event: "authenticatedUser", data: { count: user?.unread ?? 0 } });
  if (outcome === "gone") await deleteConnection(table, connectionId);
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
