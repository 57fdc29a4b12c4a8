import { type S3Handler, sendXml } from "./context.ts";
import { S3Error } from "./errors.ts";
import { payloadOf } from "./payload.ts";
import { documentOf, elementOf, textsOf } from "./xml.ts";

const MAX_OBJECTS = 1_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Deleting a missing object succeeds. */
export const deleteObject: S3Handler = async ({ bucket, key }, response, { store }) => {
  await store.remove(bucket, key);
  response.writeHead(204).end();
};

export const deleteObjects: S3Handler = async (request, response, { store }) => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payloadOf(request).chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw malformed();
    chunks.push(chunk);
  }
  const xml = Buffer.concat(chunks).toString();
  const keys = textsOf(xml, "Key");
  if (keys.length === 0 || keys.length > MAX_OBJECTS) throw malformed();
  for (const key of keys) await store.remove(request.bucket, key);
  const isQuiet = textsOf(xml, "Quiet")[0] === "true";
  const deleted = isQuiet ? [] : keys.map((key) => `<Deleted>${elementOf("Key", key)}</Deleted>`);
  sendXml(response, 200, documentOf("DeleteResult", deleted));
};

const malformed = () => new S3Error("MalformedXML", 400, "The XML you provided was not well-formed.");
