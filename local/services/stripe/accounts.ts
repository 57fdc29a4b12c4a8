import type Stripe from "stripe";
import * as z from "zod/mini";
import { accountNotAccessible, invalid } from "./errors.ts";
import { Metadata, parseParameters } from "./form.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { getSettlementCurrency } from "./settlement-currencies.ts";
import { newId } from "./state.ts";

/** Requirements of an Express account by the step of the hosted onboarding form that collects them. */
export const STEPS = {
  business: ["business_profile.mcc", "business_profile.url", "business_type", "tos_acceptance.date"],
  person: ["individual.dob.day", "individual.email", "individual.first_name", "individual.last_name"],
  bank: ["external_account"],
  identity: ["individual.verification.document"],
} as const;
export type Step = keyof typeof STEPS;

const ALL_REQUIREMENTS: string[] = Object.values(STEPS).flat();

const Requested = z.optional(z.object({ requested: z.boolean() }));
const AccountForm = {
  contact_email: z.optional(z.string().check(z.regex(/.@./, "Invalid email"))),
  dashboard: z.enum(["express", "full", "none"]),
  identity: z.object({
    country: z.string().check(z.length(2)),
    entity_type: z.optional(z.enum(["individual", "company", "non_profit", "government_entity"])),
  }),
  configuration: z.object({
    merchant: z.optional(z.object({ capabilities: z.optional(z.object({ card_payments: Requested })) })),
    recipient: z.optional(
      z.object({
        capabilities: z.optional(z.object({ stripe_balance: z.optional(z.object({ stripe_transfers: Requested })) })),
      }),
    ),
  }),
  defaults: z.object({
    responsibilities: z.object({
      fees_collector: z.enum(["application", "stripe"]),
      losses_collector: z.enum(["application", "stripe"]),
    }),
  }),
  metadata: Metadata,
};

const buildRequirements = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: due.length > 0 ? "requirements.past_due" : null,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
});

/** A platform that is opened today may have to enable version 1 of the Accounts API first: this one hasn't. */
export function refuseAccount(): never {
  throw invalid("Your platform can't create accounts with Accounts v1. Use POST /v2/core/accounts.");
}

export function createAccount({ params }: Call, { state, now }: Service): Stripe.V2.Core.Account {
  const { contact_email, dashboard, identity, configuration, defaults, metadata } = parseParameters(
    AccountForm,
    params,
  );
  if (!contact_email) throw invalid("Missing required param: contact_email.", { param: "contact_email" });
  const { merchant, recipient } = configuration;
  const { fees_collector, losses_collector } = defaults.responsibilities;
  const requested = {
    card_payments: merchant?.capabilities?.card_payments?.requested,
    transfers: recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested,
  };
  const account = state.put<Stripe.Account>({
    id: newId("acct", 16),
    object: "account",
    type: dashboard === "express" ? "express" : "none",
    controller: {
      type: "application",
      is_controller: true,
      fees: { payer: fees_collector === "application" ? "application" : "account" },
      losses: { payments: losses_collector },
      requirement_collection: "stripe",
      stripe_dashboard: { type: dashboard },
    },
    country: identity.country.toUpperCase(),
    created: now(),
    email: contact_email,
    business_type: identity.entity_type ?? null,
    business_profile: null,
    capabilities: Object.fromEntries(
      Object.entries(requested).flatMap(([name, asked]) => (asked ? [[name, "inactive"]] : [])),
    ),
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    default_currency: getSettlementCurrency(identity.country.toUpperCase()),
    metadata: metadata ?? {},
    requirements: buildRequirements(
      ALL_REQUIREMENTS.filter((field) => !identity.entity_type || field !== "business_type"),
    ),
  });
  return {
    id: account.id,
    object: "v2.core.account",
    applied_configurations: Object.entries(configuration).flatMap(([name, chosen]) =>
      chosen ? [name as "merchant" | "recipient"] : [],
    ),
    contact_email,
    created: new Date(now() * 1000).toISOString(),
    dashboard,
    livemode: false,
    metadata: metadata ?? {},
  };
}

/** Stripe answers 403 for an account that isn't connected to the platform. */
export function readAccount(call: Call, { state }: Service): Stripe.Account {
  const id = pathId(call);
  const account = state.find("account", id);
  if (!account) throw accountNotAccessible(id);
  return account;
}

