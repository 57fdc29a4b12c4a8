import { createHash } from "node:crypto";
import type { Resource } from "./template-file.ts";

export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";

/** Where the laptop's stand-ins are, as `host:port` without scheme; read only after they have started. */
export interface Hosts {
  site: string;
  s3: string;
  /** The endpoint of SQS and of WebSocket connections for functions. */
  connections?: string;
  /** URL of the node that is every collection of OpenSearch Serverless. */
  search?: string;
  /** Issuer URL of a pool, with scheme. */
  providerUrl(poolId: string): string;
}

/** Stable over restarts, so that state and tokens stay valid. */
const digest = (text: string, length: number) => createHash("sha256").update(text).digest("hex").slice(0, length);

const NAME_PROPERTIES: Record<string, string> = {
  "AWS::Lambda::Function": "FunctionName",
  "AWS::DynamoDB::Table": "TableName",
  "AWS::DynamoDB::GlobalTable": "TableName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SQS::Queue": "QueueName",
  "AWS::ApiGatewayV2::Stage": "StageName",
  "AWS::Events::Rule": "Name",
  "AWS::SES::EmailIdentity": "EmailIdentity",
  "AWS::CloudWatch::Alarm": "AlarmName",
  "AWS::CloudWatch::CompositeAlarm": "AlarmName",
  "AWS::OpenSearchServerless::Collection": "Name",
};

const ARN_PATTERNS: Record<string, (name: string) => string> = {
  "AWS::Lambda::Function": (name) => functionArn(name),
  "AWS::Lambda::Alias": (name) => functionArn(name),
  "AWS::Lambda::Version": (name) => functionArn(name),
  "AWS::DynamoDB::Table": (name) => tableArn(name),
  "AWS::DynamoDB::GlobalTable": (name) => tableArn(name),
  "AWS::S3::Bucket": (name) => objectArn(name),
  "AWS::SQS::Queue": (name) => queueArn(name),
  "AWS::Cognito::UserPool": (name) => poolArn(name),
  "AWS::Events::Rule": (name) => ruleArn(name),
  "AWS::IAM::Role": (name) => `arn:aws:iam::${ACCOUNT}:role/${name}`,
  "AWS::Logs::LogGroup": (name) => `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${name}:*`,
};

export const poolArn = (poolId: string) => `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${poolId}`;

export const ruleArn = (name: string) => `arn:aws:events:${REGION}:${ACCOUNT}:rule/${name}`;

/** The source ARN with which API Gateway invokes a function: `route` is `METHOD/path` of an HTTP API, or a route key such as `$default`. */
export const routeArn = (apiId: string, stage: string, route: string) =>
  `arn:aws:execute-api:${REGION}:${ACCOUNT}:${apiId}/${stage}/${route}`;

/** An object of a bucket; the bucket itself without a key. */
export const objectArn = (bucket: string, key?: string) =>
  `arn:aws:s3:::${bucket}${key === undefined ? "" : `/${key}`}`;

export const tableArn = (name: string) => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;

export const functionArn = (name: string) => `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;

export const queueArn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;

export const stackArn = (name: string) => `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/laptop`;

export const identityArn = (identity: string) => `arn:aws:ses:${REGION}:${ACCOUNT}:identity/${identity}`;

export const distributionArn = (id: string) => `arn:aws:cloudfront::${ACCOUNT}:distribution/${id}`;

/** Secrets Manager adds six characters to a secret's name. */
export const secretArn = (name: string) =>
  `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${name}-${digest(name, 6)}`;

/** A resource's name: the template's, or one derived from stack and logical id. */
export function physicalName(stackName: string, logicalId: string, resource: Resource, given: unknown): string {
  const qualified = `${stackName}-${logicalId}`;
  switch (resource.Type) {
    case "AWS::Cognito::UserPool":
      return `${REGION}_${digest(qualified, 9)}`;
    case "AWS::Cognito::UserPoolClient":
      return digest(qualified, 26);
    case "AWS::ApiGatewayV2::Api":
      return digest(qualified, 10);
    case "AWS::S3::Bucket":
      return typeof given === "string"
        ? given
        : qualified
            .toLowerCase()
            .replaceAll(/[^a-z0-9-]/g, "-")
            .slice(0, 63);
    default:
      return typeof given === "string" ? given : qualified.slice(0, 255);
  }
}

/** The property that names a resource of this type, if it has one. */
export const findNameProperty = (type: string) => NAME_PROPERTIES[type];

/** Value of `Fn::GetAtt` on the laptop; unknown attributes get a readable placeholder. */
export function resolveAttribute(type: string, name: string, attribute: string, hosts: Hosts): string {
  const arn = ARN_PATTERNS[type]?.(name) ?? `arn:aws:laptop:${REGION}:${ACCOUNT}:${name}`;
  switch (`${type}.${attribute}`) {
    case "AWS::CloudFront::Distribution.DomainName":
      return hosts.site;
    case "AWS::S3::Bucket.RegionalDomainName":
    case "AWS::S3::Bucket.DomainName":
      return `${hosts.s3}/${name}`;
    case "AWS::Cognito::UserPool.ProviderURL":
      return hosts.providerUrl(name);
    case "AWS::Cognito::UserPool.ProviderName":
      return hosts.providerUrl(name).replace(/^https?:\/\//, "");
    case "AWS::ApiGatewayV2::Api.ApiEndpoint":
      return `https://${name}.execute-api.${REGION}.amazonaws.com`;
    case "AWS::OpenSearchServerless::Collection.CollectionEndpoint":
      return hosts.search ?? "";
    case "AWS::Lambda::Version.Version":
      return qualifierOfArn(name) ?? "";
    case "AWS::DynamoDB::Table.StreamArn":
    case "AWS::DynamoDB::GlobalTable.StreamArn":
      return `${arn}/stream/laptop`;
    default:
      if (attribute.endsWith("Arn") || attribute.endsWith("ARN")) return arn;
      return attribute.endsWith("Id") || attribute.endsWith("Name") ? name : `${name}.${attribute}`;
  }
}

/** Table name in a table's or its stream's ARN. */
export const tableOfArn = (arn: string) => /:table\/([^/]+)/.exec(arn)?.[1];

/** Function name in an ARN, a partial ARN or a plain name, without version or alias. */
export function functionOfArn(arn: string): string {
  return /:function:([^:/]+)/.exec(arn)?.[1] ?? arn.split(":")[0] ?? arn;
}

/** Version or alias in an ARN or after a plain name; none means what was deployed last. */
export const qualifierOfArn = (arn: string) => /^(?:.*:function:)?[^:]+:([^:/]+)$/.exec(arn)?.[1];

/** The name of a function, or of one of its versions or aliases. */
export const qualified = (functionName: string, qualifier: string | undefined) =>
  qualifier === undefined ? functionName : `${functionName}:${qualifier}`;

/** Secret name in an ARN; a plain name stays. */
export const secretOfArn = (arn: string) => /:secret:(.+)-[^-]{6}$/.exec(arn)?.[1] ?? arn;

/** Queue name in an ARN. */
export const queueOfArn = (arn: string) => arn.split(":").at(-1) ?? arn;

/** Queue name in a queue's URL, what `Ref` gives. */
export const queueOfUrl = (url: string) => url.split("/").at(-1) ?? url;

/** Role name in an ARN. */
export const roleOfArn = (arn: string) => /:role\/(?:.*\/)?([^/]+)$/.exec(arn)?.[1] ?? arn;

export const isQueueArn = (arn = "") => arn.startsWith("arn:aws:sqs:");
