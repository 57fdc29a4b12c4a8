import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ByteReader } from "#local/services/s3/byte-reader.ts";

async function* splitChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const BODY = "head\r\n12345\r\n\r\n--almost\r\n-\r\n--x--rest\r\n";

test.each([1, 2, 3, 5, 100])("the reader's results don't depend on the chunk size: chunks of %i", async (size) => {
  const reader = new ByteReader(splitChunks(BODY, size));

  expect(await reader.line()).toBe("head");
  expect((await buffer(reader.bytes(5))).toString()).toBe("12345");
  expect(await reader.line()).toBe("");
  expect((await buffer(reader.until(Buffer.from("\r\n--x")))).toString()).toBe("\r\n--almost\r\n-");
  expect(await reader.line()).toBe("--rest");
  await expect(reader.line()).rejects.toMatchObject({ code: "IncompleteBody" });
});
