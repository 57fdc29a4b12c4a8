import { createHash } from "node:crypto";
import { readChunks } from "../http-server.ts";
import { ByteReader } from "./byte-reader.ts";
import { type Checksum, checksumHeader, createHasher, type Hasher, hashHasher, parseAlgorithm } from "./checksums.ts";
import { notImplemented, S3Error } from "./errors.ts";
import { getHeader, type S3Request } from "./request.ts";

export type Payload = {
  /** The body without aws-chunked framing; throws at its end when it doesn't match the headers. */
  chunks: AsyncIterable<Buffer>;
  /** The checksum that was sent with the body; known once `chunks` has ended. */
  checksum(): Checksum | undefined;
};

type Check = { hasher: Hasher; expected(): string | undefined; failure: () => S3Error };

/** Streams a request's body: decodes aws-chunked framing and verifies hashes, checksums and the length. */
export function readPayload(request: S3Request): Payload {
  const trailers = new Map<string, string>();
  const isFramed = getHeader(request, "content-encoding")?.includes("aws-chunked") ?? false;
  const contentHash = getHeader(request, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD";
  if (contentHash.startsWith("STREAMING-AWS4")) throw notImplemented("The S3 stand-in can't check signed chunks");
  const source = readChunks(request.incoming);
  const algorithm = findAlgorithm(request);
  const sent = () => {
    const header = algorithm === undefined ? undefined : checksumHeader(algorithm);
    return header === undefined ? undefined : (getHeader(request, header) ?? trailers.get(header));
  };
  const checks = listChecks(request, contentHash);
  if (algorithm) checks.push({ hasher: createHasher(algorithm), expected: sent, failure: badDigest });
  return {
    chunks: checked(isFramed ? decodeChunks(source, trailers) : source, checks, findLength(request, isFramed)),
    checksum: () => {
      const value = sent();
      return algorithm && value ? { algorithm, value } : undefined;
    },
  };
}

function listChecks(request: S3Request, contentHash: string): Check[] {
  const checks: Check[] = [];
  const md5 = getHeader(request, "content-md5");
  if (md5) checks.push({ hasher: hashHasher(createHash("md5"), "base64"), expected: () => md5, failure: badDigest });
  if (/^[0-9a-f]{64}$/.test(contentHash)) {
    const hasher = hashHasher(createHash("sha256"), "hex");
    checks.push({ hasher, expected: () => contentHash, failure: contentMismatch });
  }
  return checks;
}

function findAlgorithm(request: S3Request): string | undefined {
  const promised = getHeader(request, "x-amz-trailer")?.trim().toLowerCase() ?? "";
  const headers = [promised, ...Object.keys(request.incoming.headers)];
  return headers.map(parseAlgorithm).find((algorithm) => algorithm !== undefined);
}

function findLength(request: S3Request, isFramed: boolean): number | undefined {
  const length = getHeader(request, isFramed ? "x-amz-decoded-content-length" : "content-length");
  return length === undefined ? undefined : Number(length);
}

async function* checked(source: AsyncIterable<Buffer>, checks: Check[], length: number | undefined) {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    for (const { hasher } of checks) hasher.update(chunk);
    yield chunk;
  }
  if (length !== undefined && size !== length) throw incompleteBody();
  for (const { hasher, expected, failure } of checks) if (hasher.value() !== expected()) throw failure();
}

/** Chunks are `<hex size>[;extensions]CRLF bytes CRLF`; the last has size 0 and is followed by trailers. */
async function* decodeChunks(source: AsyncIterable<Buffer>, trailers: Map<string, string>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  for (;;) {
    const size = /^([0-9a-f]+)(?:;.*)?$/i.exec(await reader.line())?.[1];
    if (size === undefined) throw incompleteBody();
    if (Number.parseInt(size, 16) === 0) break;
    yield* reader.bytes(Number.parseInt(size, 16));
    if ((await reader.line()) !== "") throw incompleteBody();
  }
  for (let line = await reader.line(); line !== ""; line = await reader.line()) {
    const colon = line.indexOf(":");
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}

const badDigest = () =>
  new S3Error("BadDigest", 400, "The checksum or Content-MD5 you specified did not match what we received.");
const contentMismatch = () =>
  new S3Error(
    "XAmzContentSHA256Mismatch",
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
const incompleteBody = () =>
  new S3Error(
    "IncompleteBody",
    400,
    "You did not provide the number of bytes specified by the Content-Length HTTP header",
  );
