import * as z from "zod/mini";
import { BooleanOrText, NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

const Association = z.object({ EventType: z.string(), FunctionARN: z.string() });
const Behavior = z.object({
  TargetOriginId: z.string(),
  AllowedMethods: z.optional(z.array(z.string())),
  Compress: z.optional(BooleanOrText),
  CachePolicyId: z.optional(z.string()),
  OriginRequestPolicyId: z.optional(z.string()),
  ResponseHeadersPolicyId: z.optional(z.string()),
  FunctionAssociations: z.optional(z.array(Association)),
});
const CustomHeaders = z.optional(z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })));
const Origin = z.object({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.optional(z.string()),
  OriginCustomHeaders: CustomHeaders,
});
const ErrorResponse = z.object({
  ErrorCode: NumberOrText,
  ResponseCode: z.optional(NumberOrText),
  ResponsePagePath: z.optional(z.string()),
  ErrorCachingMinTTL: z.optional(NumberOrText),
});
const DistributionProperties = z.object({
  DistributionConfig: z.object({
    DefaultRootObject: z.optional(z.string()),
    DefaultCacheBehavior: Behavior,
    CacheBehaviors: z.optional(z.array(z.extend(Behavior, { PathPattern: z.string() }))),
    CustomErrorResponses: z.optional(z.array(ErrorResponse)),
    Origins: z.array(Origin),
  }),
});
const FunctionProperties = z.object({ Name: z.string(), FunctionCode: z.string() });

export interface BehaviorSpec {
  /** CloudFront's pattern with * and ?; the default behaviour's is `*`. */
  pathPattern: string;
  originId: string;
  allowedMethods: string[];
  compress: boolean;
  cachePolicyId?: string;
  originRequestPolicyId?: string;
  responseHeadersPolicyId?: string;
  viewerRequest?: string;
  viewerResponse?: string;
}

export interface DistributionSpec {
  id: string;
  rootObject?: string;
  /** In the order CloudFront tries them, the default one last. */
  behaviors: BehaviorSpec[];
  /** Values of an origin's headers may be dynamic references. */
  origins: Record<string, { domainName: string; path: string; headers: Record<string, string> }>;
  /** `seconds` is for how long at least such an error is cached. */
  errorResponses: { errorCode: number; responseCode?: number; pagePath?: string; seconds?: number }[];
}

const toBehavior = (pathPattern: string, behavior: z.infer<typeof Behavior>): BehaviorSpec => {
  const findFunctionArn = (type: string) =>
    behavior.FunctionAssociations?.find(({ EventType }) => EventType === type)?.FunctionARN;
  return {
    pathPattern,
    originId: behavior.TargetOriginId,
    allowedMethods: behavior.AllowedMethods ?? ["GET", "HEAD"],
    compress: behavior.Compress ?? false,
    cachePolicyId: behavior.CachePolicyId,
    originRequestPolicyId: behavior.OriginRequestPolicyId,
    responseHeadersPolicyId: behavior.ResponseHeadersPolicyId,
    viewerRequest: findFunctionArn("viewer-request"),
    viewerResponse: findFunctionArn("viewer-response"),
  };
};

/** The stack's one distribution; fails when there are several, since a laptop has one origin. */
export function readDistribution(resolver: Resolver): DistributionSpec | undefined {
  const [resource, ...others] = resolver.listResources("AWS::CloudFront::Distribution");
  if (others.length) throw new Error("The template holds several distributions; the laptop serves one origin");
  if (!resource) return undefined;
  const { DistributionConfig: config } = parseProperties(resource, DistributionProperties);
  return {
    id: resolver.getName(resource.logicalId),
    rootObject: config.DefaultRootObject || undefined,
    behaviors: [
      ...(config.CacheBehaviors ?? []).map((behavior) => toBehavior(behavior.PathPattern, behavior)),
      toBehavior("*", config.DefaultCacheBehavior),
    ],
    origins: Object.fromEntries(
      config.Origins.map(({ Id, DomainName, OriginPath = "", OriginCustomHeaders = [] }) => {
        const headers = OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
          HeaderName.toLowerCase(),
          HeaderValue,
        ]);
        return [Id, { domainName: DomainName, path: OriginPath, headers: Object.fromEntries(headers) }];
      }),
    ),
    errorResponses: (config.CustomErrorResponses ?? []).map((rule) => ({
      errorCode: rule.ErrorCode,
      responseCode: rule.ResponseCode || undefined,
      pagePath: rule.ResponsePagePath || undefined,
      seconds: rule.ErrorCachingMinTTL,
    })),
  };
}

/** Source of every CloudFront Function by what `FunctionARN` resolves to. */
export const readEdgeFunctions = (resolver: Resolver): Map<string, { name: string; code: string }> =>
  new Map(
    resolver.listResources("AWS::CloudFront::Function").map((resource) => {
      const { Name, FunctionCode } = parseProperties(resource, FunctionProperties);
      const arn = String(resolver.resolve({ "Fn::GetAtt": [resource.logicalId, "FunctionARN"] }));
      return [arn, { name: Name, code: FunctionCode }];
    }),
  );
