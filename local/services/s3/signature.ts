import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Access, Signer } from "#local/access/access.ts";
import { accessDenied, invalidArgument, S3Error } from "./errors.ts";
import { encode, getHeader, queryValue, type S3Request } from "./request.ts";

const ALGORITHM = "AWS4-HMAC-SHA256";
const SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 3_600;

type Signed = { credential: string; signedHeaders: string[]; signature: string; date: string; payloadHash: string };

/**
 * Verifies a request's signature, in its headers or, if presigned, in its query, and returns its signer.
 * Throws InvalidAccessKeyId, AccessDenied (missing, expired), SignatureDoesNotMatch, RequestTimeTooSkewed and similar errors.
 */
export function verifySignature(request: S3Request, now: Date, access: Access): Signer {
  const isPresigned = queryValue(request, "X-Amz-Algorithm") !== undefined;
  const signed = isPresigned ? presigned(request, now) : headerSigned(request, now);
  const { scope, region, day } = parseScope(signed.credential, signed.date);
  const token = isPresigned ? queryValue(request, "X-Amz-Security-Token") : getHeader(request, "x-amz-security-token");
  const signer = signerWith(signed.credential, token);
  const secret = getSecret(signer, access);
  refuseUnsignedHeaders(request, signed.signedHeaders);
  const toSign = [ALGORITHM, signed.date, scope, sha256(toCanonicalRequest(request, signed))].join("\n");
  if (!equals(sign(secret, toSign, day, region), signed.signature)) throw signatureMismatch();
  return signer;
}

/** Verifies the signature of a POST policy, which is over its base64 text, and returns its signer. */
export function verifyPolicySignature(
  field: (name: string) => string | undefined,
  policy: string,
  access: Access,
): Signer {
  const [algorithm, credential, date, signature] = ["algorithm", "credential", "date", "signature"].map((name) =>
    field(`x-amz-${name}`),
  );
  if (!credential || !date || !signature) throw accessDenied();
  if (algorithm !== ALGORITHM) throw invalidArgument(`X-Amz-Algorithm must be ${ALGORITHM}`);
  const { region, day } = parseScope(credential, date);
  const signer = signerWith(credential, field("x-amz-security-token"));
  if (!equals(sign(getSecret(signer, access), policy, day, region), signature)) throw signatureMismatch();
  return signer;
}

const signerWith = (credential: string, sessionToken: string | undefined): Signer => ({
  accessKeyId: credential.split("/")[0],
  sessionToken,
});

/** A key of temporary credentials is unknown without its session's token. */
function getSecret(signer: Signer, access: Access): string {
  const secret = access.findSecret(signer);
  if (secret === undefined) throw unknownKey();
  return secret;
}

function headerSigned(request: S3Request, now: Date): Signed {
  const authorization = getHeader(request, "authorization");
  if (!authorization) throw accessDenied();
  const [, credential, headers, signature] =
    /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]+)$/.exec(authorization) ??
    [];
  const date = getHeader(request, "x-amz-date");
  const payloadHash = getHeader(request, "x-amz-content-sha256");
  if (!credential || !headers || !signature) {
    throw new S3Error("AuthorizationHeaderMalformed", 400, "The authorization header is malformed.");
  }
  if (!payloadHash) throw new S3Error("InvalidRequest", 400, "Missing required header: x-amz-content-sha256");
  if (!date || Math.abs(parseTime(date) - now.getTime()) > SKEW_MS) {
    const message = "The difference between the request time and the current time is too large.";
    throw new S3Error("RequestTimeTooSkewed", 403, message);
  }
  return { credential, signature, date, payloadHash, signedHeaders: headers.split(";") };
}

function presigned(request: S3Request, now: Date): Signed {
  const [algorithm, credential, date, expires, headers, signature] = [
    "Algorithm",
    "Credential",
    "Date",
    "Expires",
    "SignedHeaders",
    "Signature",
  ].map((name) => queryValue(request, `X-Amz-${name}`));
  if (algorithm !== ALGORITHM || !credential || !date || !expires || !headers || !signature) {
    throw queryError(
      "Query-string authentication needs X-Amz-Algorithm, Credential, Signature, Date, SignedHeaders, Expires.",
    );
  }
  if (!/^\d+$/.test(expires) || Number(expires) > MAX_EXPIRES_SECONDS) {
    throw queryError("X-Amz-Expires must be a number of at most 604800 seconds");
  }
  const age = now.getTime() - parseTime(date);
  if (age > Number(expires) * 1_000) throw accessDenied("Request has expired");
  if (age < -SKEW_MS) throw accessDenied("Request is not yet valid");
  const payloadHash = getHeader(request, "x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD";
  return { credential, signature, date, payloadHash, signedHeaders: headers.split(";") };
}

function parseScope(credential: string, date: string): { scope: string; region: string; day: string } {
  const [accessKey = "", day = "", region = "", service, terminator] = credential.split("/");
  if (!/^[A-Za-z0-9]{16,128}$/.test(accessKey)) {
    throw unknownKey();
  }
  if (service !== "s3" || terminator !== "aws4_request" || region === "" || !date.startsWith(day)) {
    throw new S3Error("AuthorizationHeaderMalformed", 400, "The credential's scope is not that of an S3 request.");
  }
  return { scope: `${day}/${region}/s3/aws4_request`, region, day };
}

/** S3 requires the host and every x-amz header to be signed. */
function refuseUnsignedHeaders({ incoming }: S3Request, signedHeaders: string[]): void {
  const missing = Object.keys(incoming.headers).filter(
    (name) => (name === "host" || name.startsWith("x-amz-")) && !signedHeaders.includes(name),
  );
  // The SDK presigns without the payload's hash, and S3 accepts that header unsigned.
  if (missing.some((name) => name !== "x-amz-content-sha256")) {
    throw accessDenied("There were headers present in the request which were not signed");
  }
}

function toCanonicalRequest(request: S3Request, { signedHeaders, payloadHash }: Signed): string {
  const query = request.query
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort();
  const headers = signedHeaders.map(
    (name) => `${name}:${(getHeader(request, name) ?? "").trim().replace(/ +/g, " ")}\n`,
  );
  const path = request.path.split("/").map(encode).join("/");
  return [request.method, path, query.join("&"), headers.join(""), signedHeaders.join(";"), payloadHash].join("\n");
}

const MAX_KEYS = 100;
const keysOfDay = new Map<string, Buffer>();

/** The same for every request that a signer makes in a day. */
function signingKey(secret: string, day: string, region: string): Buffer {
  const scope = `${secret}/${day}/${region}`;
  const cached = keysOfDay.get(scope);
  if (cached) return cached;
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (last, part) => createHmac("sha256", last).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  if (keysOfDay.size >= MAX_KEYS) keysOfDay.clear();
  keysOfDay.set(scope, key);
  return key;
}

const sign = (secret: string, text: string, day: string, region: string): string =>
  createHmac("sha256", signingKey(secret, day, region))
    .update(text)
    .digest("hex");

/** Epoch milliseconds of a date like 20260101T120000Z. */
function parseTime(date: string): number {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw accessDenied("A signature needs an X-Amz-Date like 20260101T120000Z");
  return time;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const equals = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
const queryError = (message: string) => new S3Error("AuthorizationQueryParametersError", 400, message);
const unknownKey = () =>
  new S3Error("InvalidAccessKeyId", 403, "The AWS Access Key Id you provided does not exist in our records.");
const signatureMismatch = () =>
  new S3Error(
    "SignatureDoesNotMatch",
    403,
    "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
  );