const AccountUpdateForm = { email: z.optional(z.string()), metadata: Metadata };

export function updateAccount(call: Call, service: Service): Stripe.Account {
  const { metadata, email } = parseParameters(AccountUpdateForm, call.params);
  const account = readAccount(call, service);
  return service.state.put({
    ...account,
    ...(email === undefined ? {} : { email }),
    metadata: { ...account.metadata, ...metadata },
  });
}

/** Submits the hosted onboarding form, except for the steps in `without`, and emits an event of Accounts v2. */
export function submitDetails(service: Service, accountId: string, without: readonly Step[] = []): Stripe.Account {
  const { state } = service;
  const account = state.get("account", accountId, "account");
  const due = without.flatMap((step): string[] => [...STEPS[step]]);
  const enabled = due.length === 0;
  const submitted = state.put({
    ...account,
    details_submitted: true,
    charges_enabled: enabled,
    payouts_enabled: enabled,
    capabilities: Object.fromEntries(
      Object.keys(account.capabilities ?? {}).map((name) => [name, enabled ? "active" : "inactive"]),
    ),
    requirements: buildRequirements(due),
  });
  service.emitAccountEvent(accountId);
  return submitted;
}

/** From a date on, Stripe asks an account for more; until then it stays as it is. */
export function requireAtDeadline(
  service: Service,
  accountId: string,
  due: string[],
  deadline: number,
): Stripe.Account {
  const account = service.state.get("account", accountId, "account");
  const required = service.state.put<Stripe.Account>({
    ...account,
    future_requirements: { ...buildRequirements(due), current_deadline: deadline, disabled_reason: null, past_due: [] },
  });
  service.emitAccountEvent(accountId);
  return required;
}

/** A link to the Express dashboard, for an account that has entered its details. */
export function createLoginLink(call: Call, service: Service): Stripe.LoginLink {
  parseParameters({}, call.params);
  const account = readAccount(call, service);
  if (account.type !== "express" || !account.details_submitted) {
    throw invalid("Cannot create a login link for an account that has not completed onboarding.");
  }
  return { object: "login_link", created: service.now(), url: `${service.url()}/express/${account.id}` };
}

const LinkForm = {
  account: z.string(),
  use_case: z.object({
    type: z.literal("account_onboarding"),
    account_onboarding: z.object({
      refresh_url: z.url(),
      return_url: z.url(),
      collection_options: z.optional(
        z.object({
          fields: z.optional(z.enum(["currently_due", "eventually_due"])),
          future_requirements: z.optional(z.enum(["include", "omit"])),
        }),
      ),
    }),
  }),
};

/** An account link to the hosted form, valid for one visit. */
export interface Link {
  readonly account: string;
  readonly refreshUrl: string;
  readonly returnUrl: string;
  /** Epoch seconds. */
  readonly until: number;
  readonly visited: boolean;
}

const LINK_SECONDS = 5 * 60;

export function createAccountLink({ params }: Call, { state, now, url }: Service): Stripe.V2.Core.AccountLink {
  const { account, use_case } = parseParameters(LinkForm, params);
  const { refresh_url: refreshUrl, return_url: returnUrl } = use_case.account_onboarding;
  state.get("account", account, "account");
  const id = newId("link", 32);
  const until = now() + LINK_SECONDS;
  saveLink(state, id, { account, refreshUrl, returnUrl, until, visited: false });
  return {
    object: "v2.core.account_link",
    account,
    created: new Date(now() * 1000).toISOString(),
    expires_at: new Date(until * 1000).toISOString(),
    livemode: false,
    url: `${url()}/setup/${id}`,
    use_case,
  };
}

type Database = Pick<Service["state"], "database">;

export function saveLink({ database }: Database, id: string, link: Link) {
  database.prepare("INSERT OR REPLACE INTO links (id, body) VALUES (?, ?)").run(id, JSON.stringify(link));
}

export function findLink({ database }: Database, id: string): Link | undefined {
  const row = database.prepare("SELECT body FROM links WHERE id = ?").get(id) as { body: string } | undefined;
  return row && (JSON.parse(row.body) as Link);
}
