import { RetentionDays } from "aws-cdk-lib/aws-logs";
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
  /** Whether browsers may take every host below the name for one that speaks TLS, for two years. */
  readonly subdomainsHaveTls?: boolean | undefined;
}

/** What a browser pays with. */
export interface BrowserPayments {
  /** Address of Stripe's script. */
  readonly script: string;
  readonly publishableKey: string;
}

/** The script of the API version that lambdas/payments speaks; @stripe/stripe-js says so when the two part. */
export const STRIPE_SCRIPT = "https://js.stripe.com/endive/stripe.js";

export interface Stage {
  readonly name: StageName;
  /** The only account and region that the stack may be deployed to. */
  readonly environment?: { readonly account: string; readonly region: string };
  readonly features: FeatureSwitches;
  /** Data outlives its stack: deletion protection, retained resources, versions of the originals. */
  readonly keepsData: boolean;
  /** Restore of the table to any second of the last 35 days. */
  readonly pointInTimeRecovery: boolean;
  readonly logRetention: RetentionDays;
  /** Requests a second and burst that the API takes before it answers 429. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  readonly domain?: Domain;
  /** Sender of mail where the stage has no domain. */
  readonly mailFrom?: string;
  /** Who gets tickets and notices; the info address of the stage's host where none is named. */
  readonly operatorsMail?: string;
  /** Only of use where payments are on. */
  readonly stripe?: BrowserPayments;
  /** Who is told when an alarm rings. */
  readonly alarmMail?: string;
}

/** What a deployment adds to a stage; lib/deployments.ts has them all. */
export type StageValues = {
  readonly [K in "environment" | "domain" | "mailFrom" | "operatorsMail" | "alarmMail" | "stripe"]?:
    | Stage[K]
    | undefined;
};

const all = (on: boolean) => Object.fromEntries(FEATURES.map((feature) => [feature, on])) as FeatureSwitches;

const trial = {
  features: all(true),
  keepsData: false,
  pointInTimeRecovery: false,
  logRetention: RetentionDays.TWO_WEEKS,
  throttle: { rate: 200, burst: 400 },
} as const;

const stages: Readonly<Record<StageName, Omit<Stage, "name">>> = {
  // The laptop's stand-in for Stripe lies on the site's own origin and takes any key for tests; its sender needs no domain.
  local: {
    ...trial,
    mailFrom: "no-reply@ochre.invalid",
    operatorsMail: "info@ochre.invalid",
    stripe: { script: "/__local/stripe/stripe.js", publishableKey: "pk_test_laptop" },
  },
  dev: trial,
  staging: { ...trial, pointInTimeRecovery: true, logRetention: RetentionDays.ONE_MONTH },
  production: {
    features: all(false),
    keepsData: true,
    pointInTimeRecovery: true,
    logRetention: RetentionDays.THREE_MONTHS,
    throttle: { rate: 1000, burst: 2000 },
  },
};

/** The values without which a stage must not be deployed, as lib/deployments.ts names them. */
export const missingValues = ({ environment, domain, alarmMail, keepsData }: Stage): readonly string[] => [
  ...(environment ? [] : ["account and region"]),
  ...(keepsData && !domain ? ["domain"] : []),
  ...(keepsData && !alarmMail ? ["alarmMail"] : []),
];

/** The stage of that name with the values of its deployment. Throws one clear line for a name that is none. */
export function stageOf(name: string | undefined, values: StageValues = {}): Stage {
  const known = STAGES.find((stage) => stage === name);
  if (!known) throw new Error(`Unknown stage "${name ?? ""}": choose one of ${STAGES.join(", ")}.`);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return { name: known, ...stages[known], ...Object.fromEntries(given) };
}
