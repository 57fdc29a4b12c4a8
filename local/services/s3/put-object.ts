import { objectArn } from "#local/template/names.ts";
import { checksumHeader } from "./checksums.ts";
import { authorize, quoteEtag, type S3Handler, sendXml } from "./context.ts";
import { invalidArgument, noSuchKey, S3Error } from "./errors.ts";
import { readPayload } from "./payload.ts";
import { decode, getHeader, type S3Request } from "./request.ts";
import type { ObjectDescription } from "./store.ts";
import { renderDocument } from "./xml.ts";

const STORED_HEADERS = ["cache-control", "content-disposition", "content-encoding", "content-language", "expires"];
const METADATA = "x-amz-meta-";
const DEFAULT_TYPE = "binary/octet-stream";

/** The headers and metadata that S3 stores with an object, from the request's fields (lower-case names). */
export function describe(fields: Iterable<readonly [name: string, value: string]>): ObjectDescription {
  const headers: Record<string, string> = { "content-type": DEFAULT_TYPE };
  const metadata: Record<string, string> = {};
  for (const [name, value] of fields) {
    if (name.startsWith(METADATA)) metadata[name.slice(METADATA.length)] = value;
    else if (name === "content-type" || STORED_HEADERS.includes(name)) headers[name] = value;
  }
  const encodings = headers["content-encoding"]?.split(",").map((encoding) => encoding.trim());
  const encoding = encodings?.filter((name) => name !== "" && name !== "aws-chunked").join(",");
  if (encoding) headers["content-encoding"] = encoding;
  else delete headers["content-encoding"];
  return { headers, metadata };
}

export const putObject: S3Handler = async (request, response, call) => {
  const { store, created } = call;
  const { bucket, key } = request;
  authorize(call, { action: "s3:PutObject", resource: objectArn(bucket, key) });
  if (!getHeader(request, "content-length") && !getHeader(request, "transfer-encoding")) {
    throw new S3Error("MissingContentLength", 411, "You must provide the Content-Length HTTP header.");
  }
  const payload = readPayload(request);
  const written = await store.write(payload.chunks);
  const onlyIfAbsent = getHeader(request, "if-none-match") === "*";
  const object = { bucket, key, onlyIfAbsent, ...describe(listHeaders(request)) };
  const stored = await store.commit(object, written, payload.checksum());
  response.setHeader("etag", quoteEtag(stored.etag));
  if (stored.checksum) response.setHeader(checksumHeader(stored.checksum.algorithm), stored.checksum.value);
  response.writeHead(200, { "content-length": 0 }).end();
  created(stored);
};

export const copyObject: S3Handler = async (request, response, call) => {
  const { store, buckets, created } = call;
  const { bucket, key } = request;
  const source = parseSource(request);
  authorize(
    call,
    { action: "s3:GetObject", resource: objectArn(source.bucket, source.key) },
    { action: "s3:PutObject", resource: objectArn(bucket, key) },
  );
  const replaces = getHeader(request, "x-amz-metadata-directive") === "REPLACE";
  if (source.bucket === bucket && source.key === key && !replaces) {
    throw new S3Error(
      "InvalidRequest",
      400,
      "This copy request is illegal: an object can't be copied to itself unchanged.",
    );
  }
  buckets.check(source.bucket);
  const from = store.find(source.bucket, source.key);
  if (!from) throw noSuchKey();
  const description = replaces ? describe(listHeaders(request)) : { headers: from.headers, metadata: from.metadata };
  const stored = await store.commit({ bucket, key, ...description }, await store.copyBytes(from), from.checksum);
  sendXml(
    response,
    200,
    renderDocument("CopyObjectResult", [
      ["ETag", quoteEtag(stored.etag)],
      ["LastModified", new Date(stored.modified).toISOString()],
    ]),
  );
  created(stored);
};

function parseSource(request: S3Request): { bucket: string; key: string } {
  const path = decode(getHeader(request, "x-amz-copy-source") ?? "").replace(/^\//, "");
  const [, bucket, key] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
  if (!bucket || !key) throw invalidArgument("x-amz-copy-source must be a bucket and a key");
  return { bucket, key };
}

function listHeaders({ incoming }: S3Request): [string, string][] {
  return Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
}
