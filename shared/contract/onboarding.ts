import * as z from "zod/mini";
import { UserId } from "../model/ids.ts";
import { OnboardingForm } from "../model/profile.ts";
import { route } from "../route.ts";

const selfParams = z.object({ userId: UserId });

/** Opens the account at the payment provider, or goes on where it was left, and sends the browser there. */
export const startOnboarding = route({
  method: "POST",
  path: "/api/users/{userId}/onboarding",
  access: "self",
  feature: "payments",
  params: selfParams,
  body: OnboardingForm,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["already_onboarded", "proof_required"],
});

/** How far the onboarding is, as Stripe has it now. */
export const readOnboarding = route({
  method: "GET",
  path: "/api/users/{userId}/onboarding",
  access: "self",
  feature: "payments",
  params: selfParams,
  status: 200,
  returns: z.object({
    /** Whether the user can sell: Stripe has enabled the account, and its event or `startOnboarding` has recorded that. */
    onboarded: z.boolean(),
    chargesEnabled: z.boolean(),
    payoutsEnabled: z.boolean(),
    /** What the provider still asks for, in its own names; empty when nothing is missing. */
    requirements: z.array(z.string()),
    /** Where the business has its seat; null until the onboarding began. */
    country: z.nullable(z.string()),
  }),
});
