import { pipeline, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { EdgeResponse } from "./message.ts";

/** Content types that CloudFront compresses, within the size limits below. */
const COMPRESSIBLE =
  /^(text\/|application\/(javascript|json|xml|manifest\+json|[\w.-]+\+(json|xml)|wasm|vnd\.ms-fontobject|x-javascript)|image\/svg\+xml|font\/(otf|ttf))/;
const MIN_BYTES = 1_000;
const MAX_BYTES = 10_000_000;

const getSize = ({ body, headers }: EdgeResponse) =>
  Buffer.isBuffer(body) ? body.length : Number(headers["content-length"] ?? 0);

/** Compresses the response in the viewer's best encoding where CloudFront would. */
export function compress(response: EdgeResponse, acceptEncoding = ""): EdgeResponse {
  const { headers, status } = response;
  const size = getSize(response);
  const encoding = /\bbr\b/.test(acceptEncoding) ? "br" : /\bgzip\b/.test(acceptEncoding) ? "gzip" : undefined;
  const isEligible = status === 200 && size >= MIN_BYTES && size <= MAX_BYTES && !headers["content-encoding"];
  if (!encoding || !isEligible || !COMPRESSIBLE.test(headers["content-type"] ?? "")) return response;

  const encoder =
    encoding === "br" ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : createGzip();
  const { "content-length": _size, etag, ...rest } = headers;
  const source = Buffer.isBuffer(response.body) ? Readable.from([response.body]) : response.body;
  return {
    ...response,
    headers: {
      ...rest,
      ...(etag && { etag: etag.startsWith("W/") ? etag : `W/${etag}` }),
      "content-encoding": encoding,
      vary: "Accept-Encoding",
    },
    body: pipeline(source, encoder, () => {}),
  };
}
