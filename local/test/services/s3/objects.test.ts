import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { expect, onTestFinished, test, vi } from "vitest";
import { Bucket, startBucket } from "./start-bucket.ts";

const md5 = (bytes: Buffer | string) => createHash("md5").update(bytes).digest("hex");

async function readText(body: { transformToString(): Promise<string> } | undefined): Promise<string | undefined> {
  return body?.transformToString();
}

test("GetObject returns what PutObject stored, with headers and metadata", async () => {
  const { client } = await startBucket();
  const Key = "uploads/größe & co+%.txt";

  const put = await client.send(
    new PutObjectCommand({
      Bucket,
      Key,
      Body: "hello",
      ContentType: "text/plain",
      CacheControl: "max-age=60",
      ContentDisposition: "inline",
      ContentEncoding: "identity",
      Metadata: { artist: "ann" },
    }),
  );
  const got = await client.send(new GetObjectCommand({ Bucket, Key }));

  expect(put.ETag).toBe(`"${md5("hello")}"`);
  expect(got).toMatchObject({
    ContentType: "text/plain",
    CacheControl: "max-age=60",
    ContentDisposition: "inline",
    ContentEncoding: "identity",
    ContentLength: 5,
    ETag: put.ETag,
    Metadata: { artist: "ann" },
    ChecksumCRC32: put.ChecksumCRC32,
  });
  expect(put.ChecksumCRC32).toBeDefined();
  expect(await readText(got.Body)).toBe("hello");
});

test("a streamed upload of the SDK arrives byte for byte", async () => {
  const { client, events } = await startBucket();
  const bytes = randomBytes(12 * 1024 * 1024 + 17);
  const Body = Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003);
    })(),
  );

  await client.send(new PutObjectCommand({ Bucket, Key: "stream", Body, ContentLength: bytes.length }));

  const got = await client.send(new GetObjectCommand({ Bucket, Key: "stream" }));
  expect(md5(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(md5(bytes));
  expect(got.ContentEncoding).toBeUndefined();
  expect(got.ETag).toBe(`"${md5(bytes)}"`);
  await vi.waitFor(() => expect(events).toHaveLength(1));
});

test.each(["CRC32", "CRC32C", "SHA1", "SHA256"] as const)(
  "an upload's checksum %s is verified and stored",
  async (ChecksumAlgorithm) => {
    const { client } = await startBucket();
    const bytes = randomBytes(200_000);

    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: "sum",
        Body: Readable.from([bytes]),
        ContentLength: bytes.length,
        ChecksumAlgorithm,
      }),
    );

    const head = await client.send(new HeadObjectCommand({ Bucket, Key: "sum", ChecksumMode: "ENABLED" }));
    expect(head[`Checksum${ChecksumAlgorithm}`]).toMatch(/=$/);
    const got = await client.send(new GetObjectCommand({ Bucket, Key: "sum" }));
    expect(md5(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(md5(bytes));
  },
);

test("bytes that don't match their checksum are refused and nothing is stored", async () => {
  const { client, s3, events } = await startBucket();

  await expect(
    client.send(new PutObjectCommand({ Bucket, Key: "bad", Body: "hello", ChecksumCRC32: "AAAAAA==" })),
  ).rejects.toMatchObject({ name: "BadDigest" });
  await expect(
    client.send(new PutObjectCommand({ Bucket, Key: "bad", Body: "hello", ContentMD5: "AAAAAAAAAAAAAAAAAAAAAA==" })),
  ).rejects.toMatchObject({ name: "BadDigest" });

  expect(s3.countObjects(Bucket)).toBe(0);
  expect(events).toEqual([]);
});

test.each([
  ["bytes=0-3", "0123", "bytes 0-3/10"],
  ["bytes=7-", "789", "bytes 7-9/10"],
  ["bytes=-2", "89", "bytes 8-9/10"],
  ["bytes=5-99", "56789", "bytes 5-9/10"],
])("the range %s is %s", async (Range, text, ContentRange) => {
  const { client } = await startBucket();
  await client.send(new PutObjectCommand({ Bucket, Key: "digits", Body: "0123456789" }));

  const got = await client.send(new GetObjectCommand({ Bucket, Key: "digits", Range }));

  expect(got).toMatchObject({ ContentRange, ContentLength: text.length, $metadata: { httpStatusCode: 206 } });
  expect(await readText(got.Body)).toBe(text);
});

test("a range past the end is refused", async () => {
  const { client } = await startBucket();
  await client.send(new PutObjectCommand({ Bucket, Key: "digits", Body: "0123456789" }));

  await expect(client.send(new GetObjectCommand({ Bucket, Key: "digits", Range: "bytes=10-" }))).rejects.toMatchObject({
    name: "InvalidRange",
  });
});

