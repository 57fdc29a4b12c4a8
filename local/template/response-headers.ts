import * as z from "zod/mini";
import { BooleanOrText, NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

/** The headers that a response headers policy sets and removes. */
export interface ResponseHeaders {
  set: { name: string; value: string; override: boolean }[];
  remove: string[];
}

const overridable = <S extends z.ZodMiniType>(value: S) =>
  z.optional(z.intersection(value, z.object({ Override: BooleanOrText })));

const PolicyProperties = z.object({
  ResponseHeadersPolicyConfig: z.object({
    CustomHeadersConfig: z.optional(
      z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string(), Override: BooleanOrText })) }),
    ),
    RemoveHeadersConfig: z.optional(z.object({ Items: z.array(z.object({ Header: z.string() })) })),
    SecurityHeadersConfig: z.optional(
      z.object({
        ContentSecurityPolicy: overridable(z.object({ ContentSecurityPolicy: z.string() })),
        ContentTypeOptions: overridable(z.object({})),
        FrameOptions: overridable(z.object({ FrameOption: z.string() })),
        ReferrerPolicy: overridable(z.object({ ReferrerPolicy: z.string() })),
        StrictTransportSecurity: overridable(
          z.object({
            AccessControlMaxAgeSec: NumberOrText,
            IncludeSubdomains: z.optional(BooleanOrText),
            Preload: z.optional(BooleanOrText),
          }),
        ),
        XSSProtection: overridable(z.object({ Protection: BooleanOrText, ModeBlock: z.optional(BooleanOrText) })),
      }),
    ),
  }),
});

type Config = z.infer<typeof PolicyProperties>["ResponseHeadersPolicyConfig"];

function toSecurityHeaders(config: Config): ResponseHeaders["set"] {
  const security = config.SecurityHeadersConfig ?? {};
  const headers: ResponseHeaders["set"] = [];
  const add = (name: string, policy: { Override: boolean } | undefined, value: string) =>
    policy && headers.push({ name, value, override: policy.Override });
  const transport = security.StrictTransportSecurity;
  const xss = security.XSSProtection;
  add(
    "content-security-policy",
    security.ContentSecurityPolicy,
    policyForLaptop(security.ContentSecurityPolicy?.ContentSecurityPolicy ?? ""),
  );
  add("x-content-type-options", security.ContentTypeOptions, "nosniff");
  add("x-frame-options", security.FrameOptions, security.FrameOptions?.FrameOption ?? "");
  add("referrer-policy", security.ReferrerPolicy, security.ReferrerPolicy?.ReferrerPolicy ?? "");
  add(
    "strict-transport-security",
    transport,
    [
      `max-age=${transport?.AccessControlMaxAgeSec}`,
      ...(transport?.IncludeSubdomains ? ["includeSubDomains"] : []),
      ...(transport?.Preload ? ["preload"] : []),
    ].join("; "),
  );
  add("x-xss-protection", xss, xss?.Protection ? (xss.ModeBlock ? "1; mode=block" : "1") : "0");
  return headers;
}

/**
 * A laptop has no TLS to upgrade to, and its buckets are paths of one host:
 * a source with a path would match that very URL only, so the host alone stands for the bucket.
 */
const policyForLaptop = (policy: string) =>
  policy.replaceAll(/;?\s*upgrade-insecure-requests\s*/g, "").replaceAll(/(http:\/\/127\.0\.0\.1:\d+)\/[^\s;]+/g, "$1");

/** Policies by the id that behaviours name. */
export const readResponseHeaders = (resolver: Resolver): Map<string, ResponseHeaders> =>
  new Map(
    resolver.listResources("AWS::CloudFront::ResponseHeadersPolicy").map((resource) => {
      const config = parseProperties(resource, PolicyProperties).ResponseHeadersPolicyConfig;
      const custom = (config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }) => ({
        name: Header.toLowerCase(),
        value: Value,
        override: Override,
      }));
      return [
        resolver.getName(resource.logicalId),
        {
          set: [...toSecurityHeaders(config), ...custom],
          remove: (config.RemoveHeadersConfig?.Items ?? []).map(({ Header }) => Header.toLowerCase()),
        },
      ];
    }),
  );
