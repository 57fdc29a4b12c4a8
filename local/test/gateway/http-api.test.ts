import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttpApi } from "#local/gateway/http-api.ts";
import type { EdgeRequest, EdgeResponse } from "#local/gateway/message.ts";
import { BodyTooLarge } from "#local/services/http-server.ts";
import type { HttpRoute } from "#local/template/http-api.ts";

type Answer = { payload: string } | { error: { errorType: string; errorMessage: string } };

const requestFor = (path: string, more: Partial<EdgeRequest> = {}, body = Buffer.alloc(0)): EdgeRequest => ({
  method: "GET",
  path,
  query: "",
  headers: {},
  sourceIp: "127.0.0.1",
  async readBody(limit) {
    if (body.length > limit) throw new BodyTooLarge("too large");
    return body;
  },
  ...more,
});

function apiWith(answer: (event: Record<string, unknown>) => Answer | Promise<Answer>, more: Partial<HttpRoute> = {}) {
  const route = { routeKey: "ANY /api/a", functionName: "fn", timeoutMs: 30_000, scopes: [], ...more };
  return createHttpApi(
    { id: "api", routes: [route], throttle: {}, routeThrottles: {} },
    {
      invokeFor: async (_caller, _name, event) => ({
        requestId: "r",
        ...(await answer(event as Record<string, unknown>)),
      }),
    },
  );
}

const toPayload = (value: unknown) => ({ payload: JSON.stringify(value) });
const getText = (response: EdgeResponse) => (response.body as Buffer).toString();

describe("payload format 2.0", () => {
  async function captureEvent(request: EdgeRequest) {
    let seen: Record<string, unknown> = {};
    await apiWith((event) => {
      seen = event;
      return toPayload({ statusCode: 204 });
    })(request);
    return seen;
  }

  test("separates cookies from headers and joins repeated query parameters", async () => {
    const event = await captureEvent(
      requestFor("/api/a", { query: "a=1&a=2&b=", headers: { cookie: "x=1; y=2", accept: "text/html" } }),
    );
    expect(event).toMatchObject({
      version: "2.0",
      rawPath: "/api/a",
      rawQueryString: "a=1&a=2&b=",
      cookies: ["x=1", "y=2"],
      headers: { accept: "text/html" },
      queryStringParameters: { a: "1,2", b: "" },
      isBase64Encoded: false,
    });
    expect(event).not.toHaveProperty("headers.cookie");
  });

  test.each([
    ["JSON as text", "application/json", '{"ä":1}', '{"ä":1}', false],
    ["an image as base64", "image/png", "\u0001\u0002", Buffer.from("\u0001\u0002").toString("base64"), true],
    ["a form as base64", "application/x-www-form-urlencoded", "a=1", Buffer.from("a=1").toString("base64"), true],
  ])("carries %s", async (_what, type, sent, body, isBase64Encoded) => {
    const event = await captureEvent(
      requestFor("/api/a", { method: "POST", headers: { "content-type": type } }, Buffer.from(sent)),
    );
    expect(event).toMatchObject({ body, isBase64Encoded });
  });

  test.each([
    ["a whole answer", { statusCode: 201, headers: { "X-A": 1 }, cookies: ["c=1"], body: "hi" }, 201, "hi"],
    ["a base64 body", { statusCode: 200, body: "aGk=", isBase64Encoded: true }, 200, "hi"],
    ["an object without status as JSON", { a: 1 }, 200, '{"a":1}'],
    ["a string as the body", "hi", 200, "hi"],
    [
      "a body that is no string as a failure",
      { statusCode: 200, body: { a: 1 } },
      500,
      '{"message":"Internal Server Error"}',
    ],
  ])("takes %s", async (_what, answer, status, text) => {
    const response = await apiWith(() => toPayload(answer))(requestFor("/api/a"));
    expect(response.status).toBe(status);
    expect(getText(response)).toBe(text);
  });
});

