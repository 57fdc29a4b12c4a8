import * as z from "zod/mini";
import { UserId } from "../model/ids.ts";
import { Payouts } from "../model/payouts.ts";
import { OnboardingForm } from "../model/profile.ts";
import { route } from "../route.ts";

const selfParams = z.object({ userId: UserId });

/** Opens the account at the payment provider, or continues where it was left, and sends the browser there. */
export const startOnboarding = route({
  method: "POST",
  path: "/api/users/{userId}/onboarding",
  access: "self",
  effects: ["payouts"],
  audit: "seller.onboard",
  feature: "payments",
  params: selfParams,
  body: OnboardingForm,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["already_onboarded"],
});

/** How far the onboarding is, as Stripe has it now. */
export const readOnboarding = route({
  method: "GET",
  path: "/api/users/{userId}/onboarding",
  access: "self",
  params: selfParams,
  status: 200,
  returns: z.object({
    /**
     * True if the user can sell: Stripe has enabled the account, and its event or `startOnboarding` has recorded that.
     */
    onboarded: z.boolean(),
    chargesEnabled: z.boolean(),
    payoutsEnabled: z.boolean(),
    /** Stripe's outstanding requirements, by its own names; empty when nothing is missing. */
    requirements: z.array(z.string()),
    /** Until when (ISO 8601) Stripe wants it, before it restricts the account; absent without a deadline. */
    deadline: z.optional(z.string()),
    /** Stripe's future requirements, and their deadline. */
    upcoming: z.optional(z.object({ requirements: z.array(z.string()), deadline: z.nullable(z.string()) })),
    /** Where the business has its seat; null until the onboarding began. */
    country: z.nullable(z.string()),
  }),
});

/** Sends the browser to the seller's own page at Stripe: to its form where something is due, else to payouts and sales. */
export const openSellerAccount = route({
  method: "POST",
  path: "/api/users/{userId}/onboarding/account",
  access: "self",
  effects: ["payouts"],
  audit: "seller.open",
  params: selfParams,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["onboarding_not_begun"],
});

/** The seller's balance at Stripe and its latest payouts, as Stripe has them now. */
export const readPayouts = route({
  method: "GET",
  path: "/api/users/{userId}/payouts",
  access: "self",
  params: selfParams,
  status: 200,
  returns: Payouts,
  fails: ["onboarding_not_begun", "payouts_unavailable"],
});
