import { open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { objectArn } from "#local/template/names.ts";
import { checksumHeader } from "./checksums.ts";
import { authorize, quoteEtag, type S3Handler } from "./context.ts";
import { noSuchKey, S3Error } from "./errors.ts";
import { getHeader, queryValue, type S3Request } from "./request.ts";
import type { StoredObject } from "./store.ts";

const OVERRIDES = [
  "content-type",
  "content-language",
  "expires",
  "cache-control",
  "content-disposition",
  "content-encoding",
];

/** GetObject and HeadObject with one range, conditions and the response headers that the query overrides. */
export const getObject: S3Handler = async (request, response, call) => {
  const { store } = call;
  authorize(call, { action: "s3:GetObject", resource: objectArn(request.bucket, request.key) });
  const object = store.find(request.bucket, request.key);
  if (!object) throw noSuchKey();
  describe(request, response, object);
  if (isUnchanged(request, object)) {
    response.writeHead(304).end();
    return;
  }
  const range = parseRange(getHeader(request, "range"), object.size);
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  if (range) response.setHeader("content-range", `bytes ${start}-${end}/${object.size}`);
  response.writeHead(range ? 206 : 200, { "content-length": end - start + 1 });
  if (request.method === "HEAD" || object.size === 0) {
    response.end();
    return;
  }
  // An open file can be read to its end even if the object is replaced meanwhile.
  const file = await open(store.getPath(object));
  await pipeline(file.createReadStream({ start, end }), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
};

function describe(request: S3Request, response: ServerResponse, object: StoredObject): void {
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value);
  for (const [name, value] of Object.entries(object.metadata)) response.setHeader(`x-amz-meta-${name}`, value);
  for (const name of OVERRIDES) {
    const value = queryValue(request, `response-${name}`);
    if (value !== undefined) response.setHeader(name, value);
  }
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("etag", quoteEtag(object.etag));
  response.setHeader("last-modified", new Date(object.modified).toUTCString());
  // The checksum is of the whole object, so it doesn't apply to a range.
  if (object.checksum && getHeader(request, "x-amz-checksum-mode") === "ENABLED" && !getHeader(request, "range")) {
    response.setHeader(checksumHeader(object.checksum.algorithm), object.checksum.value);
    response.setHeader("x-amz-checksum-type", "FULL_OBJECT");
  }
}

function isUnchanged(request: S3Request, { etag, modified }: StoredObject): boolean {
  const names = (header: string) =>
    getHeader(request, header)
      ?.split(",")
      .map((name) => name.trim());
  const [match, noneMatch] = [names("if-match"), names("if-none-match")];
  if (match && !match.includes("*") && !match.includes(quoteEtag(etag))) {
    throw new S3Error("PreconditionFailed", 412, "At least one of the pre-conditions you specified did not hold");
  }
  if (noneMatch) return noneMatch.includes("*") || noneMatch.includes(quoteEtag(etag));
  const since = Date.parse(getHeader(request, "if-modified-since") ?? "");
  return Math.floor(modified / 1_000) * 1_000 <= since;
}

/** The bytes of a Range header; as on S3, multiple ranges are ignored. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || start >= size) throw new S3Error("InvalidRange", 416, "The requested range is not satisfiable");
  return { start, end };
}
