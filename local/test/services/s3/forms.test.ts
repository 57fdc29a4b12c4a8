import { once } from "node:events";
import { connect } from "node:net";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { expect, onTestFinished, test, vi } from "vitest";
import { Bucket, readRefusal, startBucket } from "./start-bucket.ts";

const Key = "uploads/0190a5c0-0000-7000-8000-000000000001";
const SIZE = 5_000;
type Fields = Record<string, string>;

async function withForm(over: Partial<Parameters<typeof createPresignedPost>[1]> = {}) {
  const bucket = await startBucket();
  const { url, fields } = await createPresignedPost(bucket.client, {
    Bucket,
    Key,
    Expires: 600,
    Fields: { "Content-Type": "image/jpeg", "x-amz-meta-media": "7" },
    Conditions: [
      ["content-length-range", SIZE, SIZE],
      ["eq", "$Content-Type", "image/jpeg"],
    ],
    ...over,
  });
  const post = (change: (fields: Fields) => Fields = (same) => same, size = SIZE, name = "picture.jpg") => {
    const form = new FormData();
    for (const [field, value] of Object.entries(change({ ...fields }))) form.append(field, value);
    form.append("file", new Blob([Buffer.alloc(size, "jpeg\r\n--")], { type: "image/jpeg" }), name);
    return fetch(url, { method: "POST", body: form });
  };
  return { ...bucket, url, fields, post };
}

const without = (name: string) => (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

test("a form that satisfies its policy is stored and emits an event", async () => {
  const { post, client, events } = await withForm();

  const answer = await post();

  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(answer.headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
  const got = await client.send(new GetObjectCommand({ Bucket, Key }));
  expect(got).toMatchObject({ ContentType: "image/jpeg", ContentLength: SIZE, Metadata: { media: "7" } });
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? [])).toEqual(Buffer.alloc(SIZE, "jpeg\r\n--"));
  await vi.waitFor(() => expect(events).toMatchObject([{ bucket: Bucket, key: Key, size: SIZE }]));
});

test.each([
  ["one byte too long", SIZE + 1, "EntityTooLarge"],
  ["one byte too short", SIZE - 1, "EntityTooSmall"],
  ["empty", 0, "EntityTooSmall"],
  ["far too long", 30 * 1024 * 1024, "EntityTooLarge"],
])("a file that is %s is refused and nothing of it is stored", async (_what, size, code) => {
  const { post, s3, events } = await withForm();

  expect(await readRefusal(await post((fields) => fields, size))).toEqual([400, code]);

  expect(s3.countObjects(Bucket)).toBe(0);
  expect(events).toEqual([]);
});

test.each([
  ["another content type", (fields: Fields) => ({ ...fields, "Content-Type": "image/svg+xml" })],
  ["no content type", without("Content-Type")],
  ["another key", (fields: Fields) => ({ ...fields, key: "previews/other" })],
  ["another bucket", (fields: Fields) => ({ ...fields, bucket: "previews" })],
  ["other metadata", (fields: Fields) => ({ ...fields, "x-amz-meta-media": "8" })],
  ["a field beyond the policy", (fields: Fields) => ({ ...fields, "x-amz-meta-more": "1" })],
  ["an acl", (fields: Fields) => ({ ...fields, acl: "public-read" })],
  ["no policy", without("Policy")],
  ["no signature", without("X-Amz-Signature")],
])("a form with %s is denied", async (_what, change) => {
  const { post, s3 } = await withForm();

  expect(await readRefusal(await post(change))).toEqual([403, "AccessDenied"]);
  expect(s3.countObjects(Bucket)).toBe(0);
});

test("a policy that was changed after signing doesn't verify", async () => {
  const { post } = await withForm();
  const widened = (fields: Fields) => {
    const policy = Buffer.from(fields.Policy ?? "", "base64")
      .toString()
      .replace(String(SIZE), "0");
    return { ...fields, Policy: Buffer.from(policy).toString("base64") };
  };

  expect(await readRefusal(await post(widened))).toEqual([403, "SignatureDoesNotMatch"]);
});

test("a form expires", async () => {
  const { post, pass } = await withForm();
  pass(601_000);

  const answer = await post();

  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Policy expired")]);
});

test("a key can start with the policy's prefix and contain the file's name", async () => {
  const { post, client } = await withForm({
    // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
    Key: "uploads/${filename}",
    Fields: {},
    Conditions: [["content-length-range", 1, SIZE]],
  });

  expect((await post((fields) => fields, SIZE, "a$&b.jpg")).status).toBe(204);

  await expect(client.send(new GetObjectCommand({ Bucket, Key: "uploads/a$&b.jpg" }))).resolves.toBeDefined();
});

test.each([
  ["201", 201],
  ["200", 200],
  ["204", 204],
])("success_action_status %s answers %i", async (wanted, status) => {
  const { post } = await withForm({
    Fields: { success_action_status: wanted },
    Conditions: [["content-length-range", 0, SIZE]],
  });

  const answer = await post();

  expect(answer.status).toBe(status);
  if (status === 201) expect(await answer.text()).toContain(`<Key>${Key}</Key>`);
});

test("malformed forms are refused and the service keeps running", async () => {
  const { url, post, s3 } = await withForm();
  const send = async (body: string, contentType = "multipart/form-data; boundary=x") =>
    (await readRefusal(await fetch(url, { method: "POST", body, headers: { "content-type": contentType } })))[0];

  expect(await send("")).toBe(400);
  expect(await send("nonsense")).toBe(400);
  expect(await send("--x\r\n\r\n\r\n--x--\r\n")).toBe(400);
  expect(await send('--x\r\nContent-Disposition: form-data; name="key"\r\n\r\na\r\n--x--\r\n')).toBe(400);
  expect(await send("--x\r\n", "multipart/form-data")).toBe(400);
  expect(
    await send(`--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n${"a".repeat(30_000)}\r\n--x--\r\n`),
  ).toBe(400);
  expect(s3.countObjects(Bucket)).toBe(0);
  expect((await post()).status).toBe(204);
});

test("a client that reads only after sending everything, as browsers do, gets its refusal", async () => {
  const { url, fields } = await withForm();
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([Buffer.alloc(30 * 1024 * 1024)]), "large.jpg");
  const encoded = new Request(url, { method: "POST", body: form });
  const body = Buffer.from(await encoded.arrayBuffer());
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-length: ${body.length}\r\n`;
  socket.write(`${head}content-type: ${encoded.headers.get("content-type")}\r\n\r\n`);

  await new Promise((sent) => socket.write(body, sent));
  const [answer] = await once(socket, "data");

  expect(String(answer)).toContain("HTTP/1.1 400 Bad Request");
  expect(String(answer)).toContain("EntityTooLarge");
});

test("a form that is cut off within its file stores nothing", async () => {
  const { url, fields, s3, post } = await withForm();
  const head = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = `${head.join("")}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${"a".repeat(SIZE)}`;

  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "multipart/form-data; boundary=x" },
  });

  expect(await readRefusal(answer)).toEqual([400, "IncompleteBody"]);
  expect(s3.countObjects(Bucket)).toBe(0);
  expect((await post()).status).toBe(204);
});
