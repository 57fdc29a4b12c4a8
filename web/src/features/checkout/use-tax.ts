import { useEffect, useState } from "react";
import { quoteTax } from "#shared/contract/orders.ts";
import { TaxedAddress, vatProblem } from "#shared/model/billing.ts";
import type { ArtworkId, DiscountId } from "#shared/model/ids.ts";
import type { Breakdown } from "#shared/model/order.ts";
import { isHeldByCompany, type LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useFeatures } from "#web/session/features.ts";

interface TaxedValues extends TaxedAddress {
  readonly billingVat: string;
  readonly licenseUsage: LicenseUsage | null;
  readonly licenseType: LicenseType | null;
}

/** The tax on what the form says: `known` with every amount of the sale, or why it isn't. */
export type TaxState =
  | { readonly status: "none" | "incomplete" | "pending" }
  | { readonly status: "known"; readonly breakdown: Breakdown }
  | { readonly status: "failed"; readonly message: string; readonly retry: () => void };

type Answer = { readonly breakdown: Breakdown } | { readonly message: string };

/** Milliseconds after the last change of the form: each calculation costs the platform something. */
const PAUSE = 500;

const UNKNOWN = "Tax can't be calculated right now. Try again.";
const IN_PLACE = ["tax_unavailable", "tax_location_invalid"] as const;

interface Sold {
  readonly artworkId: ArtworkId;
  readonly discountId: DiscountId | null;
  /** Called with the reason where the address has no place that tax could be calculated for. */
  readonly onMisplaced: (message: string) => void;
}

/** Asks for the tax whenever what it depends on has changed and is complete; `none` on stages that charge none. */
export function useTax(values: Partial<TaxedValues>, { artworkId, discountId, onMisplaced }: Sold): TaxState {
  const { tax: isCharged } = useFeatures();
  const [answer, setAnswer] = useState<{ readonly terms: string; readonly said: Answer } | null>(null);
  const [tries, setTries] = useState(0);
  const { billingCountry = "", billingVat = "", licenseUsage, licenseType } = values;
  const { data: billing } = TaxedAddress.safeParse(values);
  const vat = licenseUsage && isHeldByCompany(licenseUsage) ? billingVat : "";
  const isComplete = isCharged && billing && licenseType && !vatProblem({ billingVat: vat }, billingCountry);
  const terms = isComplete ? JSON.stringify({ artworkId, licenseType, discountId, billing, billingVat: vat }) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again for the same terms
  useEffect(() => {
    if (terms === null) return;
    let isCurrent = true;
    const say = (said: Answer) => isCurrent && setAnswer({ terms, said });
    const ask = () =>
      send(quoteTax, { body: JSON.parse(terms) }, { errorMessage: UNKNOWN, inPlace: IN_PLACE }).then(
        (breakdown) => say({ breakdown }),
        (error: unknown) => {
          const misplaced = error instanceof ApiError ? error.fields.billingZip : undefined;
          if (isCurrent && misplaced) onMisplaced(misplaced);
          say({ message: error instanceof ApiError && error.message ? error.message : UNKNOWN });
        },
      );
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [terms, tries]);

  if (!isCharged) return { status: "none" };
  if (terms === null) return { status: "incomplete" };
  if (answer?.terms !== terms) return { status: "pending" };
  if ("breakdown" in answer.said) return { status: "known", breakdown: answer.said.breakdown };
  const retry = () => {
    setAnswer(null);
    setTries((tried) => tried + 1);
  };
  return { status: "failed", message: answer.said.message, retry };
}
