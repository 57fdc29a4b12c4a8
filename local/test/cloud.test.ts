import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cloud, startCloud } from "#local/cloud.ts";
import { bucketDeployment, distribution, httpApi, lambdaFunction, readableBy, writeAssembly } from "./support/stack.ts";

const ECHO = `const failed = new Set();
exports.handler = async (event) => {
  const [, status] = event.rawPath.match(/fails-once\\/(\\d+)/) || [];
  if (status && !failed.has(status)) {
    failed.add(status);
    return { statusCode: Number(status), headers: { "cache-control": "no-store" } };
  }
  console.log("echoing " + event.rawPath);
  return {
    statusCode: 200,
    headers: { "Content-Type": "application/json" },
    cookies: ["a=1; HttpOnly", "b=2"],
    body: JSON.stringify({ now: new Date().toISOString(), event, environment: process.env }),
  };
};`;

/** Sends a viewer without a file's extension to the site's one page, and answers /old itself. */
const REWRITE = `import cf from "cloudfront";
function handler(event) {
  var request = event.request;
  if (request.uri === "/old") return { statusCode: 301, headers: { location: { value: "/new" } } };
  if (request.uri === "/elsewhere") {
    request.uri = "/api/things/7";
    cf.selectRequestOriginById("api");
    return request;
  }
  if (request.uri.indexOf(".") < 0) request.uri = "/index.html";
  return request;
}`;

const HEADERS = {
  Type: "AWS::CloudFront::ResponseHeadersPolicy",
  Properties: {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          Override: true,
          ContentSecurityPolicy: {
            "Fn::Join": [
              "",
              [
                "connect-src https://",
                { "Fn::GetAtt": ["Bucket", "RegionalDomainName"] },
                "; upgrade-insecure-requests",
              ],
            ],
          },
        },
        ContentTypeOptions: { Override: true },
      },
    },
  },
};

/** A host name that a page elsewhere could have rebound to this machine. */
const askAs = (host: string, url: string) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode ?? 0))
      .once("error", reject)
      .end();
  });

