import { objectArn } from "#local/template/names.ts";
import { authorize, type S3Handler, sendXml } from "./context.ts";
import { S3Error } from "./errors.ts";
import { readPayload } from "./payload.ts";
import { getHeader } from "./request.ts";
import { listTexts, renderDocument, renderElement } from "./xml.ts";

const MAX_OBJECTS = 1_000;
const MAX_BYTES = 2 * 1024 * 1024;

/** Deleting a missing object succeeds. */
export const deleteObject: S3Handler = async ({ bucket, key }, response, call) => {
  const { store } = call;
  authorize(call, { action: "s3:DeleteObject", resource: objectArn(bucket, key) });
  await store.remove(bucket, key);
  response.writeHead(204).end();
};

/** Each key is authorized by itself: the response is a 200 that names those refused. The request needs a hash. */
export const deleteObjects: S3Handler = async (request, response, { store, access, signer }) => {
  const chunks: Buffer[] = [];
  let size = 0;
  const payload = readPayload(request);
  for await (const chunk of payload.chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw malformed();
    chunks.push(chunk);
  }
  if (!payload.checksum() && !getHeader(request, "content-md5")) throw unhashed();
  const xml = Buffer.concat(chunks).toString();
  const keys = listTexts(xml, "Key");
  if (keys.length === 0 || keys.length > MAX_OBJECTS) throw malformed();
  const isQuiet = listTexts(xml, "Quiet")[0] === "true";
  const results: string[] = [];
  for (const key of keys) {
    const authorization = { action: "s3:DeleteObject", resource: objectArn(request.bucket, key) };
    const refusal = access.findRefusal(signer, [authorization]);
    if (refusal) results.push(renderError(key, refusal.message));
    else await store.remove(request.bucket, key);
    if (!refusal && !isQuiet) results.push(`<Deleted>${renderElement("Key", key)}</Deleted>`);
  }
  sendXml(response, 200, renderDocument("DeleteResult", results));
};

const renderError = (key: string, message: string) =>
  `<Error>${renderElement("Key", key)}${renderElement("Code", "AccessDenied")}${renderElement("Message", message)}</Error>`;

const unhashed = () =>
  new S3Error("InvalidRequest", 400, "Missing required header for this request: Content-MD5 OR x-amz-checksum-*");
const malformed = () => new S3Error("MalformedXML", 400, "The XML you provided was not well-formed.");
