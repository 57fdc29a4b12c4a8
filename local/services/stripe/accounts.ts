import type Stripe from "stripe";
import * as z from "zod/mini";
import { accountNotAccessible, invalid } from "./errors.ts";
import { Flag, Metadata, parametersOf } from "./form.ts";
import { type Call, pathId, type Service } from "./service.ts";
import { settlementCurrencyOf } from "./settlement-currencies.ts";
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

const Requested = z.optional(z.object({ requested: Flag }));
const AccountForm = {
  type: z.optional(z.enum(["express", "standard", "custom"])),
  controller: z.optional(
    z.object({
      fees: z.optional(z.object({ payer: z.enum(["account", "application"]) })),
      losses: z.optional(z.object({ payments: z.enum(["application", "stripe"]) })),
      requirement_collection: z.optional(z.enum(["application", "stripe"])),
      stripe_dashboard: z.optional(z.object({ type: z.enum(["express", "full", "none"]) })),
    }),
  ),
  country: z._default(z.string(), "US"),
  email: z.optional(z.string()),
  business_type: z.optional(z.enum(["individual", "company", "non_profit", "government_entity"])),
  business_profile: z.optional(z.record(z.string(), z.string())),
  capabilities: z.optional(z.object({ card_payments: Requested, transfers: Requested })),
  metadata: Metadata,
};

const requirementsOf = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: due.length > 0 ? "requirements.past_due" : null,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
});

export function createAccount({ params }: Call, { state, now }: Service): Stripe.Account {
  const form = parametersOf(AccountForm, params);
  if (form.type && form.controller) {
    throw invalid("You may not provide the type parameter and controller parameters simultaneously.", {
      param: "type",
    });
  }
  const due = form.business_type ? ALL_REQUIREMENTS.filter((field) => field !== "business_type") : ALL_REQUIREMENTS;
  return state.put({
    id: newId("acct", 16),
    object: "account",
    type: form.type ?? (form.controller?.stripe_dashboard?.type === "express" ? "express" : "none"),
    controller: {
      type: "application",
      is_controller: true,
      fees: { payer: form.controller?.fees?.payer ?? "application_express" },
      losses: { payments: form.controller?.losses?.payments ?? "application" },
      requirement_collection: form.controller?.requirement_collection ?? "stripe",
      stripe_dashboard: { type: form.controller?.stripe_dashboard?.type ?? "express" },
    },
    country: form.country,
    created: now(),
    email: form.email ?? null,
    business_type: form.business_type ?? null,
    business_profile: null,
    capabilities: Object.fromEntries(
      Object.entries(form.capabilities ?? {}).flatMap(([name, asked]) =>
        asked?.requested ? [[name, "inactive"]] : [],
      ),
    ),
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    default_currency: settlementCurrencyOf(form.country),
    metadata: form.metadata ?? {},
    requirements: requirementsOf(due),
  });
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
  const { metadata, email } = parametersOf(AccountUpdateForm, call.params);
  const account = readAccount(call, service);
  return service.state.put({
    ...account,
    ...(email === undefined ? {} : { email }),
    metadata: { ...account.metadata, ...metadata },
  });
}

/** Submits the hosted onboarding form, except for the steps in `without`, and emits account.updated. */
export function submitDetails(service: Service, accountId: string, without: readonly Step[] = []): Stripe.Account {
  const { state, emitEvent } = service;
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
    requirements: requirementsOf(due),
  });
  emitEvent("account.updated", submitted, accountId);
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
    future_requirements: { ...requirementsOf(due), current_deadline: deadline, disabled_reason: null, past_due: [] },
  });
  service.emitEvent("account.updated", required, accountId);
  return required;
}

/** A link to the Express dashboard, for whoever has entered their details. */
export function createLoginLink(call: Call, service: Service): Stripe.LoginLink {
  parametersOf({}, call.params);
  const account = readAccount(call, service);
  if (account.type !== "express" || !account.details_submitted) {
    throw invalid("Cannot create a login link for an account that has not completed onboarding.");
  }
  return { object: "login_link", created: service.now(), url: `${service.url()}/express/${account.id}` };
}

const LinkForm = {
  account: z.string(),
  type: z.enum(["account_onboarding", "account_update"]),
  refresh_url: z.url(),
  return_url: z.url(),
  collection_options: z.optional(
    z.object({
      fields: z.optional(z.enum(["currently_due", "eventually_due"])),
      future_requirements: z.optional(z.enum(["include", "omit"])),
    }),
  ),
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

export function createAccountLink({ params }: Call, { state, now, url }: Service): Stripe.AccountLink {
  const form = parametersOf(LinkForm, params);
  const account = state.get("account", form.account, "account");
  if (account.type !== "custom" && form.type === "account_update") {
    throw invalid("You cannot create account_update type Account Links for this account.", { param: "type" });
  }
  const id = newId("link", 32);
  const until = now() + LINK_SECONDS;
  const link: Link = {
    account: account.id,
    refreshUrl: form.refresh_url,
    returnUrl: form.return_url,
    until,
    visited: false,
  };
  saveLink(state, id, link);
  return { object: "account_link", created: now(), expires_at: until, url: `${url()}/setup/${id}` };
}

type Database = Pick<Service["state"], "database">;

export function saveLink({ database }: Database, id: string, link: Link) {
  database.prepare("INSERT OR REPLACE INTO links (id, body) VALUES (?, ?)").run(id, JSON.stringify(link));
}

export function findLink({ database }: Database, id: string): Link | undefined {
  const row = database.prepare("SELECT body FROM links WHERE id = ?").get(id) as { body: string } | undefined;
  return row && (JSON.parse(row.body) as Link);
}
