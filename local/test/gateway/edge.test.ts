import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UNRESTRICTED } from "#local/access/access.ts";
import { createEdgeCache, getTtl } from "#local/gateway/edge-cache.ts";
import { createInvalidationEndpoint } from "#local/gateway/invalidation-endpoint.ts";
import type { EdgeRequest, EdgeResponse } from "#local/gateway/message.ts";
import { type HttpServer, listen } from "#local/services/http-server.ts";
import { invalidateEdge } from "../../../lambdas/events/queues/invalidate-edge.ts";
import { openEdgeCache } from "../../../lambdas/events/queues/open-edge-cache.ts";

const OPTIMIZED = { min: 1, standard: 86_400, max: 31_536_000 };
const YEAR = "public, max-age=31536000, immutable";

let time: number;
const now = () => time;
beforeEach(() => {
  time = Date.parse("2026-01-01T00:00:00Z");
});

const requestFor = (path: string, headers: Record<string, string> = {}, method = "GET"): EdgeRequest => ({
  method,
  path,
  query: "",
  headers,
  sourceIp: "127.0.0.1",
  readBody: async () => Buffer.alloc(0),
});

const buildFile = (text: string, cacheControl?: string): EdgeResponse => ({
  status: 200,
  headers: { etag: '"1"', ...(cacheControl ? { "cache-control": cacheControl } : {}) },
  cookies: [],
  body: Buffer.from(text),
});

const missing: EdgeResponse = { status: 404, headers: {}, cookies: [], body: Buffer.from("gone") };

describe("the edge cache", () => {
  /** A file whose origin changes: what is served of each state, with the seconds between. */
  async function served(cacheControl: string | undefined, seconds: number, lifetimes = OPTIMIZED) {
    const cache = createEdgeCache(now);
    await cache.read(requestFor("/a"), lifetimes, async () => buildFile("old", cacheControl));
    time += seconds * 1000;
    const later = await cache.read(requestFor("/a"), lifetimes, async () => buildFile("new", cacheControl));
    return [String(later.body), later.headers["x-cache"]];
  }

  test.each([
    ["a preview", YEAR, 31_535_999, ["old", "Hit from cloudfront"]],
    ["a preview after a year", YEAR, 31_536_000, ["new", "Miss from cloudfront"]],
    ["a file that says nothing", undefined, 86_399, ["old", "Hit from cloudfront"]],
    ["a file that wants no copies", "no-cache", 0.9, ["old", "Hit from cloudfront"]],
    ["the same a second later", "no-cache", 1, ["new", "Miss from cloudfront"]],
    ["a file for shared caches", "max-age=9, s-maxage=60", 59, ["old", "Hit from cloudfront"]],
  ])("keeps %s", async (_what, cacheControl, seconds, expected) => {
    expect(await served(cacheControl, seconds)).toEqual(expected);
  });

  test("caches nothing when the policy disables caching", async () => {
    expect((await served(YEAR, 0, { min: 0, standard: 0, max: 0 }))[0]).toBe("new");
  });

  test("caches an error for ten seconds", async () => {
    const cache = createEdgeCache(now);
    const read = async (answer: EdgeResponse) =>
      (await cache.read(requestFor("/a"), OPTIMIZED, async () => answer)).status;
    expect(await read(missing)).toBe(404);
    time += 9_999;
    expect(await read(buildFile("there"))).toBe(404);
    time += 1;
    expect(await read(buildFile("there"))).toBe(200);
  });

  const failure = (status: number, cacheControl?: string): EdgeResponse => ({
    ...missing,
    status,
    headers: cacheControl ? { "cache-control": cacheControl } : {},
  });

  test.each([
    [404, undefined, 10],
    [404, "no-store", 0],
    [404, "max-age=60", 60],
    [403, undefined, 0],
    [403, "max-age=60", 60],
    [401, "max-age=60", 0],
    [429, undefined, 0],
    [500, "no-store", 10],
    [503, "private, no-cache", 10],
    [503, "max-age=60", 60],
  ])("keeps a %i with the header %s for %i seconds", (status, cacheControl, seconds) => {
    expect(getTtl(failure(status, cacheControl), OPTIMIZED)).toBe(seconds);
  });

  test("caches an error for the distribution's time, or for the error's own if that is longer", () => {
    expect(getTtl(failure(503), OPTIMIZED, () => 0)).toBe(0);
    expect(getTtl(failure(503, "max-age=5"), OPTIMIZED, () => 0)).toBe(5);
    expect(getTtl(failure(503, "max-age=5"), OPTIMIZED, () => 30)).toBe(30);
  });

  test("answers 304 to a matching ETag, and passes range requests to the origin", async () => {
    const cache = createEdgeCache(now);
    const ask = async () => buildFile("whole", YEAR);
    await cache.read(requestFor("/a"), OPTIMIZED, ask);
    const again = await cache.read(requestFor("/a", { "if-none-match": '"1"' }), OPTIMIZED, ask);
    expect([again.status, String(again.body)]).toEqual([304, ""]);
    const part = await cache.read(requestFor("/a", { range: "bytes=0-1" }), OPTIMIZED, async () => missing);
    expect(part.status).toBe(404);
  });

  test("invalidates entries by path or prefix", async () => {
    const cache = createEdgeCache(now);
    const read = async (path: string, answer: EdgeResponse) =>
      (await cache.read(requestFor(path), OPTIMIZED, async () => answer)).status;
    const paths = ["/media/a/320.webp", "/media/a/640.webp", "/media/b/320.webp"];
    for (const path of paths) await read(path, buildFile("picture", YEAR));
    cache.drop(["/media/a/*"]);
    expect(await Promise.all(paths.map((path) => read(path, missing)))).toEqual([404, 404, 200]);
    cache.drop(["/media/b/320.webp"]);
    expect(await read("/media/b/320.webp", missing)).toBe(404);
  });
});

