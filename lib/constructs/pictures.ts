import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { ORIGINALS_FOLDER, PREVIEW_FOLDER, UPLOAD_FOLDER } from "#lib/folders.ts";
import type { Stage } from "#lib/stages.ts";
import type { MarketplaceFunction } from "./function.ts";

/** The private originals, where browsers upload to, and the previews that CloudFront serves. */
export class Pictures extends Construct {
  readonly originals: Bucket;
  readonly previews: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Pictures");
    this.originals = privateBucket(this, "Originals", stage);
    this.originals.addLifecycleRule({ abortIncompleteMultipartUploadAfter: Duration.days(1) });
    this.originals.addLifecycleRule({ prefix: `${UPLOAD_FOLDER}/`, expiration: Duration.days(2) });
    this.originals.addCorsRule(uploadsFrom(stage));
    announceToEventBridge(this.originals);
    this.previews = privateBucket(this, "Previews", stage);
  }

  /** Listing lets S3 answer 404 instead of 403 for a key that isn't there. */
  grantOriginalsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ ORIGINALS_BUCKET: this.originals.bucketName });
    fn.allow(["s3:ListBucket"], [this.originals.bucketArn]);
    fn.allow(["s3:DeleteObject", "s3:GetObject", "s3:PutObject"], [this.originals.arnForObjects("*")]);
  }

  /** A signed link can do what its signer may. */
  grantDownloadsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ ORIGINALS_BUCKET: this.originals.bucketName });
    fn.allow(["s3:GetObject"], [this.originals.arnForObjects(`${ORIGINALS_FOLDER}/*`)]);
  }

  grantPreviewsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ PREVIEWS_BUCKET: this.previews.bucketName });
    fn.allow(["s3:DeleteObject", "s3:PutObject"], [this.previews.arnForObjects(`${PREVIEW_FOLDER}/*`)]);
  }
}

/** A bucket that nobody but this account reads, and only over TLS. */
export function privateBucket(scope: Construct, id: string, stage: Stage) {
  return new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: stage.keepsData,
    lifecycleRules: stage.keepsData ? [{ noncurrentVersionExpiration: Duration.days(30) }] : [],
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
}

/** Set on the bucket itself: the CDK's own way adds a function that may change any bucket's notifications. */
function announceToEventBridge({ node: { defaultChild } }: Bucket) {
  if (!(defaultChild instanceof CfnBucket)) throw new Error("A bucket without its resource can't announce objects.");
  defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}

/**
 * A form or link is signed and carries no cookie, so the origin protects nothing here;
 * without a domain naming it would make bucket and distribution wait for each other.
 */
function uploadsFrom({ domain }: Stage) {
  return {
    allowedOrigins: [domain ? `https://${domain.name}` : "*"],
    allowedMethods: [HttpMethods.POST, HttpMethods.GET],
    allowedHeaders: ["*"],
    exposedHeaders: ["ETag"],
    maxAge: Duration.hours(1).toSeconds(),
  };
}
