import { join } from "node:path";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { serveSocket } from "#lambdas/events/sockets/serve-socket.ts";
import { openFromEdge } from "#lambdas/platform/runtime/from-edge.ts";
import { handle } from "#lambdas/platform/runtime/handle.ts";
import { handler as answerUnknown } from "#lambdas/platform/runtime/handle-unknown-route.ts";
import { serve } from "#lambdas/platform/runtime/serve.ts";
import { findOriginSecret, rotateOriginSecret, withOriginSecret } from "#lib/site/origin-headers.ts";
import { listArtwork } from "#shared/contract/artwork.ts";
import { ORIGIN_HEADER, type OriginSecret } from "#shared/origin-secret.ts";
import { buildEvent } from "#test/support/event.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { startLaptop } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../../..");
const SECRET = "origin";

let api: Api;

beforeAll(async () => {
  api = await startApi();
});

const store = (value: OriginSecret) => api.secrets.put(SECRET, JSON.stringify(value));
const header = (value: string) => ({ [ORIGIN_HEADER]: value });

test("only the current and the previous value are accepted", async () => {
  store({ current: "new", previous: "old" });
  const fromEdge = openFromEdge(SECRET);
  const good = await Promise.all(["new", "old", "newer", "", "ne"].map((value) => fromEdge(header(value))));
  expect(good).toEqual([true, true, false, false, false]);
  expect(await fromEdge({})).toBe(false);
  expect(await fromEdge(undefined)).toBe(false);
  expect(await fromEdge({ "X-Origin-Secret": "new" })).toBe(true);
});

test("a rotated value is accepted at once", async () => {
  store({ current: "first" });
  const fromEdge = openFromEdge(SECRET);
  expect(await fromEdge(header("first"))).toBe(true);
  store({ current: "second", previous: "first" });
  expect(await fromEdge(header("second"))).toBe(true);
  expect(await fromEdge(header("first"))).toBe(true);
});

const event = (headers: Record<string, string> = {}): APIGatewayProxyEventV2 => buildEvent(listArtwork, { headers });

test("an area refuses requests that bypass CloudFront before its handler runs", async () => {
  store({ current: "good" });
  let calls = 0;
  const work = handle(listArtwork, async () => {
    calls += 1;
    return { items: [], cursor: null, hasMore: false };
  });
  const guarded = serve({ listArtwork }, { listArtwork: work }, () => ({
    ...api.services,
    fromEdge: openFromEdge(SECRET),
  }));
  expect((await guarded(event(), {} as Context)).statusCode).toBe(403);
  expect((await guarded(event(header("wrong")), {} as Context)).statusCode).toBe(403);
  expect(calls).toBe(0);
  expect((await guarded(event(header("good")), {} as Context)).statusCode).toBe(200);
  const open = serve({ listArtwork }, { listArtwork: work }, () => ({ ...api.services, fromEdge: undefined }));
  expect((await open(event(), {} as Context)).statusCode).toBe(200);
});

test("a WebSocket's handshake that bypasses CloudFront is refused", async () => {
  store({ current: "good" });
  const services = { ...api.services, fromEdge: openFromEdge(SECRET) } as unknown as Parameters<typeof serveSocket>[1];
  const requestContext = { routeKey: "$connect", connectionId: "c" };
  const refused = await serveSocket({ requestContext, headers: {} } as never, services);
  expect(refused).toEqual({ statusCode: 403 });
});

describe("npm run ops -- rotate origin-secret", () => {
  const rotate = (...options: string[]) => run(PROJECT, "bin/ops.ts", "rotate", ...options);
  const stored = () =>
    JSON.parse(api.secrets.resolve(`{{resolve:secretsmanager:${SECRET}:SecretString:::}}`)) as OriginSecret;

  beforeAll(async () => {
    vi.stubEnv("PORT", await startLaptop({ OriginSecret: SECRET }));
    store({ current: "before", previous: "long before" });
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  test("leaves two valid values on the laptop, and then one", async () => {
    const dry = await rotate("origin-secret", "--dry-run");
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining("The secret has two values.") });
    expect(await rotate("origin-secret")).toMatchObject({
      code: 0,
      output: expect.stringContaining("Both the new and the previous value"),
    });
    const { current, previous } = stored();
    expect(previous).toBe("before");
    expect(current).toMatch(/^[\da-f]{64}$/);
    expect(await rotate("origin-secret", "--drop-previous")).toMatchObject({ code: 0 });
    expect(stored()).toEqual({ current });
    const recorded = await run(PROJECT, "bin/ops.ts", "audit", "--event", "secret.rotate");
    expect(recorded.output).toContain(`laptop  secret.rotate  ${SECRET}  done`);
  });

  test.each([
    [[], "Expected one of: origin-secret, signing-key, stripe."],
    [["origin-secret", "--wait", "soon"], "--wait soon isn't valid."],
  ])("refuses %j with the reason and the help command", async (options, problem) => {
    const refused = await rotate(...options);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(problem) });
    expect(refused.output).toContain("npm run ops -- help rotate");
  });
});

test("the distribution gets the new value for origins with the header, and keeps the rest", () => {
  const sends = (value: string) => ({
    Quantity: 2,
    Items: [
      { HeaderName: ORIGIN_HEADER, HeaderValue: value },
      { HeaderName: "x-other", HeaderValue: "kept" },
    ],
  });
  const buildConfig = (value: string) => ({
    CallerReference: "r",
    Comment: "",
    Enabled: true,
    DefaultCacheBehavior: undefined,
    Origins: {
      Quantity: 2,
      Items: [
        { Id: "api", DomainName: "api.invalid", CustomHeaders: sends(value) },
        { Id: "files", DomainName: "files.invalid", CustomHeaders: { Quantity: 0, Items: [] } },
      ],
    },
  });
  expect(withOriginSecret(buildConfig("old"), "new")).toEqual(buildConfig("new"));
  expect(findOriginSecret(buildConfig("old"))).toBe("old");
  expect(findOriginSecret({ ...buildConfig("old"), Origins: { Quantity: 0, Items: [] } })).toBeUndefined();
});

test("an interrupted rotation continues with its own value, and CloudFront's value stays valid", () => {
  const started = rotateOriginSecret({ current: "first" }, "first", "second");
  expect(started).toEqual({ current: "second", previous: "first" });
  expect(rotateOriginSecret(started, "first", "third")).toEqual(started);
  expect(rotateOriginSecret(started, "second", "third")).toEqual({ current: "third", previous: "second" });
  expect(() => rotateOriginSecret(started, "other", "third")).toThrow("CloudFront sends neither");
});

test("unknown paths aren't refused without a secret in the environment", async () => {
  expect(process.env.ORIGIN_SECRET_ARN).toBeUndefined();
  expect((await answerUnknown(event())).statusCode).not.toBe(403);
});
