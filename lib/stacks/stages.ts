import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { LegalEntity } from "#lambdas/platform/runtime/environment.ts";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";

export const STAGES = ["local", "dev", "staging", "production"] as const;

export type StageName = (typeof STAGES)[number];

/** A custom domain instead of CloudFront's. */
export interface Domain {
  /** Host name without scheme, e.g. `ochre.example`. */
  readonly name: string;
  /** Its certificate, in us-east-1 as CloudFront requires. */
  readonly certificateArn: string;
  /** Route 53 zone for its records; without it operators create them. */
  readonly hostedZoneId?: string | undefined;
  /** True to send HSTS with `includeSubDomains` for two years. */
  readonly subdomainsHaveTls?: boolean | undefined;
}

export interface BrowserPayments {
  /** Address of Stripe's script. */
  readonly script: string;
  readonly publishableKey: string;
}

/** Script of the API version that lambdas/areas/purchases/stripe uses; @stripe/stripe-js warns when they differ. */
export const STRIPE_SCRIPT = "https://js.stripe.com/endive/stripe.js";

/** An engine that finds artwork and people: the SQLite file of `lambdas/search-engine`, or Amazon OpenSearch Serverless. */
export type SearchEngine = "file" | "opensearch";

export interface Stage {
  readonly name: StageName;
  /** The only account and region that the stack may be deployed to. */
  readonly environment?: { readonly account: string; readonly region: string };
  readonly features: FeatureSwitches;
  /** True if the site serves the API reference as a page and as OpenAPI. */
  readonly showsApi: boolean;
  /** Data outlives its stack: deletion protection, retained resources, versions of the originals. */
  readonly keepsData: boolean;
  /** Restore of the table to any second of the last 35 days. */
  readonly pointInTimeRecovery: boolean;
  readonly logRetention: RetentionDays;
  /** How calls move to new versions: `gradual` shifts 10 % for five minutes and rolls back at an alarm; `at-once` does neither. */
  readonly release: "gradual" | "at-once";
  /** Firewall of the distribution with rate limits and AWS's managed rules; billed by request (docs/costs.md). */
  readonly firewall: boolean;
  /** Requests a second and burst above which the API answers 429. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly domain?: Domain;
  /** The engine that answers searches. */
  readonly search: SearchEngine;
  /** The other engine, kept up to date while the stage moves from one to the other. */
  readonly searchAlso?: SearchEngine;
  /** Upper bound of OpenSearch's units, of those that search and of those that index; a unit costs $0.24 an hour. */
  readonly searchUnits: number;
  /** ARNs of the IAM roles by which operators reindex OpenSearch; it takes no policy in their place. */
  readonly searchOperators?: readonly string[];
  /** Sender of mail for stages without a domain. */
  readonly mailFrom?: string;
  /** Recipient of tickets, notices, disputes and fraud warnings; by default the info address of the stage's host. */
  readonly operatorsMail?: string;
  /** A restored table in place of the stack's own; `deployed` once the stage uses it. */
  readonly restoredTable?: {
    readonly name: string;
    readonly streamArn: string;
    readonly deployed?: boolean | undefined;
  };
  /** The deployed commit, with the suffix `-dirty` if the work tree had changes. */
  readonly commit?: string;
  /** The previously deployed commit. */
  readonly previousCommit?: string;
  /** Needed with payments only. */
  readonly stripe?: BrowserPayments;
  /** The platform's operator on receipts and invoices. */
  readonly legalEntity?: LegalEntity;
  /** ARN of an AWS Backup vault in another account or region; used only with `keepsData`. */
  readonly backupVault?: string;
  /** Business days for which an artwork stays down after its owner's counter-notice. */
  readonly counterNoticeDays?: number;
  /** Recipient of alarms. */
  readonly alarmMail?: string;
  /** Monthly budget of the stage's account in dollars; `alarmMail` is notified. */
  readonly monthlyBudget?: number;
  /** ARN of the account's cost anomaly monitor. */
  readonly costMonitor?: string;
  /** Recipient of pages, e.g. a pager's address; by default `alarmMail`. */
  readonly pagerMail?: string;
  /** URL of the runbook, which alarms link to. */
  readonly runbook?: string;
}

