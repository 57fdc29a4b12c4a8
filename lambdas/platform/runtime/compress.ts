import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** Below this many bytes an answer fits into the network packets that it takes anyway. */
const MIN_BYTES = 1_000;

const COMPRESSIBLE = /^(text\/|application\/(json|xml|[\w.-]+\+(json|xml))\b)/;

/** Higher levels of brotli take several times as long for a few per cent. */
const BROTLI_LEVEL = 4;

const ENCODERS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const;

type Encoding = keyof typeof ENCODERS;

/** True if the header lists the encoding with a weight other than zero (RFC 9110, 12.5.3). */
const accepts = (acceptEncoding: string, encoding: Encoding) =>
  acceptEncoding.split(",").some((entry) => {
    const [name, ...parameters] = entry.toLowerCase().split(";");
    return name?.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });

const encodingFor = (acceptEncoding: string) =>
  (Object.keys(ENCODERS) as Encoding[]).find((encoding) => accepts(acceptEncoding, encoding));

/**
 * The answer in the caller's best encoding. API Gateway compresses nothing, and CloudFront only what its policies let it
 * cache. Answers that set cookies stay as they are, so that the size of a token's answer tells nothing of the token.
 */
export async function compressAnswer(
  { headers: { "accept-encoding": acceptEncoding = "" } }: Pick<APIGatewayProxyEventV2, "headers">,
  answer: APIGatewayProxyStructuredResultV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body, headers, cookies, isBase64Encoded } = answer;
  const isEligible = COMPRESSIBLE.test(String(headers?.["content-type"] ?? "")) && !cookies && !isBase64Encoded;
  if (!body || !isEligible || Buffer.byteLength(body) < MIN_BYTES) return answer;
  const varying = { ...headers, vary: "Accept-Encoding" };
  const encoding = encodingFor(acceptEncoding);
  if (!encoding) return { ...answer, headers: varying };
  const compressed = await ENCODERS[encoding](Buffer.from(body));
  return {
    ...answer,
    headers: { ...varying, "content-encoding": encoding },
    body: compressed.toString("base64"),
    isBase64Encoded: true,
  };
}
