import type { FeatureSwitches } from "#shared/features.ts";
import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { fail } from "../runtime/failure.ts";

/** Asking for money needs payments on this stage and an owner who can be paid out. */
export const sellingProblem = (
  terms: ArtworkTerms,
  features: FeatureSwitches,
  owner: { readonly onboarded: boolean },
) => (sellsCommercially(terms) && !(features.payments && owner.onboarded) ? fail("commercial_unavailable") : undefined);
