import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import type Stripe from "stripe";
import { UserId } from "#shared/model/ids.ts";
import { toIso } from "../../../platform/runtime/time.ts";
import { conditionHeld } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import type { User } from "../../users/find-user.ts";
import { OPEN } from "../../users/open-account.ts";
import { UserEntity } from "../../users/user.entity.ts";
import { buildIdempotencyKey, CLIENT } from "./client.ts";
import type { Payments } from "./open-payments.ts";
import { undefinedIfMissing } from "./stripe-errors.ts";

type Seller = Pick<User, "userId" | "email">;

interface Services {
  readonly table: OpenTable;
  readonly payments: Payments;
}

/** A seller's Stripe account. */
export type SellerAccount = Stripe.Account;

/** A seller may charge once buyers can pay and payouts are enabled. */
export const isReady = (account: SellerAccount) => account.charges_enabled && account.payouts_enabled;

/** A seller's current and future requirements by Stripe's names, with their deadlines. */
export function toRequirements({ requirements, future_requirements: future }: SellerAccount) {
  const { currently_due, current_deadline } = requirements ?? {};
  const later = future?.currently_due ?? [];
  const deadline = future?.current_deadline ? toIso(future.current_deadline) : null;
  return {
    requirements: currently_due ?? [],
    ...(current_deadline ? { deadline: toIso(current_deadline) } : {}),
    ...(later.length > 0 ? { upcoming: { requirements: later, deadline } } : {}),
  };
}

const ATTEMPT_MS = 60_000;

/**
 * Creates an account with the Express dashboard, from which Stripe collects its requirements; the platform pays fees and
 * bears losses. Uses Accounts v2, the only version open to new platforms; all other endpoints accept its id. Idempotent for a
 * minute: the key includes every parameter, because Stripe refuses others with it, and the minute, because Stripe repeats a
 * failure for a day.
 */
export async function createSellerAccount(
  payments: Payments,
  { userId, email }: Seller,
  country: string,
  now: Date,
): Promise<SellerAccount | undefined> {
  const requested = { requested: true };
  const { id } = await payments[CLIENT].v2.core.accounts.create(
    {
      contact_email: email,
      dashboard: "express",
      identity: { country },
      configuration: {
        merchant: { capabilities: { card_payments: requested } },
        recipient: { capabilities: { stripe_balance: { stripe_transfers: requested } } },
      },
      defaults: { responsibilities: { fees_collector: "application", losses_collector: "application" } },
      metadata: { userId },
    },
    { idempotencyKey: buildIdempotencyKey("account", userId, country, email, Math.floor(now.getTime() / ATTEMPT_MS)) },
  );
  return findSellerAccount(payments, id);
}

/** `undefined` for an account that is no longer connected to ours. */
export const findSellerAccount = (
  { [CLIENT]: stripe }: Payments,
  accountId: string,
): Promise<SellerAccount | undefined> => undefinedIfMissing(stripe.accounts.retrieve(accountId));

/** The URL of Stripe's page that collects a seller's details. */
export async function createOnboardingLink(
  { [CLIENT]: stripe }: Payments,
  accountId: string,
  siteOrigin: string,
): Promise<string> {
  const { url } = await stripe.v2.core.accountLinks.create({
    account: accountId,
    use_case: {
      type: "account_onboarding",
      account_onboarding: {
        refresh_url: `${siteOrigin}/onboarding`,
        return_url: `${siteOrigin}/onboarded`,
        collection_options: { fields: "currently_due", future_requirements: "include" },
      },
    },
  });
  return url;
}

/** The URL of a seller's Stripe dashboard; works once, for some minutes. */
export const createLoginLink = async ({ [CLIENT]: stripe }: Payments, accountId: string): Promise<string> =>
  (await stripe.accounts.createLoginLink(accountId)).url;

/** The user of a Stripe account; `undefined` if another application created it. */
export const findAccountUserId = ({ metadata }: SellerAccount) => UserId.safeParse(metadata?.userId).data;

/**
 * Stores whether a user's Stripe account can sell, by its present state: events may be repeated, late or out of order. Does
 * nothing for an account that the user replaced; `undefined` for one that isn't connected to ours.
 */
export async function syncSellerAccount({ table, payments }: Services, accountId: string) {
  const account = await findSellerAccount(payments, accountId);
  const userId = account && findAccountUserId(account);
  if (!userId) return account;
  const onboarded = isReady(account);
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId, onboarded })
    .options({
      condition: {
        and: [OPEN, { attr: "stripeId", eq: accountId }, { attr: "onboarded", ne: onboarded }],
      },
    });
  await conditionHeld(table.send(change));
  return account;
}

/** Stores that a user's account is no longer connected; the user can't sell until they start again. */
export async function disconnectSellerAccount(table: OpenTable, userId: string, accountId: string): Promise<void> {
  const change = UserEntity.build(UpdateItemCommand)
    .item({ userId, onboarded: false })
    .options({ condition: { and: [OPEN, { attr: "stripeId", eq: accountId }] } });
  await conditionHeld(table.send(change));
}
