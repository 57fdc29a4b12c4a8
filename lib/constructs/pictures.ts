import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import {
  ARCHIVE_FOLDER,
  DELIVERY_FOLDER,
  LICENSED_FOLDER,
  ORIGINALS_FOLDER,
  PREVIEW_FOLDER,
  UPLOAD_FOLDER,
  WITHHELD_FOLDER,
} from "#lib/constructs/folders.ts";
import type { Stage } from "#lib/stacks/stages.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { MarketplaceFunction } from "./function.ts";

/** A folder of a bucket, and the environment variable with the bucket's name. */
interface Files {
  readonly variable: string;
  readonly bucket: Bucket;
  readonly folder: string;
}

/** The private bucket of originals and uploads, and the bucket of previews that CloudFront serves. */
export class Pictures extends Construct {
  readonly originals: Bucket;
  readonly previews: Bucket;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Pictures");
    this.originals = privateBucket(this, "Originals", stage);
    this.originals.addLifecycleRule({ abortIncompleteMultipartUploadAfter: Duration.days(1) });
    this.originals.addLifecycleRule({ prefix: `${UPLOAD_FOLDER}/`, expiration: Duration.days(2) });
    this.originals.addLifecycleRule({ prefix: `${DELIVERY_FOLDER}/`, expiration: Duration.days(1) });
    this.originals.addLifecycleRule({
      prefix: `${ARCHIVE_FOLDER}/`,
      expiration: Duration.seconds(LIFETIMES.dataExport),
      noncurrentVersionExpiration: Duration.days(1),
    });
    this.originals.addCorsRule(uploadsFrom(stage));
    announceToEventBridge(this.originals);
    this.previews = privateBucket(this, "Previews", stage);
  }

  /** A presigned form or URL has the permissions of its signer. */
  grantPresignedUploadsTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:PutObject", this.uploaded);
  }

  grantDownloadsTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:GetObject", this.verified, this.licensed);
  }

  grantDeliveriesTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:GetObject", this.verified, this.delivered);
    this.allow(fn, "s3:PutObject", this.delivered);
  }

  /** With the permission to list, here and below, S3 answers 404 instead of 403 for a missing key. */
  grantUploadsTo(fn: MarketplaceFunction) {
    fn.allow(["s3:ListBucket"], [this.originals.bucketArn]);
    this.allow(fn, "s3:GetObject", this.uploaded, this.verified);
    this.allow(fn, "s3:DeleteObject", this.uploaded);
    this.allow(fn, "s3:PutObject", this.verified);
  }

  grantLicensedPreviewsTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:PutObject", this.licensed);
    this.allow(fn, "s3:DeleteObject", this.licensed);
  }

  grantPreviewsTo(fn: MarketplaceFunction) {
    fn.allow(["s3:ListBucket"], [this.previews.bucketArn]);
    this.allow(fn, "s3:GetObject", this.shown);
    this.allow(fn, "s3:PutObject", this.shown);
    this.allow(fn, "s3:DeleteObject", this.shown);
  }

  grantWithheldPreviewsTo(fn: MarketplaceFunction) {
    fn.allow(["s3:ListBucket"], [this.originals.bucketArn]);
    this.allow(fn, "s3:GetObject", this.withheld);
    this.allow(fn, "s3:PutObject", this.withheld);
    this.allow(fn, "s3:DeleteObject", this.withheld);
  }

  grantShownPreviewsTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:GetObject", this.shown);
  }

  grantPurgingTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:DeleteObject", this.uploaded, this.verified, this.licensed, this.archived, this.shown);
  }

  grantExportingTo(fn: MarketplaceFunction) {
    fn.allow(["s3:ListBucket"], [this.originals.bucketArn]);
    this.allow(fn, "s3:GetObject", this.verified);
    this.allow(fn, "s3:PutObject", this.archived);
    this.allow(fn, "s3:DeleteObject", this.archived);
  }

  grantArchiveDownloadsTo(fn: MarketplaceFunction) {
    this.allow(fn, "s3:GetObject", this.archived);
  }

  private get uploaded(): Files {
    return { variable: "ORIGINALS_BUCKET", bucket: this.originals, folder: UPLOAD_FOLDER };
  }

  private get verified(): Files {
    return { variable: "ORIGINALS_BUCKET", bucket: this.originals, folder: ORIGINALS_FOLDER };
  }

  private get licensed(): Files {
    return { variable: "ORIGINALS_BUCKET", bucket: this.originals, folder: LICENSED_FOLDER };
  }

  private get withheld(): Files {
    return { variable: "ORIGINALS_BUCKET", bucket: this.originals, folder: WITHHELD_FOLDER };
  }

  private get delivered(): Files {
    return { variable: "ORIGINALS_BUCKET", bucket: this.originals, folder: DELIVERY_FOLDER };
  }

  private get archived(): Files {
    return { variable: "ORIGINALS_BUCKET", bucket: this.originals, folder: ARCHIVE_FOLDER };
  }

  private get shown(): Files {
    return { variable: "PREVIEWS_BUCKET", bucket: this.previews, folder: PREVIEW_FOLDER };
  }

  private allow(fn: MarketplaceFunction, action: string, ...files: readonly Files[]) {
    for (const { variable, bucket, folder } of files) {
      fn.setEnvironment({ [variable]: bucket.bucketName });
      const reason = "File keys are generated at run time; the folder contains only files of this kind.";
      fn.allowAny([action], [bucket.arnForObjects(`${folder}/*`)], reason);
    }
  }
}

/** A bucket readable only by this account, over TLS. */
export function privateBucket(scope: Construct, id: string, stage: Stage, { versioned = stage.keepsData } = {}) {
  const bucket = new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned,
    lifecycleRules: versioned ? [{ noncurrentVersionExpiration: Duration.days(30) }] : [],
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "Only functions, CloudFront and short-lived signed links reach it; CloudTrail's data events can log each call.",
  });
  return bucket;
}

/** Sets the property directly: the CDK's own way adds a function that may change any bucket's notifications. */
function announceToEventBridge({ node: { defaultChild } }: Bucket) {
  if (!(defaultChild instanceof CfnBucket)) throw new Error("A bucket without its resource can't announce objects.");
  defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}

/**
 * Presigned requests carry no cookies, so any origin is safe; without a domain, naming it would create a dependency cycle
 * between bucket and distribution.
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
