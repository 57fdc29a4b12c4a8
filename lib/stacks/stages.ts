import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { LegalEntity } from "#lambdas/platform/runtime/environment.ts";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";

export const STAGES = ["local", "dev", "staging", "production"] as const;

export type StageName = (typeof STAGES)[number];

/** A name of the site's own instead of CloudFront's. */
export interface Domain {
  /** Host name without scheme, e.g. `ochre.example`. */
  readonly name: string;
  /** Certificate for it in us-east-1, where CloudFront looks. */
  readonly certificateArn: string;
  /** Route 53 zone that gets the records; without it they are made by hand. */
  readonly hostedZoneId?: string | undefined;
  /** True if browsers may assume TLS for every host below the name, for two years. */
  readonly subdomainsHaveTls?: boolean | undefined;
}

export interface BrowserPayments {
  /** Address of Stripe's script. */
  readonly script: string;
  readonly publishableKey: string;
}

/** The script of the API version that lambdas/areas/purchases/stripe speaks; @stripe/stripe-js says so when the two part. */
export const STRIPE_SCRIPT = "https://js.stripe.com/endive/stripe.js";

export interface Stage {
  readonly name: StageName;
  /** The only account and region that the stack may be deployed to. */
  readonly environment?: { readonly account: string; readonly region: string };
  readonly features: FeatureSwitches;
  /** True if the site has the API reference, as a page and as OpenAPI. */
  readonly showsApi: boolean;
  /** Data outlives its stack: deletion protection, retained resources, versions of the originals. */
  readonly keepsData: boolean;
  /** Restore of the table to any second of the last 35 days. */
  readonly pointInTimeRecovery: boolean;
  readonly logRetention: RetentionDays;
  /** How calls move to the functions of a new version: a tenth for five minutes, and back at an alarm; or all of them whatever rings. */
  readonly release: "gradual" | "at-once";
  /** A firewall before the distribution: rates by address, and rules that AWS keeps; it costs by request (docs/costs.md). */
  readonly firewall: boolean;
  /** Requests a second and burst that the API takes before it answers 429. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly domain?: Domain;
  /** Sender of mail where the stage has no domain. */
  readonly mailFrom?: string;
  /** Recipient of tickets, notices, disputes and fraud warnings; by default the info address of the stage's host. */
  readonly operatorsMail?: string;
  /** A table that was restored, in the place of the one that the stack would make; `deployed` once the stage has it. */
  readonly restoredTable?: {
    readonly name: string;
    readonly streamArn: string;
    readonly deployed?: boolean | undefined;
  };
  /** The deployed commit, with the suffix `-dirty` where files differed from it. */
  readonly commit?: string;
  /** The commit that the stage had before, where there was one. */
  readonly previousCommit?: string;
  /** Only of use where payments are on. */
  readonly stripe?: BrowserPayments;
  /** Who runs the platform, as receipts and invoices name it. */
  readonly legalEntity?: LegalEntity;
  /** ARN of a vault of AWS Backup in another account or region; only of use where data is kept. */
  readonly backupVault?: string;
  /** Days from Monday to Friday for which an artwork stays down after its owner's counter-notice. */
  readonly counterNoticeDays?: number;
  /** Recipient of alarms. */
  readonly alarmMail?: string;
  /** Dollars that the stage's account may cost in a month before `alarmMail` is told. */
  readonly monthlyBudget?: number;
  /** The account's monitor of what its services cost, which finds what is unlike other days. */
  readonly costMonitor?: string;
  /** Recipient of alarms that wake somebody up, in place of `alarmMail`; such as a pager's address. */
  readonly pagerMail?: string;
  /** Address of the page with the runbook, which alarms link to. */
  readonly runbook?: string;
}

/** Values that a deployment adds to a stage; lib/stacks/deployments.ts has them all. */
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
    | "stripe"
    | "legalEntity"]?: Stage[K] | undefined;
} & {
  /** Features that are switched on or off, otherwise than the stage has them. */
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
} as const;

/** Values of a stage on the laptop in place of a deployment's, so that the site works there for a stage of any name. */
export const LAPTOP_VALUES = {
  mailFrom: "no-reply@ochre.invalid",
  operatorsMail: "info@ochre.invalid",
  // The stand-in for Stripe lies on the site's own origin and takes any key for tests.
  stripe: { script: "/__local/stripe/stripe.js", publishableKey: "pk_test_laptop" },
} as const satisfies StageValues;

/** The same with tax, to try it there: the stand-in for Stripe has its own platform's registrations. */
export const LAPTOP_VALUES_WITH_TAX = {
  ...LAPTOP_VALUES,
  tax: "stripe",
  legalEntity: { name: "Ochre Laptop GmbH", address: "Torstraße 1\n10119 Berlin, Germany", vat: "DE123456789" },
} as const satisfies StageValues;

const stages: Readonly<Record<StageName, Omit<Stage, "name">>> = {
  local: { ...trial, ...LAPTOP_VALUES },
  dev: trial,
  // Production's settings are tried here first.
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
  },
};

/** The values without which a stage must not be deployed, as lib/stacks/deployments.ts names them. */
export const missingValues = ({
  environment,
  domain,
  alarmMail,
  monthlyBudget,
  runbook,
  keepsData,
}: Stage): readonly string[] => [
  ...(environment ? [] : ["account and region"]),
  ...(keepsData && !domain ? ["domain"] : []),
  ...(keepsData && !alarmMail ? ["alarmMail"] : []),
  ...(keepsData && !monthlyBudget ? ["monthlyBudget"] : []),
  ...(keepsData && !runbook ? ["runbook"] : []),
];

/** The name of a stage's stack, with which those of its others begin. */
export const getStackName = ({ name }: Pick<Stage, "name">) => `ochre-${name}`;

/** The stage of that name with the values of its deployment. Throws one clear line for a name that is none. */
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
  // Named only where it is on: without it a template is as if there were no such feature.
  return tax === "stripe" ? { ...stage, features: { ...stage.features, tax: true } } : stage;
}