test("an empty object is an object", async () => {
  const { client } = await startBucket();
  await client.send(new PutObjectCommand({ Bucket, Key: "empty", Body: "", ContentLength: 0 }));

  const got = await client.send(new GetObjectCommand({ Bucket, Key: "empty" }));

  expect([got.ContentLength, await readText(got.Body)]).toEqual([0, ""]);
});

test("HEAD returns the headers without a body", async () => {
  const { client } = await startBucket();
  await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello", ContentType: "image/png" }));

  expect(await client.send(new HeadObjectCommand({ Bucket, Key: "a" }))).toMatchObject({
    ContentLength: 5,
    ContentType: "image/png",
    LastModified: expect.any(Date),
  });
  await expect(client.send(new HeadObjectCommand({ Bucket, Key: "b" }))).rejects.toMatchObject({ name: "NotFound" });
});

test("a conditional read of an unchanged object gets no body", async () => {
  const { client } = await startBucket();
  const { ETag } = await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "hello" }));

  await expect(client.send(new GetObjectCommand({ Bucket, Key: "a", IfNoneMatch: ETag }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 304 },
  });
  await expect(client.send(new GetObjectCommand({ Bucket, Key: "a", IfMatch: '"other"' }))).rejects.toMatchObject({
    name: "PreconditionFailed",
  });
});

test("PutObject with If-None-Match doesn't overwrite an object", async () => {
  const { client } = await startBucket();
  const put = (Body: string) => client.send(new PutObjectCommand({ Bucket, Key: "once", Body, IfNoneMatch: "*" }));
  await put("first");

  await expect(put("second")).rejects.toMatchObject({ name: "PreconditionFailed" });
  expect(await readText((await client.send(new GetObjectCommand({ Bucket, Key: "once" }))).Body)).toBe("first");
});

test("unknown keys and buckets have their own error codes", async () => {
  const { client } = await startBucket();

  await expect(client.send(new GetObjectCommand({ Bucket, Key: "none" }))).rejects.toMatchObject({ name: "NoSuchKey" });
  await expect(client.send(new GetObjectCommand({ Bucket: "no-bucket", Key: "a" }))).rejects.toMatchObject({
    name: "NoSuchBucket",
  });
  await expect(client.send(new PutObjectCommand({ Bucket: "no-bucket", Key: "a", Body: "x" }))).rejects.toMatchObject({
    name: "NoSuchBucket",
  });
  await expect(client.send(new HeadBucketCommand({ Bucket: "no-bucket" }))).rejects.toMatchObject({ name: "NotFound" });
  await expect(client.send(new HeadBucketCommand({ Bucket }))).resolves.toBeDefined();
});

test("a copy has the source's headers, or its own when it replaces them", async () => {
  const { client, s3 } = await startBucket();
  await s3.ensureBucket({ name: "previews" });
  await client.send(
    new PutObjectCommand({ Bucket, Key: "from/ä b", Body: "hello", ContentType: "image/png", Metadata: { a: "1" } }),
  );
  const CopySource = `${Bucket}/${encodeURIComponent("from/ä b")}`;

  const copy = await client.send(new CopyObjectCommand({ Bucket: "previews", Key: "to", CopySource }));
  await client.send(
    new CopyObjectCommand({
      Bucket: "previews",
      Key: "replaced",
      CopySource,
      MetadataDirective: "REPLACE",
      ContentType: "text/plain",
    }),
  );
  await client.send(new DeleteObjectCommand({ Bucket, Key: "from/ä b" }));

  expect(copy.CopyObjectResult?.ETag).toBe(`"${md5("hello")}"`);
  const got = await client.send(new GetObjectCommand({ Bucket: "previews", Key: "to" }));
  expect(got).toMatchObject({ ContentType: "image/png", Metadata: { a: "1" } });
  expect(await readText(got.Body)).toBe("hello");
  expect(await client.send(new HeadObjectCommand({ Bucket: "previews", Key: "replaced" }))).toMatchObject({
    ContentType: "text/plain",
    Metadata: {},
  });
  await expect(
    client.send(new CopyObjectCommand({ Bucket, Key: "x", CopySource: `${Bucket}/none` })),
  ).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("deleting one, several or missing objects succeeds", async () => {
  const { client, s3 } = await startBucket();
  for (const Key of ["a", "b & <c>", "d"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));

  await client.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  await client.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
  const deleted = await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "b & <c>" }, { Key: "none" }] } }),
  );

  expect(deleted.Deleted?.map(({ Key }) => Key)).toEqual(["b & <c>", "none"]);
  expect(s3.countObjects(Bucket)).toBe(1);
});

