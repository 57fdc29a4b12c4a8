import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { Bucket, readRefusal, startBucket } from "./start-bucket.ts";

const origin = "http://localhost:3000";
const cors = [
  {
    AllowedOrigins: [origin, "https://*.ochre.example"],
    AllowedMethods: ["POST", "GET"],
    AllowedHeaders: ["content-*"],
    ExposedHeaders: ["ETag"],
    MaxAge: 3_000,
  },
];

async function preflight(headers: Record<string, string>) {
  const { s3 } = await startBucket({ cors });
  return fetch(`${s3.url}/${Bucket}`, { method: "OPTIONS", headers });
}

test("a preflight that a rule permits is answered", async () => {
  const answer = await preflight({
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "Content-Type",
  });

  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST, GET",
    "access-control-allow-headers": "content-type",
    "access-control-expose-headers": "ETag",
    "access-control-max-age": "3000",
  });
});

test("a rule's origin may contain a wildcard", async () => {
  const answer = await preflight({ origin: "https://dev.ochre.example", "access-control-request-method": "GET" });

  expect(answer.headers.get("access-control-allow-origin")).toBe("https://dev.ochre.example");
});

test.each([
  ["origin", { origin: "http://evil.example", "access-control-request-method": "POST" }],
  ["method", { origin, "access-control-request-method": "DELETE" }],
  ["header", { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-amz-acl" }],
])("a preflight with another %s is forbidden", async (_what, headers) => {
  expect(await readRefusal(await preflight(headers))).toEqual([403, "AccessForbidden"]);
});

test("responses have the rule's headers, even refusals", async () => {
  const { client, s3 } = await startBucket({ cors });
  await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "x" }));
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "a" }));

  expect((await fetch(url, { headers: { origin } })).headers.get("access-control-allow-origin")).toBe(origin);
  expect(
    (await fetch(`${s3.url}/${Bucket}/a`, { headers: { origin } })).headers.get("access-control-allow-origin"),
  ).toBe(origin);
  expect(
    (await fetch(url, { headers: { origin: "http://evil.example" } })).headers.has("access-control-allow-origin"),
  ).toBe(false);
});
