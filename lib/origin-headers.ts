import type { DistributionConfig } from "@aws-sdk/client-cloudfront";
import { ORIGIN_HEADER } from "#shared/origin-secret.ts";

/** The configuration of a distribution with another value of the header wherever an origin has it. */
export function withOriginSecret({ Origins, ...config }: DistributionConfig, value: string): DistributionConfig {
  const items = (Origins?.Items ?? []).map((origin) => {
    const headers = (origin.CustomHeaders?.Items ?? []).map((header) =>
      header.HeaderName?.toLowerCase() === ORIGIN_HEADER ? { ...header, HeaderValue: value } : header,
    );
    return { ...origin, CustomHeaders: { Quantity: headers.length, Items: headers } };
  });
  return { ...config, Origins: { Quantity: items.length, Items: items } };
}
