import { randomUUID } from "node:crypto";
import type { EdgeRequest } from "#local/gateway/message.ts";

/** A connection's data in API Gateway's events. */
export interface ConnectionInfo {
  id: string;
  apiId: string;
  stage: string;
  /** Epoch ms. */
  connectedAt: number;
  lastActiveAt: number;
  sourceIp: string;
  userAgent: string;
  domainName: string;
}

type EventType = "CONNECT" | "MESSAGE" | "DISCONNECT";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** API Gateway's own format, e.g. `21/Nov/2026:04:17:00 +0000`. */
const requestTime = (at: Date) => {
  const [year, month, day] = at.toISOString().slice(0, 10).split("-");
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${at.toISOString().slice(11, 19)} +0000`;
};

/** WebSocket APIs pass header names in their original case, unlike HTTP APIs. */
const originalCase = (name: string) =>
  name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()).replace("Websocket", "WebSocket");

function requestContext(connection: ConnectionInfo, eventType: EventType, routeKey: string) {
  const now = new Date();
  const requestId = randomUUID();
  return {
    routeKey,
    eventType,
    requestId,
    extendedRequestId: requestId,
    requestTime: requestTime(now),
    requestTimeEpoch: now.getTime(),
    messageDirection: "IN",
    stage: connection.stage,
    connectedAt: connection.connectedAt,
    connectionId: connection.id,
    domainName: connection.domainName,
    apiId: connection.apiId,
    identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
  };
}

/** The `$connect` event, the only one with the handshake's headers and query. */
export function connectEvent(connection: ConnectionInfo, request: EdgeRequest) {
  const headers = Object.entries(request.headers).map(([name, value]) => [originalCase(name), value] as const);
  const query = new URLSearchParams(request.query);
  const names = [...new Set(query.keys())];
  return {
    headers: Object.fromEntries(headers),
    multiValueHeaders: Object.fromEntries(headers.map(([name, value]) => [name, [value]])),
    ...(names.length && {
      queryStringParameters: Object.fromEntries(names.map((name) => [name, query.getAll(name).at(-1)])),
      multiValueQueryStringParameters: Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
    }),
    requestContext: requestContext(connection, "CONNECT", "$connect"),
    isBase64Encoded: false,
  };
}

export const messageEvent = (connection: ConnectionInfo, routeKey: string, data: Buffer, isBinary: boolean) => ({
  requestContext: { ...requestContext(connection, "MESSAGE", routeKey), messageId: randomUUID() },
  body: data.toString(isBinary ? "base64" : "utf8"),
  isBase64Encoded: isBinary,
});

export const disconnectEvent = (connection: ConnectionInfo, code: number, reason: string) => ({
  headers: { Host: connection.domainName },
  multiValueHeaders: { Host: [connection.domainName] },
  requestContext: {
    ...requestContext(connection, "DISCONNECT", "$disconnect"),
    disconnectStatusCode: code,
    disconnectReason: reason,
  },
  isBase64Encoded: false,
});

/** The route key in a message's JSON body, at the path of the selection expression `$request.body.a.b`. */
export function selectedRouteKey(selection: string, text: string): string | undefined {
  const [, path] = /^\$\{?request\.body\.([\w.]+)\}?$/.exec(selection) ?? [];
  if (!path) return undefined;
  try {
    const named = path
      .split(".")
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], JSON.parse(text));
    return typeof named === "string" ? named : undefined;
  } catch {
    return undefined;
  }
}
