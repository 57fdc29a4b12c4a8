import { createHash, timingSafeEqual } from "node:crypto";
import { ORIGIN_HEADER, OriginSecret } from "#shared/origin-secret.ts";
import { openSecret } from "../secrets/open-secret.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/** True for requests that came through CloudFront, by the secret header. Throws if the secret can't be read. */
export type FromEdge = (headers: Headers | undefined) => Promise<boolean>;

const sha256 = (text: string) => createHash("sha256").update(text).digest();

function isCurrentSecret(sent: string, text: string) {
  const { current, previous } = OriginSecret.parse(JSON.parse(text));
  const matches = (value: string) => timingSafeEqual(sha256(sent), sha256(value));
  return [current, previous].filter((value) => value !== undefined).some(matches);
}

/** API Gateway keeps the case of a WebSocket handshake's headers. */
const findHeader = (headers: Headers = {}) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === ORIGIN_HEADER)?.[1];

/** An unknown value triggers another read of the secret, since it may have been rotated. */
export function openFromEdge(secretArn: string): FromEdge {
  const secret = openSecret(secretArn);
  return async (headers) => {
    const sent = findHeader(headers);
    if (!sent) return false;
    const stored = await secret.read();
    if (isCurrentSecret(sent, stored)) return true;
    const renewed = await secret.renew(stored);
    return renewed !== undefined && isCurrentSecret(sent, renewed);
  };
}
