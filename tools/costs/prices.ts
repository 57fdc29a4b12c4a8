/** Where and when the prices were published. */
export const LISTED = { region: "us-east-1", on: "2026-11-23" } as const;

interface Price {
  readonly service: string;
  /** What is paid for, as a reader sees it. */
  readonly unit: string;
  /** How many of these one price is for. */
  readonly per: number;
  /** How many of them are free each month, for good. */
  readonly free?: number;
  /** Dollars by how many are used: up to that many, the last for all above. */
  readonly tiers: readonly (readonly [upTo: number, dollars: number])[];
  readonly page: string;
}

const MILLION = 1_000_000;
const TB = 1024;

const flat = (dollars: number) => [[Number.POSITIVE_INFINITY, dollars]] as const;

/** List prices in dollars; of CloudFront those of Europe and North America, where the distribution's price class ends. */
export const PRICES = {
  edgeGigabytes: {
    service: "CloudFront",
    unit: "GB to browsers",
    per: 1,
    free: TB,
    tiers: [
      [10 * TB, 0.085],
      [50 * TB, 0.08],
      [150 * TB, 0.06],
      [500 * TB, 0.04],
      [1024 * TB, 0.03],
      [5120 * TB, 0.025],
      [Number.POSITIVE_INFINITY, 0.02],
    ],
    page: "https://aws.amazon.com/cloudfront/pricing/",
  },
  edgeRequests: {
    service: "CloudFront",
    unit: "HTTPS requests",
    per: 10_000,
    free: 10 * MILLION,
    tiers: flat(0.01),
    page: "https://aws.amazon.com/cloudfront/pricing/",
  },
  edgeFunctions: {
    service: "CloudFront",
    unit: "calls of its functions",
    per: MILLION,
    free: 2 * MILLION,
    tiers: flat(0.1),
    page: "https://aws.amazon.com/cloudfront/pricing/",
  },
  apiCalls: {
    service: "API Gateway",
    unit: "calls",
    per: MILLION,
    tiers: [
      [300 * MILLION, 1],
      [Number.POSITIVE_INFINITY, 0.9],
    ],
    page: "https://aws.amazon.com/api-gateway/pricing/",
  },
  socketMessages: {
    service: "API Gateway",
    unit: "messages of sockets",
    per: MILLION,
    tiers: flat(1),
    page: "https://aws.amazon.com/api-gateway/pricing/",
  },
  socketMinutes: {
    service: "API Gateway",
    unit: "minutes of sockets",
    per: MILLION,
    tiers: flat(0.25),
    page: "https://aws.amazon.com/api-gateway/pricing/",
  },
  invocations: {
    service: "Lambda",
    unit: "invocations",
    per: MILLION,
    free: MILLION,
    tiers: flat(0.2),
    page: "https://aws.amazon.com/lambda/pricing/",
  },
  gigabyteSeconds: {
    service: "Lambda",
    unit: "GB-seconds on arm64",
    per: 1,
    free: 400_000,
    tiers: flat(0.000_013_333_4),
    page: "https://aws.amazon.com/lambda/pricing/",
  },
  readUnits: {
    service: "DynamoDB",
    unit: "read units",
    per: MILLION,
    tiers: flat(0.125),
    page: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  },
  writeUnits: {
    service: "DynamoDB",
    unit: "write units",
    per: MILLION,
    tiers: flat(0.625),
    page: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  },
  tableGigabytes: {
    service: "DynamoDB",
    unit: "GB stored",
    per: 1,
    free: 25,
    tiers: flat(0.25),
    page: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  },
  recoveryGigabytes: {
    service: "DynamoDB",
    unit: "GB that can be restored to any second",
    per: 1,
    tiers: flat(0.2),
    page: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  },
  fileGigabytes: {
    service: "S3",
    unit: "GB stored",
    per: 1,
    tiers: flat(0.023),
    page: "https://aws.amazon.com/s3/pricing/",
  },
  filePuts: {
    service: "S3",
    unit: "files written",
    per: 1000,
    tiers: flat(0.005),
    page: "https://aws.amazon.com/s3/pricing/",
  },
  fileGets: {
    service: "S3",
    unit: "files read",
    per: 1000,
    tiers: flat(0.0004),
    page: "https://aws.amazon.com/s3/pricing/",
  },
  mails: {
    service: "SES",
    unit: "mails",
    per: 1000,
    tiers: flat(0.1),
    page: "https://aws.amazon.com/ses/pricing/",
  },
  activeUsers: {
    service: "Cognito",
    unit: "active users, plan Essentials",
    per: 1,
    free: 10_000,
    tiers: flat(0.015),
    page: "https://aws.amazon.com/cognito/pricing/",
  },
  logGigabytes: {
    service: "Logs and traces",
    unit: "GB of log lines",
    per: 1,
    free: 5,
    tiers: flat(0.5),
    page: "https://aws.amazon.com/cloudwatch/pricing/",
  },
  traces: {
    service: "Logs and traces",
    unit: "traces",
    per: MILLION,
    free: 100_000,
    tiers: flat(5),
    page: "https://aws.amazon.com/xray/pricing/",
  },
  alarmMetrics: {
    service: "Monitoring",
    unit: "metrics that an alarm watches",
    per: 1,
    free: 10,
    tiers: flat(0.1),
    page: "https://aws.amazon.com/cloudwatch/pricing/",
  },
  dashboards: {
    service: "Monitoring",
    unit: "dashboards of more than 50 metrics",
    per: 1,
    tiers: flat(3),
    page: "https://aws.amazon.com/cloudwatch/pricing/",
  },
  firewalls: {
    service: "WAF",
    unit: "firewalls",
    per: 1,
    tiers: flat(5),
    page: "https://aws.amazon.com/waf/pricing/",
  },
  firewallRules: {
    service: "WAF",
    unit: "rules of a firewall",
    per: 1,
    tiers: flat(1),
    page: "https://aws.amazon.com/waf/pricing/",
  },
  firewallRequests: {
    service: "WAF",
    unit: "requests that it judged",
    per: MILLION,
    tiers: flat(0.6),
    page: "https://aws.amazon.com/waf/pricing/",
  },
  secrets: {
    service: "Secrets Manager",
    unit: "secrets",
    per: 1,
    tiers: flat(0.4),
    page: "https://aws.amazon.com/secrets-manager/pricing/",
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;

/** How much of each priced thing is used in a month; what isn't named isn't used. */
export type Usage = Readonly<Partial<Record<PriceName, number>>>;

/** What so much of one thing costs in a month, in dollars. */
export function costOf(name: PriceName, used: number): number {
  const { per, free = 0, tiers }: Price = PRICES[name];
  let [from, dollars] = [0, 0];
  for (const [upTo, price] of tiers) {
    dollars += (Math.max(0, Math.min(used - free, upTo) - from) / per) * price;
    from = upTo;
  }
  return dollars;
}
