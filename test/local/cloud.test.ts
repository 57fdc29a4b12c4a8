import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cloud, startCloud } from "#local/cloud.ts";
import { bucketDeployment, distribution, httpApi, lambdaFunction, writeAssembly } from "./support/stack.ts";

const ECHO = `exports.handler = async (event) => ({
  statusCode: 200,
  headers: { "Content-Type": "application/json" },
  cookies: ["a=1; HttpOnly", "b=2"],
  body: JSON.stringify({ event, environment: process.env }),
});`;

describe("a stack on the laptop", () => {
  let cloud: Cloud;
  beforeAll(async () => {
    const cdkOut = writeAssembly({
      assets: {
        echo: { "index.cjs": ECHO },
        site: {
          "index.html": "<h1>home</h1>",
          "about.txt": "about ".repeat(500),
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
        ...httpApi("Echo", ["GET /api/things/{id}", "ANY /api/{rest+}"]),
        Site: distribution("Bucket", {}, { DefaultRootObject: "index.html" }),
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
    const response = await fetch(`${cloud.origin}/api/things/a%20b?x=1&x=2`, { headers: { cookie: "c=3; d=4" } });
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

  test("serves the site's files with what CDK couldn't know filled in", async () => {
    const home = await fetch(cloud.origin);
    expect(await home.text()).toBe("<h1>home</h1>");
    expect(home.headers.get("cache-control")).toBe("max-age=60");
    const config = await fetch(`${cloud.origin}/config.json`);
    expect(await config.json()).toEqual({ origin: new URL(cloud.origin).host });
  });

  test("compresses text and answers 304 to who has it already", async () => {
    const first = await fetch(`${cloud.origin}/about.txt`, { headers: { "accept-encoding": "br" } });
    expect(first.headers.get("content-encoding")).toBe("br");
    expect(await first.text()).toBe("about ".repeat(500));
    const again = await fetch(`${cloud.origin}/about.txt`, {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });
});
