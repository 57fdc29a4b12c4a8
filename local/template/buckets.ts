import * as z from "zod/mini";
import type { Assembly } from "./assembly.ts";
import { creationOrder } from "./order.ts";
import { NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

const CorsRule = z.object({
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  AllowedHeaders: z.optional(z.array(z.string())),
  ExposedHeaders: z.optional(z.array(z.string())),
  MaxAge: z.optional(NumberOrText),
});

export interface BucketSpec {
  name: string;
  cors: z.infer<typeof CorsRule>[];
  /** Sends the bucket's events to EventBridge. */
  sendsEvents: boolean;
}

/** Events reach functions by EventBridge; a bucket that calls one itself fails the start. */
const Notifications = z.strictObject({ EventBridgeConfiguration: z.optional(z.unknown()) });

const BucketProperties = z.object({
  CorsConfiguration: z.optional(z.object({ CorsRules: z.array(CorsRule) })),
  NotificationConfiguration: z.optional(Notifications),
});
const NotificationProperties = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.optional(Notifications),
});
export function readBuckets(resolver: Resolver): BucketSpec[] {
  const notified = resolver
    .listResources("Custom::S3BucketNotifications")
    .map((resource) => parseProperties(resource, NotificationProperties))
    .filter(({ NotificationConfiguration }) => NotificationConfiguration?.EventBridgeConfiguration !== undefined)
    .map(({ BucketName }) => BucketName);

  return resolver.listResources("AWS::S3::Bucket").map((resource) => {
    const properties = parseProperties(resource, BucketProperties);
    const name = resolver.getName(resource.logicalId);
    return {
      name,
      cors: properties.CorsConfiguration?.CorsRules ?? [],
      sendsEvents:
        properties.NotificationConfiguration?.EventBridgeConfiguration !== undefined || notified.includes(name),
    };
  });
}

export interface DeploymentSpec {
  bucket: string;
  /** Key prefix in the bucket, "" or ending in "/". */
  prefix: string;
  /** Object headers such as cache-control, lower case. */
  metadata: Record<string, string>;
  /** Deletes objects that the sources lack. */
  prune: boolean;
  include: string[];
  exclude: string[];
  sources: { dir: string; markers: Record<string, string>; escapesJson: boolean }[];
}

const DeploymentProperties = z.object({
  SourceObjectKeys: z.array(z.string()),
  SourceMarkers: z.optional(z.array(z.record(z.string(), z.unknown()))),
  SourceMarkersConfig: z.optional(z.array(z.object({ jsonEscape: z.optional(z.unknown()) }))),
  DestinationBucketName: z.string(),
  DestinationBucketKeyPrefix: z.optional(z.string()),
  SystemMetadata: z.optional(z.record(z.string(), z.string())),
  Prune: z.optional(z.union([z.boolean(), z.string()])),
  Include: z.optional(z.array(z.string())),
  Exclude: z.optional(z.array(z.string())),
});

/** CDK's BucketDeployments, each after its dependencies. */
export function readDeployments(assembly: Assembly, resolver: Resolver): DeploymentSpec[] {
  const order = creationOrder(assembly.template);
  const resources = resolver
    .listResources("Custom::CDKBucketDeployment")
    .sort((one, other) => order.indexOf(one.logicalId) - order.indexOf(other.logicalId));
  return resources.map((resource) => {
    const properties = parseProperties(resource, DeploymentProperties);
    const prefix = (properties.DestinationBucketKeyPrefix ?? "").replaceAll(/^\/|\/$/g, "");
    return {
      bucket: properties.DestinationBucketName,
      prefix: prefix && `${prefix}/`,
      metadata: properties.SystemMetadata ?? {},
      prune: String(properties.Prune ?? true) === "true",
      include: properties.Include ?? [],
      exclude: properties.Exclude ?? [],
      sources: properties.SourceObjectKeys.flatMap((key, index) => {
        const dir = assembly.assetPath(key);
        if (!dir) throw new Error(`${resource.logicalId}: the asset ${key} isn't in the assembly`);
        const markers = Object.entries(properties.SourceMarkers?.[index] ?? {});
        return [
          {
            dir,
            markers: Object.fromEntries(markers.map(([marker, value]) => [marker, String(value)])),
            escapesJson: String(properties.SourceMarkersConfig?.[index]?.jsonEscape) === "true",
          },
        ];
      }),
    };
  });
}
