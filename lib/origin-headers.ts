import type { DistributionConfig } from "@aws-sdk/client-cloudfront";
import { ORIGIN_HEADER, type OriginSecret } from "#shared/origin-secret.ts";

const isSecret = ({ HeaderName }: { readonly HeaderName?: string | undefined }) =>
  HeaderName?.toLowerCase() === ORIGIN_HEADER;

/** The value of the header that a distribution sends; `undefined` where none of its origins gets it. */
export const originSecretIn = ({ Origins }: DistributionConfig): string | undefined =>
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
 * What the functions take from now on: a fresh value, which CloudFront sends next, and the one that it sends now. Where a
 * rotation broke off before CloudFront changed, its value is gone on with. `sent` is undefined where nobody can tell.
 */
export function rotateOriginSecret(stored: OriginSecret, sent: string | undefined, fresh: string): OriginSecret {
  if (sent === undefined || sent === stored.current) return { current: fresh, previous: stored.current };
  if (sent === stored.previous) return stored;
  throw new Error("CloudFront sends neither of the two good values: deploy the stage first.");
}
