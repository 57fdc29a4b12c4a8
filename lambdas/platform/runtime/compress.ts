import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** Bytes below which compression saves no network packet. */
const MIN_BYTES = 1_000;

const COMPRESSIBLE = /^(text\/|application\/(json|xml|[\w.-]+\+(json|xml))\b)/;

/** Higher levels of brotli take several times as long for a few per cent. */
const BROTLI_LEVEL = 4;

const ENCODERS = {
  br: (body: string) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: (body: string) => gzipSync(body),
} as const;

type Encoding = keyof typeof ENCODERS;

/** True if the header lists the encoding with a weight other than zero (RFC 9110, 12.5.3). */
const accepts = (acceptEncoding: string, encoding: Encoding) =>
  acceptEncoding.split(",").some((entry) => {
    const [name, ...parameters] = entry.toLowerCase().split(";");
    return name?.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });

const selectEncoding = (acceptEncoding: string) =>
  (Object.keys(ENCODERS) as Encoding[]).find((encoding) => accepts(acceptEncoding, encoding));

/**
 * The answer in the caller's best encoding, since API Gateway doesn't compress and CloudFront only cacheable responses.
 * Answers with cookies stay uncompressed, so that their size discloses nothing about tokens. Synchronous, because a process
 * serves one call at a time.
 */
export function compressResponse(
  { headers: { "accept-encoding": acceptEncoding = "" } }: Pick<APIGatewayProxyEventV2, "headers">,
  answer: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const { body, headers, cookies, isBase64Encoded } = answer;
  const isEligible = COMPRESSIBLE.test(String(headers?.["content-type"] ?? "")) && !cookies && !isBase64Encoded;
  if (!body || !isEligible || Buffer.byteLength(body) < MIN_BYTES) return answer;
  const varying = { ...headers, vary: "Accept-Encoding" };
  const encoding = selectEncoding(acceptEncoding);
  if (!encoding) return { ...answer, headers: varying };
  const compressed = ENCODERS[encoding](body);
  return {
    ...answer,
    headers: { ...varying, "content-encoding": encoding },
    body: compressed.toString("base64"),
    isBase64Encoded: true,
  };
}