describe("API Gateway's own responses", () => {
  const error = { error: { errorType: "Error", errorMessage: "broken" } };

  test.each([
    ["no route", () => apiWith(() => toPayload({}))(requestFor("/api/b")), 404, "Not Found"],
    ["a failed function", () => apiWith(() => error)(requestFor("/api/a")), 500, "Internal Server Error"],
    [
      "a function past the integration's timeout",
      () => apiWith(() => new Promise(() => {}), { timeoutMs: 20 })(requestFor("/api/a")),
      503,
      "Service Unavailable",
    ],
    [
      "a body past 10 MB",
      () => apiWith(() => toPayload({}))(requestFor("/api/a", { method: "POST" }, Buffer.alloc(10 * 1024 * 1024 + 1))),
      413,
      "Request Entity Too Large",
    ],
  ])("to %s", async (_what, ask, status, text) => {
    const response = await ask();
    expect([response.status, getText(response)]).toEqual([status, JSON.stringify({ message: text })]);
  });

  test.each([
    [10_240, 200],
    [10_241, 431],
  ])("to a request line and header values of %i bytes are %i", async (bytes, expected) => {
    const line = "GET /api/a?q=%C3%A4 HTTP/1.1";
    const headers = { accept: "text/html", cookie: "ä".repeat(10) };
    const rest = bytes - Buffer.byteLength(line + headers.accept + headers.cookie);
    const request = requestFor("/api/a", {
      query: "q=%C3%A4",
      headers: { ...headers, authorization: "x".repeat(rest) },
    });
    expect((await apiWith(() => toPayload({}))(request)).status).toBe(expected);
  });

  test("are 429 beyond the burst", async () => {
    const route = { routeKey: "GET /a", functionName: "fn", timeoutMs: 1_000, scopes: [] };
    const api = createHttpApi(
      { id: "api", routes: [route], throttle: { rate: 0.001, burst: 2 }, routeThrottles: {} },
      { invokeFor: async () => ({ requestId: "r", payload: "{}" }) },
    );
    const statuses = [];
    for (let call = 0; call < 3; call++) statuses.push((await api(requestFor("/a"))).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("the JWT authorizer", () => {
  const keys = Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  let issuer = "";
  const server = createServer(async (_request, response) => {
    const [{ publicKey }] = await keys;
    const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
  });
  afterAll(() => server.close());

  interface Token {
    signedBy?: 0 | 1;
    claims?: Record<string, unknown>;
    expires?: string;
    from?: string;
  }
  async function ask({ signedBy = 0, claims = { client_id: "client" }, expires = "5m", from = issuer }: Token = {}) {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(from)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign((await keys)[signedBy].privateKey);
    let seen: unknown;
    const api = apiWith(
      (event) => {
        seen = event;
        return toPayload({ statusCode: 200 });
      },
      { authorizer: { issuer, audience: ["client"], header: "authorization" } },
    );
    const response = await api(requestFor("/api/a", { headers: { authorization: `Bearer ${token}` } }));
    return { response, seen };
  }

  test("accepts a signed token and passes its claims as strings", async () => {
    const { response, seen } = await ask({
      claims: { client_id: "client", username: "u-1", level: 3, groups: ["a", "b"] },
    });
    expect(response.status).toBe(200);
    expect(seen).toMatchObject({
      requestContext: {
        authorizer: { jwt: { claims: { username: "u-1", level: "3", groups: "[a b]" }, scopes: null } },
      },
    });
  });

  test.each<[string, Token]>([
    ["another's signature", { signedBy: 1 }],
    ["another audience", { claims: { client_id: "other" } }],
    ["an expired token", { expires: "-1m" }],
    ["another issuer", { from: "http://127.0.0.1:1/pool" }],
  ])("refuses %s", async (_what, token) => {
    const { response, seen } = await ask(token);
    expect(response.status).toBe(401);
    expect(getText(response)).toBe('{"message":"Unauthorized"}');
    expect(response.headers["www-authenticate"]).toContain("Bearer");
    expect(seen).toBeUndefined();
  });

  test("refuses a request without a token", async () => {
    const api = apiWith(() => toPayload({}), { authorizer: { issuer, audience: ["client"], header: "authorization" } });
    expect((await api(requestFor("/api/a"))).status).toBe(401);
  });
});