test("deleting several needs a hash of the request", async () => {
  const { client, s3 } = await startBucket();
  await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "x" }));
  const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "a" }] } });
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      for (const name of Object.keys(headers)) if (/^x-amz-(sdk-)?checksum-/.test(name)) delete headers[name];
      return next(args);
    },
    { step: "build", priority: "low" },
  );
  await expect(client.send(command)).rejects.toMatchObject({
    name: "InvalidRequest",
    message: "Missing required header for this request: Content-MD5 OR x-amz-checksum-*",
  });
  expect(s3.countObjects(Bucket)).toBe(1);
});

test("lists are in byte order, paged, by prefix and by folder", async () => {
  const { client } = await startBucket();
  const keys = ["B", "a", "a/1", "a/2", "a/b/3", "é", "z & 1"];
  for (const Key of [...keys].reverse()) await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
  const list = (input: object) => client.send(new ListObjectsV2Command({ Bucket, ...input }));
  const listKeys = ({ Contents = [] }: Awaited<ReturnType<typeof list>>) => Contents.map(({ Key }) => Key);

  const whole = await list({});
  expect(listKeys(whole)).toEqual(["B", "a", "a/1", "a/2", "a/b/3", "z & 1", "é"]);
  expect(whole.Contents?.[0]).toMatchObject({ Size: 1, ETag: `"${md5("x")}"`, LastModified: expect.any(Date) });
  const folders = await list({ Prefix: "a/", Delimiter: "/" });
  expect([listKeys(folders), folders.CommonPrefixes]).toEqual([["a/1", "a/2"], [{ Prefix: "a/b/" }]]);
  expect(listKeys(await list({ StartAfter: "a/2" }))).toEqual(["a/b/3", "z & 1", "é"]);
  expect(listKeys(await list({ EncodingType: "url", Prefix: "z" }))).toEqual(["z%20%26%201"]);

  const paged: (string | undefined)[] = [];
  for (let ContinuationToken: string | undefined, more = true; more; ) {
    const page = await list({ MaxKeys: 2, Delimiter: "/", ContinuationToken });
    paged.push(...listKeys(page), ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
    ContinuationToken = page.NextContinuationToken;
    more = page.IsTruncated ?? false;
  }
  expect(paged.sort()).toEqual(["B", "a", "a/", "z & 1", "é"].sort());
});

test("every created object emits one event, with increasing sequencers", async () => {
  const { client, events } = await startBucket();
  await client.send(new PutObjectCommand({ Bucket, Key: "a b", Body: "12345" }));
  await client.send(new CopyObjectCommand({ Bucket, Key: "c", CopySource: `${Bucket}/a%20b` }));

  await vi.waitFor(() => expect(events).toHaveLength(2));

  expect(events[0]).toEqual({ bucket: Bucket, key: "a b", size: 5, etag: md5("12345"), sequencer: expect.any(String) });
  expect((events[0]?.sequencer ?? "") < (events[1]?.sequencer ?? "")).toBe(true);
});

test("buckets and objects survive a restart, half-written files don't", async () => {
  const dir = await mkdtemp(join(tmpdir(), "s3-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const first = await startBucket({ dir });
  await first.client.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "hello", CacheControl: "immutable" }));
  await first.client.send(
    new PutObjectCommand({ Bucket, Key: "kept", Body: "hello again", CacheControl: "immutable" }),
  );
  await first.stop();
  await writeFile(join(dir, "blobs", "half-written"), "x");

  const { s3 } = await startBucket({ dir });

  const read = await s3.readObject(Bucket, "kept");
  expect(read).toMatchObject({ cacheControl: "immutable", size: 11, etag: `"${md5("hello again")}"` });
  expect((await buffer(read?.body ?? Readable.from([]))).toString()).toBe("hello again");
  expect(await s3.readObject(Bucket, "none")).toBeUndefined();
  expect([s3.listBuckets(), s3.countObjects(Bucket)]).toEqual([[Bucket], 1]);
  expect(await readdir(join(dir, "blobs"))).toHaveLength(1);
});

test("a bucket without an event configuration sends none", async () => {
  const { client, s3, events } = await startBucket();
  await s3.ensureBucket({ name: "silent", sendsEvents: false });
  await client.send(new PutObjectCommand({ Bucket: "silent", Key: "a", Body: "1" }));
  await client.send(new PutObjectCommand({ Bucket, Key: "b", Body: "2" }));
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(events).toMatchObject([{ bucket: Bucket, key: "b" }]);
});

test("the buckets can be listed", async () => {
  const { client, s3 } = await startBucket();
  await s3.ensureBucket({ name: "another" });

  expect((await client.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual(["another", Bucket]);
});
