import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { Bucket, readRefusal, startBucket } from "./start-bucket.ts";

const Key = "pictures/ö 1.png";
const MINUTE = 60_000;

async function withObject() {
  const bucket = await startBucket();
  await bucket.client.send(new PutObjectCommand({ Bucket, Key, Body: "hello", ContentType: "image/png" }));
  const presign = (input: object = {}, expiresIn = 60) =>
    getSignedUrl(bucket.client, new GetObjectCommand({ Bucket, Key, ...input }), { expiresIn });
  return { ...bucket, presign };
}

test("requests without a signature are refused", async () => {
  const { s3 } = await withObject();

  expect(await readRefusal(await fetch(`${s3.url}/${Bucket}/${encodeURI(Key)}`))).toEqual([403, "AccessDenied"]);
  expect(await readRefusal(await fetch(`${s3.url}/${Bucket}`))).toEqual([403, "AccessDenied"]);
  expect(await readRefusal(await fetch(`${s3.url}/${Bucket}/new`, { method: "PUT", body: "x" }))).toEqual([
    403,
    "AccessDenied",
  ]);
  expect(await readRefusal(await fetch(`${s3.url}/${Bucket}/none`))).toEqual([403, "AccessDenied"]);
});

test("another secret doesn't verify, any well-formed access key does", async () => {
  const { clientWith } = await withObject();
  const list = new ListObjectsV2Command({ Bucket });

  await expect(clientWith({ ...LOCAL_CREDENTIALS, secretAccessKey: "another" }).send(list)).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
  await expect(clientWith({ ...LOCAL_CREDENTIALS, accessKeyId: "short" }).send(list)).rejects.toMatchObject({
    name: "InvalidAccessKeyId",
  });
  await expect(clientWith({ ...LOCAL_CREDENTIALS, accessKeyId: "A".repeat(20) }).send(list)).resolves.toBeDefined();
});

test("a request from a clock that is 16 minutes off is refused", async () => {
  const { client, pass } = await withObject();
  pass(16 * MINUTE);

  // The SDK corrects its clock by the answer's date and says so in its error.
  await expect(client.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
    name: "RequestTimeTooSkewed",
  });
});

test("a presigned URL opens its object until it expires", async () => {
  const { presign, pass } = await withObject();
  const url = await presign();
  const answer = await fetch(url);
  expect([answer.status, await answer.text(), answer.headers.get("content-type")]).toEqual([200, "hello", "image/png"]);
  pass(62_000);

  const late = await fetch(url);
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining("Request has expired")]);
});

test("a presigned URL can set the file's name and type", async () => {
  const { presign } = await withObject();

  const answer = await fetch(
    await presign({
      ResponseContentDisposition: 'attachment; filename="picture (1).png"',
      ResponseContentType: "application/octet-stream",
      ResponseCacheControl: "no-store",
    }),
  );

  expect(["content-disposition", "content-type", "cache-control"].map((name) => answer.headers.get(name))).toEqual([
    'attachment; filename="picture (1).png"',
    "application/octet-stream",
    "no-store",
  ]);
});

test.each([
  ["another key", (url: string) => url.replace("1.png", "2.png")],
  ["a longer life", (url: string) => url.replace("X-Amz-Expires=60", "X-Amz-Expires=6000")],
  [
    "another signature",
    (url: string) =>
      url.replace(/X-Amz-Signature=./, (start) => start.slice(0, -1) + (start.endsWith("0") ? "1" : "0")),
  ],
  ["another parameter", (url: string) => `${url}&response-content-type=text%2Fhtml`],
  [
    "another date",
    (url: string) =>
      url.replace(/(X-Amz-Date=\d{8}T\d{5})(\d)/, (_all, start, digit) => start + ((Number(digit) + 1) % 10)),
  ],
])("a presigned URL with %s doesn't verify", async (_what, change) => {
  const { presign } = await withObject();
  const url = await presign();
  expect(change(url)).not.toBe(url);

  expect(await readRefusal(await fetch(change(url)))).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a presigned GET doesn't open another method", async () => {
  const { presign } = await withObject();

  expect(await readRefusal(await fetch(await presign(), { method: "DELETE" }))).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a presigned URL may be valid for a week at most", async () => {
  const { presign } = await withObject();
  const url = (await presign({}, 604_800)).replace("X-Amz-Expires=604800", "X-Amz-Expires=604801");

  expect(await readRefusal(await fetch(url))).toEqual([400, "AuthorizationQueryParametersError"]);
});

test("headers that change the operation must be signed", async () => {
  const { client } = await withObject();
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "new" }), { expiresIn: 60 });

  const answer = await fetch(url, {
    method: "PUT",
    body: "x",
    headers: { "x-amz-copy-source": `${Bucket}/${encodeURI(Key)}` },
  });

  expect(await readRefusal(answer)).toEqual([403, "AccessDenied"]);
});

test("a presigned PUT stores what it is given", async () => {
  const { client, s3 } = await withObject();
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "new", ContentType: "text/plain" }), {
    expiresIn: 60,
  });

  expect((await fetch(url, { method: "PUT", body: "x", headers: { "content-type": "text/plain" } })).status).toBe(200);
  const read = await s3.readObject(Bucket, "new");
  read?.body.destroy();
  expect([read?.contentType, read?.size]).toEqual(["text/plain", 1]);
});

test.each([
  ["/%E0%A4%A", 400],
  ["//", 403],
  ["/originals/a?X-Amz-Algorithm=AWS4-HMAC-SHA256", 400],
])("the malformed request %s is refused with %i and the service keeps running", async (path, status) => {
  const { s3, presign } = await withObject();

  expect((await fetch(s3.url + path)).status).toBe(status);
  expect((await fetch(await presign())).status).toBe(200);
});
