import * as z from "zod/mini";
import { BooleanOrText, NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

/** Which headers, cookies or query parameters are forwarded to the origin. */
export type Selection = { kind: "all" | "none" } | { kind: "only" | "except"; names: string[] };

/** A cache policy's TTLs in seconds: the bounds, and the default for responses without Cache-Control. */
export interface Lifetimes {
  min: number;
  standard: number;
  max: number;
}

/** Headers, cookies and parameters that a cache or origin request policy forwards, its TTLs and its compression. */
export interface Forwarding {
  lifetimes: Lifetimes;
  headers: Selection;
  cookies: Selection;
  query: Selection;
  compresses: boolean;
}

const none: Selection = { kind: "none" };
const all: Selection = { kind: "all" };
const only = (...names: string[]): Selection => ({ kind: "only", names });

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const DAY_SECONDS = 24 * 60 * 60;

export const UNCACHED: Lifetimes = { min: 0, standard: 0, max: 0 };
const OPTIMIZED: Lifetimes = { min: 1, standard: DAY_SECONDS, max: YEAR_SECONDS };
const AS_ORIGIN_SAYS: Lifetimes = { min: 0, standard: 0, max: YEAR_SECONDS };

const NOTHING: Forwarding = { lifetimes: UNCACHED, headers: none, cookies: none, query: none, compresses: false };

/** Amazon's managed policies by their fixed ids. */
const MANAGED: Record<string, Forwarding> = {
  "4135ea2d-6df8-44a3-9df3-4b5a84be39ad": NOTHING,
  "658327ea-f89d-4fab-a63d-7e88639e58f6": { ...NOTHING, lifetimes: OPTIMIZED, compresses: true },
  "b2884449-e4de-46a7-ac36-70bc7f1ddd6d": { ...NOTHING, lifetimes: OPTIMIZED },
  "83da9c7e-98b4-4e11-a168-04f0df8e2c65": {
    ...NOTHING,
    lifetimes: AS_ORIGIN_SAYS,
    headers: only("origin"),
    cookies: all,
    compresses: true,
  },
  "4cc15a8a-d715-48a4-82b8-cc0b614638fe": {
    lifetimes: AS_ORIGIN_SAYS,
    headers: only("origin"),
    cookies: all,
    query: all,
    compresses: true,
  },
  "b689b0a8-53d0-40ab-baf2-68738e2966ac": {
    lifetimes: UNCACHED,
    headers: { kind: "except", names: ["host"] },
    cookies: all,
    query: all,
    compresses: false,
  },
  "216adef6-5c7f-47e4-b989-5492eafa07d3": {
    lifetimes: UNCACHED,
    headers: all,
    cookies: all,
    query: all,
    compresses: false,
  },
  "33f36d7e-f396-46d9-90e0-52428a34d9dc": {
    lifetimes: UNCACHED,
    headers: all,
    cookies: all,
    query: all,
    compresses: false,
  },
  "88a5eaf4-2fd4-4709-b370-b4c650ea3fcf": {
    ...NOTHING,
    headers: only("origin", "access-control-request-headers", "access-control-request-method"),
  },
  "59781a5b-3903-41f3-afcb-af62929ccde1": { ...NOTHING, headers: only("origin") },
  "acba4595-bd28-49b8-b9fe-13317c0390fa": { ...NOTHING, headers: only("user-agent", "referer") },
};

const Names = z.optional(z.array(z.string()));
const Parameters = z.object({
  CookiesConfig: z.object({ CookieBehavior: z.string(), Cookies: Names }),
  HeadersConfig: z.object({ HeaderBehavior: z.string(), Headers: Names }),
  QueryStringsConfig: z.object({ QueryStringBehavior: z.string(), QueryStrings: Names }),
  EnableAcceptEncodingBrotli: z.optional(BooleanOrText),
  EnableAcceptEncodingGzip: z.optional(BooleanOrText),
});
const CacheProperties = z.object({
  CachePolicyConfig: z.object({
    MinTTL: NumberOrText,
    DefaultTTL: NumberOrText,
    MaxTTL: NumberOrText,
    ParametersInCacheKeyAndForwardedToOrigin: Parameters,
  }),
});
const RequestProperties = z.object({ OriginRequestPolicyConfig: Parameters });

function toSelection(behavior: string, names: string[] | undefined): Selection {
  if (behavior.startsWith("allViewer") || behavior === "all") return all;
  if (behavior === "none") return none;
  return { kind: behavior === "allExcept" ? "except" : "only", names: (names ?? []).map((name) => name.toLowerCase()) };
}

const toForwarding = (parameters: z.infer<typeof Parameters>, lifetimes: Lifetimes): Forwarding => ({
  lifetimes,
  headers: toSelection(parameters.HeadersConfig.HeaderBehavior, parameters.HeadersConfig.Headers),
  cookies: toSelection(parameters.CookiesConfig.CookieBehavior, parameters.CookiesConfig.Cookies),
  query: toSelection(parameters.QueryStringsConfig.QueryStringBehavior, parameters.QueryStringsConfig.QueryStrings),
  compresses: Boolean(parameters.EnableAcceptEncodingBrotli || parameters.EnableAcceptEncodingGzip),
});

/** Finds a policy of the template or a managed one by id. Throws for an unknown id. */
export function readForwarding(resolver: Resolver): (policyId: string | undefined) => Forwarding {
  const own = new Map<string, Forwarding>();
  for (const resource of resolver.listResources("AWS::CloudFront::CachePolicy")) {
    const { CachePolicyConfig } = parseProperties(resource, CacheProperties);
    own.set(
      resolver.getName(resource.logicalId),
      toForwarding(CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin, {
        min: CachePolicyConfig.MinTTL,
        standard: CachePolicyConfig.DefaultTTL,
        max: CachePolicyConfig.MaxTTL,
      }),
    );
  }
  for (const resource of resolver.listResources("AWS::CloudFront::OriginRequestPolicy")) {
    const { OriginRequestPolicyConfig } = parseProperties(resource, RequestProperties);
    own.set(resolver.getName(resource.logicalId), toForwarding(OriginRequestPolicyConfig, UNCACHED));
  }
  return (policyId) => {
    if (!policyId) return NOTHING;
    const policy = own.get(policyId) ?? MANAGED[policyId];
    if (!policy) throw new Error(`The laptop doesn't support the CloudFront policy ${policyId}`);
    return policy;
  };
}