/** Values that a deployment adds to a stage (lib/stacks/deployments.ts). */
export type StageValues = {
  readonly [K in
    | "environment"
    | "domain"
    | "mailFrom"
    | "operatorsMail"
    | "alarmMail"
    | "backupVault"
    | "commit"
    | "counterNoticeDays"
    | "previousCommit"
    | "monthlyBudget"
    | "costMonitor"
    | "pagerMail"
    | "release"
    | "runbook"
    | "restoredTable"
    | "search"
    | "searchAlso"
    | "searchOperators"
    | "searchUnits"
    | "stripe"
    | "legalEntity"]?: Stage[K] | undefined;
} & {
  /** Overrides of the stage's features. */
  readonly features?: Partial<FeatureSwitches> | undefined;
  /** `stripe`: the platform owes tax on sales, and Stripe calculates it. */
  readonly tax?: "none" | "stripe" | undefined;
};

const all = (on: boolean) => Object.fromEntries(FEATURES.map((feature) => [feature, on])) as FeatureSwitches;

const trial = {
  features: all(true),
  showsApi: true,
  keepsData: false,
  pointInTimeRecovery: false,
  logRetention: RetentionDays.TWO_WEEKS,
  release: "at-once",
  firewall: false,
  throttle: { rate: 200, burst: 400 },
  search: "file",
  searchUnits: 4,
} as const;

/** Values on the laptop in place of a deployment's, so that every stage works there. */
export const LAPTOP_VALUES = {
  mailFrom: "no-reply@ochre.invalid",
  operatorsMail: "info@ochre.invalid",
  // The stand-in for Stripe is on the site's own origin and accepts any test key.
  stripe: { script: "/__local/stripe/stripe.js", publishableKey: "pk_test_laptop" },
} as const satisfies StageValues;

/** The laptop's values with tax; the stand-in for Stripe has tax registrations for it. */
export const LAPTOP_VALUES_WITH_TAX = {
  ...LAPTOP_VALUES,
  tax: "stripe",
  legalEntity: { name: "Ochre Laptop GmbH", address: "Torstraße 1\n10119 Berlin, Germany", vat: "DE123456789" },
} as const satisfies StageValues;

const stages: Readonly<Record<StageName, Omit<Stage, "name">>> = {
  local: { ...trial, ...LAPTOP_VALUES },
  dev: trial,
  // Production's settings are tested here first.
  staging: {
    ...trial,
    pointInTimeRecovery: true,
    logRetention: RetentionDays.ONE_MONTH,
    release: "gradual",
    firewall: true,
  },
  production: {
    features: all(false),
    showsApi: false,
    keepsData: true,
    pointInTimeRecovery: true,
    logRetention: RetentionDays.THREE_MONTHS,
    release: "gradual",
    firewall: true,
    throttle: { rate: 1000, burst: 2000 },
    search: "file",
    searchUnits: 8,
  },
};

/** Names of the missing values without which a stage must not be deployed (lib/stacks/deployments.ts). */
export const missingValues = (stage: Stage): readonly string[] => {
  const { environment, domain, alarmMail, monthlyBudget, runbook, keepsData, searchOperators = [] } = stage;
  return [
    ...(environment ? [] : ["account and region"]),
    ...(keepsData && !domain ? ["domain"] : []),
    ...(keepsData && !alarmMail ? ["alarmMail"] : []),
    ...(keepsData && !monthlyBudget ? ["monthlyBudget"] : []),
    ...(keepsData && !runbook ? ["runbook"] : []),
    ...(hasOpenSearch(stage) && searchOperators.length === 0 ? ["searchOperators"] : []),
  ];
};

/** The engines that a stage keeps up to date. */
export const listSearchEngines = ({ search, searchAlso }: Stage): readonly SearchEngine[] =>
  searchAlso ? [search, searchAlso] : [search];

/** True if the stage has OpenSearch, answering or not. */
export const hasOpenSearch = (stage: Stage) => listSearchEngines(stage).includes("opensearch");

/** Name of a stage's main stack and prefix of its other stacks. */
export const getStackName = ({ name }: Pick<Stage, "name">) => `ochre-${name}`;

/** The named stage with its deployment's values. Throws with one line for an unknown name. */
export function getStage(name: string | undefined, values: StageValues = {}): Stage {
  const stageName = STAGES.find((stage) => stage === name);
  if (!stageName) throw new Error(`Unknown stage "${name ?? ""}": choose one of ${STAGES.join(", ")}.`);
  const { tax, features, ...others } = values;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const usual = stages[stageName];
  const stage = {
    name: stageName,
    ...usual,
    ...Object.fromEntries(given),
    features: { ...usual.features, ...features },
  };
  // Set only if on, so that templates without tax stay unchanged.
  return tax === "stripe" ? { ...stage, features: { ...stage.features, tax: true } } : stage;
}
