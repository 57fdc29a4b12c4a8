import * as z from "zod/mini";
import { LegalEntity } from "#lambdas/platform/runtime/environment.ts";
import { FEATURES } from "#shared/features.ts";
import { getStage, STRIPE_SCRIPT, type StageName, type StageValues } from "./stages.ts";

const match = (pattern: RegExp, what: string) => z.string().check(z.regex(pattern, what));

const ENGINES = ["file", "opensearch"] as const;

/** Units that AWS takes as a bound: https://docs.aws.amazon.com/opensearch-service/latest/developerguide/collection-groups-capacity-limits.html */
const isUnits = (units: number) => [2, 4, 8].includes(units) || (units % 16 === 0 && units >= 16 && units <= 1_696);

const Deployment = z.strictObject({
  /** The stage's account and region, required; credentials of any other are rejected. */
  account: z.optional(match(/^\d{12}$/, "an account has twelve digits")),
  region: z.optional(match(/^[a-z]{2}(-[a-z]+)+-\d$/, "isn't a region")),
  /** Required in production. */
  domain: z.optional(
    z.strictObject({
      name: match(/^([a-z\d-]+\.)+[a-z]{2,}$/, "isn't a host name"),
      /** In us-east-1, whatever the stage's region. */
      certificateArn: match(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, "isn't a certificate in us-east-1"),
      /** The domain's zone in Route 53, in which records of address and mail are then made. */
      hostedZoneId: z.optional(match(/^Z[A-Z\d]+$/, "isn't a hosted zone")),
      /** HSTS for every host below the name, ours or not, for two years. */
      subdomainsHaveTls: z.optional(z.boolean()),
    }),
  ),
  /** Sender of mail on a stage without domain; without either it sends none. */
  mailFrom: z.optional(z.email("isn't an e-mail address")),
  /** Gets tickets, notices, disputes, fraud warnings and look-alike works; by default `info@` the domain, else `mailFrom`. */
  operatorsMail: z.optional(z.email("isn't an e-mail address")),
  /** Working days that an artwork stays down after a counter-notice; 10 by default, US law's minimum. */
  counterNoticeDays: z.optional(
    z.int("isn't a number of days").check(z.nonnegative("isn't a number of days"), z.maximum(60, "is more than 60")),
  ),
  /** Gets alarms; required in production. */
  alarmMail: z.optional(z.email("isn't an e-mail address")),
  /** Gets alarms that wake somebody up; by default `alarmMail`. */
  pagerMail: z.optional(z.email("isn't an e-mail address")),
  /** Dollars a month for the account; `alarmMail` hears at 80 % and of a forecast above it. Required in production. */
  monthlyBudget: z.optional(z.number().check(z.positive("isn't an amount of dollars"))),
  /** The account's monitor of unusual costs, whose findings `alarmMail` gets. */
  costMonitor: z.optional(
    match(/^arn:aws:ce::\d{12}:anomalymonitor\/[\w-]+$/, "isn't the ARN of a monitor of Cost Anomaly Detection"),
  ),
  /** Address of docs/runbook.md, which alarms link to; required in production. */
  runbook: z.optional(match(/^https:\/\/[^\s#]+$/, "isn't the address of a page")),
  /** A restored table in place of the stack's own (docs/operations.md, "Restore"). */
  restoredTable: z.optional(
    z.strictObject({
      name: match(/^[\w.-]{3,255}$/, "isn't the name of a table"),
      streamArn: match(
        /^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
        "isn't the ARN of a table's stream",
      ),
      /** True if the running functions use it already. */
      deployed: z.optional(z.boolean()),
    }),
  ),
  /** A vault of AWS Backup in another account or region, which gets a copy of table and originals each day. */
  backupVault: z.optional(
    match(/^arn:aws:backup:[a-z\d-]+:\d{12}:backup-vault:[\w.-]+$/, "isn't the ARN of a backup vault"),
  ),
  /** The engine that answers searches: "file" by default, or "opensearch". */
  search: z.optional(z.enum(ENGINES, 'is "file" or "opensearch"')),
  /** The other engine while the stage moves to it or away from it. */
  searchAlso: z.optional(z.enum(ENGINES, 'is "file" or "opensearch"')),
  /** Maximum of OpenSearch's units that search, and of those that index. */
  searchUnits: z.optional(
    z.int("isn't a number of units").check(z.refine(isUnits, "is 2, 4, 8 or a multiple of 16 up to 1,696")),
  ),
  /** ARNs of the IAM roles that run `reindex` and `synonyms`. Required with OpenSearch, which ignores managed policies. */
  searchOperators: z.optional(z.array(match(/^arn:aws:iam::\d{12}:role\/[\w+=,.@/-]+$/, "isn't the ARN of a role"))),
  /** Overrides of the stage's features, such as `{ payments: true }`; production has none by default. */
  features: z.optional(z.partialRecord(z.enum(FEATURES), z.boolean())),
  /** `stripe`: the platform owes sales tax or VAT on sales, and Stripe calculates it. */
  tax: z.optional(z.enum(["none", "stripe"], 'is "none" or "stripe"')),
  /** The platform operator's legal name, address lines and VAT number, for receipts and invoices. */
  legalEntity: z.optional(LegalEntity),
  /** Without it nobody can pay. */
  stripePublishableKey: z.optional(match(/^pk_\w+$/, "must begin with pk_, because browsers see it")),
});

/** Values of one deployed stage. None of them is secret. */
export type Deployment = z.output<typeof Deployment>;

type DeployedStage = Exclude<StageName, "local">;

/** All values of all deployed stages; nothing else gets into a template. */
export const DEPLOYMENTS: Readonly<Record<DeployedStage, Deployment>> = {
  dev: {},
  staging: {},
  production: {},
};

/** Parses a deployment's values. Throws with one line per invalid value. */
export function stageValues(name: string, deployment: unknown): StageValues {
  const { data, error } = Deployment.safeParse(deployment);
  if (!data) throw new Error(error.issues.map((issue) => formatIssue(name, issue)).join("\n"));
  const { account, region, stripePublishableKey: publishableKey, ...others } = data;
  if (account && data.domain && !data.domain.certificateArn.includes(`:${account}:`)) {
    throw new Error(`${name}: domain.certificateArn: isn't a certificate of account ${account}`);
  }
  const { restoredTable } = data;
  if (restoredTable && !restoredTable.streamArn.includes(`:table/${restoredTable.name}/`)) {
    throw new Error(`${name}: restoredTable.streamArn: isn't a stream of ${restoredTable.name}`);
  }
  if (data.searchAlso && data.searchAlso === (data.search ?? getStage(name).search)) {
    throw new Error(`${name}: searchAlso: is the engine that answers already`);
  }
  if (account && data.searchOperators?.some((role) => !role.includes(`::${account}:`))) {
    throw new Error(`${name}: searchOperators: one isn't of account ${account}`);
  }
  if (data.backupVault?.startsWith(`arn:aws:backup:${region}:${account}:`)) {
    throw new Error(`${name}: backupVault: must be in another account or region`);
  }
  if (data.backupVault && !getStage(name).keepsData) {
    throw new Error(`${name}: backupVault: needs a stage that keeps its data`);
  }
  if (data.monthlyBudget && !data.alarmMail) {
    throw new Error(`${name}: monthlyBudget: needs alarmMail, which is notified before it is used up`);
  }
  if (data.tax === "stripe" && !data.legalEntity?.vat) {
    throw new Error(`${name}: tax: needs legalEntity with the VAT number, which receipts and invoices require`);
  }
  return {
    ...others,
    ...(account && region ? { environment: { account, region } } : {}),
    // Older versions use the lost table without rights to it: calls shifted gradually would fail and fire the alarm.
    ...(restoredTable && !restoredTable.deployed ? { release: "at-once" as const } : {}),
    ...(publishableKey ? { stripe: { script: STRIPE_SCRIPT, publishableKey } } : {}),
  };
}

const formatIssue = (name: string, issue: z.core.$ZodIssue) =>
  issue.code === "unrecognized_keys"
    ? `${name}: ${issue.keys.join(", ")} isn't known`
    : `${name}: ${issue.path.join(".")}: ${issue.message}`;
