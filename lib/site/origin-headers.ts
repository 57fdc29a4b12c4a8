import type { DistributionConfig } from "@aws-sdk/client-cloudfront";
import { ORIGIN_HEADER, type OriginSecret } from "#shared/origin-secret.ts";

const isSecret = ({ HeaderName }: { readonly HeaderName?: string | undefined }) =>
  HeaderName?.toLowerCase() === ORIGIN_HEADER;

/** The header's value in a distribution's configuration; `undefined` if no origin has it. */
export const findOriginSecret = ({ Origins }: DistributionConfig): string | undefined =>
  Origins?.Items?.flatMap(({ CustomHeaders }) => CustomHeaders?.Items ?? []).find(isSecret)?.HeaderValue;

/** The distribution's configuration with a new value of the header at every origin that has it. */
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
 * Values that functions accept during a rotation: the fresh one, which CloudFront sends next, and the one it sends now.
 * A rotation that was interrupted before CloudFront was updated resumes with its own value. `sent` is undefined if unknown.
 */
export function rotateOriginSecret(stored: OriginSecret, sent: string | undefined, fresh: string): OriginSecret {
  if (sent === undefined || sent === stored.current) return { current: fresh, previous: stored.current };
  if (sent === stored.previous) return stored;
  throw new Error("CloudFront sends neither of the two valid values. Deploy the stage first.");
}