describe("a stack on the laptop", () => {
  let cloud: Cloud;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${cloud.origin}${path}`, { headers, redirect: "manual" });

  beforeAll(async () => {
    const cdkOut = writeAssembly({
      assets: {
        echo: { "index.cjs": ECHO },
        site: {
          "index.html": "<h1>home</h1>",
          "about.txt": "about ".repeat(500),
          "lost.html": "lost",
          "config.json": '{"origin":"<<origin>>"}',
        },
      },
      resources: {
        Echo: lambdaFunction("echo", {
          Environment: {
            Variables: {
              SITE_ORIGIN: { "Fn::Join": ["", ["https://", { "Fn::GetAtt": ["Site", "DomainName"] }]] },
              TABLE_NAME: { Ref: "Table" },
            },
          },
        }),
        Table: {
          Type: "AWS::DynamoDB::Table",
          Properties: {
            AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
            KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
          },
        },
        Bucket: { Type: "AWS::S3::Bucket" },
        ...readableBy("Site", "Bucket"),
        Rewrite: { Type: "AWS::CloudFront::Function", Properties: { Name: "rewrite", FunctionCode: REWRITE } },
        Headers: HEADERS,
        ...httpApi("Echo", ["GET /api/things/{id}", "ANY /api/{rest+}"]),
        Site: distribution(
          "Bucket",
          {
            ResponseHeadersPolicyId: { Ref: "Headers" },
            FunctionAssociations: [
              { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["Rewrite", "FunctionARN"] } },
            ],
          },
          {
            CustomErrorResponses: [
              { ErrorCode: 403, ResponseCode: 404, ResponsePagePath: "/lost.html" },
              { ErrorCode: 503, ErrorCachingMinTTL: 0 },
            ],
          },
        ),
        Files: bucketDeployment("Bucket", "site", {
          SystemMetadata: { "cache-control": "max-age=60" },
          SourceMarkers: [{ "<<origin>>": { "Fn::GetAtt": ["Site", "DomainName"] } }],
        }),
      },
    });
    cloud = await startCloud({ cdkOut });
  });
  afterAll(() => cloud?.stop());

  test("answers a request from the function behind its route", async () => {
    const response = await get("/api/things/a%20b?x=1&x=2", { cookie: "c=3; d=4" });
    const { event, environment } = (await response.json()) as {
      event: Record<string, unknown>;
      environment: Record<string, string>;
    };
    expect(response.headers.getSetCookie()).toEqual(["a=1; HttpOnly", "b=2"]);
    expect(event).toMatchObject({
      routeKey: "GET /api/things/{id}",
      pathParameters: { id: "a b" },
      queryStringParameters: { x: "1,2" },
      cookies: ["c=3", "d=4"],
    });
    expect(environment.SITE_ORIGIN).toBe(cloud.origin);
    expect(environment.TABLE_NAME).toBe("Test-Table");
  });

  test("serves the site's files with CDK's deploy-time values filled in", async () => {
    const home = await get("/artwork/7");
    expect(await home.text()).toBe("<h1>home</h1>");
    expect(home.headers.get("cache-control")).toBe("max-age=60");
    expect(await (await get("/config.json")).json()).toEqual({ origin: new URL(cloud.origin).host });
  });

  test("compresses text and answers 304 to a matching ETag", async () => {
    const first = await get("/about.txt", { "accept-encoding": "br" });
    expect(first.headers.get("content-encoding")).toBe("br");
    expect(await first.text()).toBe("about ".repeat(500));
    const again = await get("/about.txt", { "if-none-match": first.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  test("answers a range request with that part of the file", async () => {
    const part = await get("/about.txt", { range: "bytes=0-4", "accept-encoding": "identity" });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
      206,
      "about",
      "bytes 0-4/3000",
    ]);
  });

  test("runs a call at a past date, but not at a future one or for another host", async () => {
    const at = (date: string) => get(`/__local/at/${date}/api/things/a`);
    const { now } = (await (await at("2026-03-01T09:00:00.000Z")).json()) as { now: string };
    expect(now).toMatch(/^2026-03-01T09:00/);
    const next = new Date(Date.now() + 60_000).toISOString();
    expect([(await at(next)).status, (await at("soon")).status]).toEqual([400, 400]);
    expect(await askAs("evil.example", `${cloud.origin}/__local/at/2026-03-01T09:00:00.000Z/api/things/a`)).toBe(403);
    expect((await get("/__local/at/2026-03-01T09:00:00.000Z/about.txt")).status).toBe(404);
  });

  test("returns the edge function's own response", async () => {
    const old = await get("/old");
    expect([old.status, old.headers.get("location")]).toEqual([301, "/new"]);
  });

  test("sends a request on to the origin that the edge function selects", async () => {
    const { event } = (await (await get("/elsewhere")).json()) as { event: Record<string, unknown> };
    expect(event).toMatchObject({ routeKey: "GET /api/things/{id}", pathParameters: { id: "7" } });
    expect((await get("/index.html")).headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  test.each([
    ["500", [500, 500]],
    ["503", [503, 200]],
    ["409", [409, 200]],
  ])("caches a function's %s for ten seconds unless the template sets another time", async (status, expected) => {
    const [first, next] = [await get(`/api/fails-once/${status}`), await get(`/api/fails-once/${status}`)];
    expect([first.status, next.status]).toEqual(expected);
  });

  test("answers a missing file with the template's error page and its status", async () => {
    const missing = await get("/gone.png");
    expect([missing.status, await missing.text()]).toEqual([404, "lost"]);
  });

  test("sets the policy's headers, with http for hosts of this machine", async () => {
    const { headers } = await get("/index.html");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(`connect-src ${cloud.serviceUrls.s3}`);
  });

  test("refuses a method that the behaviour doesn't allow", async () => {
    expect((await fetch(`${cloud.origin}/index.html`, { method: "POST" })).status).toBe(403);
  });

  test("logs no lost event for a bucket that sends no events", async () => {
    expect(await (await get("/__local/logs?q=Lost")).text()).not.toContain("Lost the event");
  });

  test("serves the developer pages to this machine only", async () => {
    const logged = await get("/api/things/logged");
    const requestId = logged.headers.get("apigw-requestid") ?? "";
    await logged.text();
    for (const [page, text] of [
      ["", "No mail yet"],
      ["routes", "GET /api/things/{id}"],
      [`logs?q=${requestId}`, "echoing /api/things/logged"],
      ["tables", "Test-Table"],
      ["buckets", "test-bucket"],
      ["dead-letters", "None."],
    ]) {
      expect(await (await get(`/__local/${page}`)).text()).toContain(text);
    }
    expect(await (await get("/__local/mail")).json()).toEqual([]);
    // This stack has no output that names a description of its API.
    expect(await (await get("/__local/")).text()).not.toContain('href="/__local/api"');
    for (const page of ["api", "nowhere", "__proto__", "constructor"])
      expect((await get(`/__local/${page}`)).status).toBe(404);
    expect(await askAs("evil.example", `${cloud.origin}/__local/mail`)).toBe(403);
  });

  test("shows the current notice on every developer page until it is removed", async () => {
    const pages = async () => [await (await get("/__local/")).text(), await (await get("/__local/tables")).text()];
    cloud.setNotice({ text: "Demo artwork: 24 of <120>", isInProgress: true });
    for (const page of await pages()) expect(page).toContain("Demo artwork: 24 of &lt;120&gt;");
    // Nobody types or reads long on the first one.
    const refreshes = async (path: string) => (await get(path)).headers.has("refresh");
    expect([await refreshes("/__local/"), await refreshes("/__local/logs")]).toEqual([true, false]);
    cloud.setNotice({ text: "The demo isn't complete", isInProgress: false });
    for (const page of await pages()) expect(page).toContain("The demo isn&#39;t complete");
    expect(await refreshes("/__local/")).toBe(false);
    cloud.setNotice();
    for (const page of await pages()) expect(page).not.toContain("demo isn");
  });

  test("shows the current one-time codes", async () => {
    cloud.setCodes(() => [{ name: "ada.admin", code: "123456" }]);
    const page = await get("/__local/codes");
    expect(await page.text()).toContain("<td>ada.admin</td><td><code>123456</code></td>");
    expect(page.headers.has("refresh")).toBe(true);
    cloud.setCodes(() => []);
    expect(await (await get("/__local/codes")).text()).toContain("No account&#39;s second factor is known here yet.");
  });

  test("redirects 127.0.0.1 to localhost", async () => {
    const { port } = new URL(cloud.origin);
    const opened = await fetch(`http://127.0.0.1:${port}/x?y`, {
      headers: { accept: "text/html" },
      redirect: "manual",
    });
    expect(opened.headers.get("location")).toBe(`${cloud.origin}/x?y`);
  });
});
