import type { DistributionConfig } from "@aws-sdk/client-cloudfront";
import { ORIGIN_HEADER, type OriginSecret } from "#shared/origin-secret.ts";

const isSecret = ({ HeaderName }: { readonly HeaderName?: string | undefined }) =>
  HeaderName?.toLowerCase() === ORIGIN_HEADER;

/** The value of the header that a distribution sends; `undefined` where none of its origins gets it. */
export const findOriginSecret = ({ Origins }: DistributionConfig): string | undefined =>
  Origins?.Items?.flatMap(({ CustomHeaders }) => CustomHeaders?.Items ?? []).find(isSecret)?.HeaderValue;

/** The configuration of a distribution with another value of the header wherever an origin has it. */
export function withOriginSecret({ Origins, ...config }: DistributionConfig, value: string): DistributionConfig {
  const items = (Origins?.Items ?? []).map((origin) => {
    const headers = (origin.CustomHeaders?.Items ?? []).map((header) =>
      isSecret(header) ? { ...header, HeaderValue: value } : header,
    );
    return { ...origin, CustomHeaders: { Quantity: headers.length, Items: headers } };
  });
  return { ...config, Origins: { Quantity: items.length, Items: items } };
}

/**
 * Values that the functions accept after the rotation: a fresh one, which CloudFront sends next, and the one it sends
 * now. A rotation that was interrupted before CloudFront changed is resumed with its value. `sent` is undefined where
 * it can't be determined.
 */
export function rotateOriginSecret(stored: OriginSecret, sent: string | undefined, fresh: string): OriginSecret {
  if (sent === undefined || sent === stored.current) return { current: fresh, previous: stored.current };
  if (sent === stored.previous) return stored;
  throw new Error("CloudFront sends neither of the two good values: deploy the stage first.");
}
