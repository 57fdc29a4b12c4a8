import * as z from "zod/mini";
import { UserId } from "../model/ids.ts";
import { Payouts } from "../model/payouts.ts";
import { OnboardingForm } from "../model/profile.ts";
import { route } from "../route.ts";

const selfParams = z.object({ userId: UserId });

/** Opens an account at Stripe, or continues its onboarding, and redirects the browser there. */
export const startOnboarding = route({
  method: "POST",
  path: "/api/users/{userId}/onboarding",
  access: "self",
  effects: ["payouts"],
  whileSuspended: "allowed",
  audit: "seller.onboard",
  feature: "payments",
  params: selfParams,
  body: OnboardingForm,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["already_onboarded"],
});

/** State of the onboarding, read from Stripe. */
export const readOnboarding = route({
  method: "GET",
  path: "/api/users/{userId}/onboarding",
  access: "self",
  params: selfParams,
  status: 200,
  returns: z.object({
    /** True if the user can sell: Stripe has enabled the account, and its event or `startOnboarding` has stored that. */
    onboarded: z.boolean(),
    chargesEnabled: z.boolean(),
    payoutsEnabled: z.boolean(),
    /** Stripe's outstanding requirements, by Stripe's names. */
    requirements: z.array(z.string()),
    /** Deadline (ISO 8601) before Stripe restricts the account; absent without one. */
    deadline: z.optional(z.string()),
    /** Stripe's future requirements, and their deadline. */
    upcoming: z.optional(z.object({ requirements: z.array(z.string()), deadline: z.nullable(z.string()) })),
    /** Country of the business; null until onboarding starts. */
    country: z.nullable(z.string()),
  }),
});

/** Redirects the browser to the seller's page at Stripe: to its form if requirements are due, otherwise to payouts and sales. */
export const openSellerAccount = route({
  method: "POST",
  path: "/api/users/{userId}/onboarding/account",
  access: "self",
  effects: ["payouts"],
  whileSuspended: "allowed",
  audit: "seller.open",
  params: selfParams,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["onboarding_not_begun"],
});

/** The seller's balance and latest payouts, read from Stripe. */
export const readPayouts = route({
  method: "GET",
  path: "/api/users/{userId}/payouts",
  access: "self",
  params: selfParams,
  status: 200,
  returns: Payouts,
  fails: ["onboarding_not_begun", "payouts_unavailable"],
});
