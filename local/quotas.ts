const KB = 1024;
const MB = 1024 * KB;

const docs = (path: string) => `https://docs.aws.amazon.com/${path}`;
const LAMBDA = docs("lambda/latest/dg/gettingstarted-limits.html");
const HTTP_API = docs("apigateway/latest/developerguide/http-api-quotas.html");
const SOCKET_API = docs("apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html");
const DYNAMODB = docs("amazondynamodb/latest/developerguide/Constraints.html");
const CLOUDFRONT = docs("AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html");
const WAF = docs("waf/latest/developerguide/aws-waf-capacity-units.html");
const EVENTS = docs("eventbridge/latest/userguide/eb-quota.html");
const IAM = docs("IAM/latest/UserGuide/reference_iam-quotas.html");
const DASHBOARD = docs("AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html");
const CLOUDWATCH = docs("AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html");
const CLOUDFORMATION = docs("AWSCloudFormation/latest/UserGuide/cloudformation-limits.html");

const quota = (max: number, unit: "bytes" | "seconds" | "characters" | "megabytes" | "items", source: string) => ({
  max,
  unit,
  source,
});

/**
 * Limits of AWS that can't be raised or that the product must stay below. The synthesis checks those of the template, the
 * laptop enforces those of a running function; `source` is AWS's documentation of the number.
 */
export const AWS_QUOTAS = {
  /** Event or answer of a synchronous invocation. */
  lambdaPayload: quota(6 * MB, "bytes", LAMBDA),
  lambdaAsynchronousEvent: quota(MB, "bytes", LAMBDA),
  lambdaEnvironment: quota(4 * KB, "bytes", LAMBDA),
  lambdaTimeout: quota(900, "seconds", LAMBDA),
  lambdaInit: quota(10, "seconds", docs("lambda/latest/dg/lambda-runtime-environment.html")),
  lambdaMemory: quota(10_240, "megabytes", LAMBDA),
  lambdaResourcePolicy: quota(20 * KB, "bytes", LAMBDA),
  lambdaLayers: quota(5, "items", LAMBDA),
  httpApiPayload: quota(10 * MB, "bytes", HTTP_API),
  httpApiTimeout: quota(30, "seconds", HTTP_API),
  httpApiRoutes: quota(300, "items", HTTP_API),
  httpApiIntegrations: quota(300, "items", HTTP_API),
  /** Request line and header values. */
  httpApiHead: quota(10_240, "bytes", HTTP_API),
  socketFrame: quota(32 * KB, "bytes", SOCKET_API),
  socketMessage: quota(128 * KB, "bytes", SOCKET_API),
  socketTimeout: quota(29, "seconds", SOCKET_API),
  dynamoDbItem: quota(400 * KB, "bytes", DYNAMODB),
  dynamoDbTransaction: quota(100, "items", DYNAMODB),
  dynamoDbIndexes: quota(20, "items", DYNAMODB),
  /** Projected attributes that a table's indexes list, all indexes together. */
  dynamoDbProjected: quota(100, "items", docs("amazondynamodb/latest/APIReference/API_Projection.html")),
  dynamoDbProjectedByIndex: quota(20, "items", docs("amazondynamodb/latest/APIReference/API_Projection.html")),
  sqsMessage: quota(MB, "bytes", docs("AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html")),
  cloudFrontBehaviours: quota(75, "items", CLOUDFRONT),
  cloudFrontOrigins: quota(100, "items", CLOUDFRONT),
  cloudFrontFunction: quota(10 * KB, "bytes", CLOUDFRONT),
  /** Names listed by a cache or origin request policy, by kind; a policy that takes all of a kind lists none. */
  cloudFrontQueryStrings: quota(10, "items", CLOUDFRONT),
  cloudFrontHeaders: quota(10, "items", CLOUDFRONT),
  cloudFrontCookies: quota(10, "items", CLOUDFRONT),
  cloudFrontCustomHeaders: quota(10, "items", CLOUDFRONT),
  cloudFrontContentSecurityPolicy: quota(1_783, "characters", CLOUDFRONT),
  /** Capacity units of a web ACL; up to 5,000 are possible at a higher price per request. */
  wafCapacity: quota(1_500, "items", WAF),
  eventRuleTargets: quota(5, "items", EVENTS),
  /** All inline policies of a role, without white space. */
  iamRolePolicies: quota(10_240, "characters", IAM),
  iamTrustPolicy: quota(2_048, "characters", IAM),
  iamManagedPolicies: quota(10, "items", IAM),
  dashboardWidgets: quota(500, "items", DASHBOARD),
  /** Alarms of one widget. */
  dashboardAlarms: quota(100, "items", DASHBOARD),
  dashboardMetrics: quota(2_500, "items", CLOUDWATCH),
  dashboardMetricsByWidget: quota(500, "items", CLOUDWATCH),
  templateResources: quota(500, "items", CLOUDFORMATION),
  templateParameters: quota(200, "items", CLOUDFORMATION),
  templateOutputs: quota(200, "items", CLOUDFORMATION),
  templateBody: quota(MB, "bytes", CLOUDFORMATION),
} as const;

export type AwsQuota = keyof typeof AWS_QUOTAS;