describe("an invalidation", () => {
  let service: HttpServer;
  let client: CloudFrontClient;
  let dropped: string[][];

  beforeEach(async () => {
    dropped = [];
    const endpoint = createInvalidationEndpoint(
      () => ({ id: "SITE", drop: (paths) => void dropped.push([...paths]) }),
      UNRESTRICTED,
      now,
    );
    service = await listen(async (request, response) => {
      if (!(await endpoint(request, response))) response.writeHead(501).end();
    });
    const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
    client = new CloudFrontClient({ endpoint: service.url, region: "us-east-1", credentials, maxAttempts: 1 });
  });
  afterEach(() => service.stop());

  const invalidate = (Items: string[], CallerReference: string, DistributionId = "SITE") =>
    client.send(
      new CreateInvalidationCommand({
        DistributionId,
        InvalidationBatch: { CallerReference, Paths: { Quantity: Items.length, Items } },
      }),
    );
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => "accepted",
      (error: Error) => error.name,
    );
  const folders = (count: number) => Array.from({ length: count }, (_, nth) => `/media/${nth}/*`);

  test("invalidates its paths once, even when it is sent again", async () => {
    const first = await invalidate(["/media/a/*", "/"], "one");
    const again = await invalidate(["/media/a/*", "/"], "one");
    expect([first.Invalidation?.Status, again.Invalidation?.Id]).toEqual(["InProgress", first.Invalidation?.Id]);
    expect(dropped).toEqual([["/media/a/*", "/"]]);
  });

  test("is refused for different paths under the same reference, an unknown distribution or invalid paths", async () => {
    await invalidate(["/a"], "one");
    expect(await refusal(invalidate(["/b"], "one"))).toBe("InvalidationBatchAlreadyExists");
    expect(await refusal(invalidate(["/a"], "two", "OTHER"))).toBe("NoSuchDistribution");
    expect(await refusal(invalidate(["/a/*/b"], "three"))).toBe("InvalidArgument");
  });

  test("is refused beyond fifteen wildcards in progress", async () => {
    await invalidate(folders(15), "one");
    expect(await refusal(invalidate(["/media/x/*"], "two"))).toBe("TooManyInvalidationsInProgress");
    time += 60_000;
    expect(await refusal(invalidate(["/media/x/*"], "two"))).toBe("accepted");
  });

  describe("requested by the function", () => {
    const buildEvent = (...previewKeys: string[]) =>
      ({
        Records: previewKeys.map((previewKey, nth) => ({ messageId: `m${nth}`, body: JSON.stringify({ previewKey }) })),
      }) as unknown as SQSEvent;

    const openSite = () => {
      Object.assign(process.env, {
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: "key",
        AWS_SECRET_ACCESS_KEY: "secret",
        AWS_ENDPOINT_URL_CLOUDFRONT: service.url,
      });
      return { edgeCache: openEdgeCache({ DISTRIBUTION_ID: "SITE" }) };
    };

    test("contains each folder once and the pages that show previews, in one call per batch", async () => {
      await invalidateEdge(buildEvent("a", "b", "a"), openSite());
      expect(dropped).toEqual([
        ["/media/a/*", "/media/b/*", "/", "/?*", "/artwork/*", "/user/*", "/tag/*", "/collection/*", "/search*"],
      ]);
    });

    test("of an upload that nobody published contains no page", async () => {
      const Records = [{ messageId: "m", body: JSON.stringify({ previewKey: "a", isUnpublished: true }) }];
      await invalidateEdge({ Records } as SQSEvent, openSite());
      expect(dropped).toEqual([["/media/a/*"]]);
    });

    test("of a hundred folders covers all previews by one wildcard", async () => {
      await invalidateEdge(buildEvent(...Array.from({ length: 100 }, (_, nth) => `folder${nth}`)), openSite());
      expect(dropped[0]?.[0]).toBe("/media/*");
    });

    test("fails alone if its message is invalid, and the others are invalidated", async () => {
      const bodies = ["{", JSON.stringify({ previewKey: "a" }), JSON.stringify({ previewKey: 7 })];
      const Records = bodies.map((body, nth) => ({ messageId: `m${nth}`, body }));
      const answer = await invalidateEdge({ Records } as SQSEvent, openSite());
      expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(["m0", "m2"]);
      expect(dropped).toEqual([expect.arrayContaining(["/media/a/*", "/"])]);
      const unreadable = { Records: Records.slice(2) } as SQSEvent;
      expect(await invalidateEdge(unreadable, openSite())).toEqual({ batchItemFailures: [{ itemIdentifier: "m2" }] });
      expect(dropped).toHaveLength(1);
    });

    test("fails while CloudFront refuses it, so that the queue retries it", async () => {
      const site = openSite();
      await invalidate(folders(15), "others");
      expect(await refusal(invalidateEdge(buildEvent("a"), site))).toBe("TooManyInvalidationsInProgress");
      time += 60_000;
      for (let tried = 0; tried < 2; tried++) await invalidateEdge(buildEvent("a"), site);
      expect(dropped.slice(1).map(([first]) => first)).toEqual(["/media/a/*"]);
    });
  });
});
