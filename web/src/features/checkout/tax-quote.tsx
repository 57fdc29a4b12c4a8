import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { quoteTax } from "#shared/contract/orders.ts";
import { findVatProblem, TaxedAddress } from "#shared/model/billing.ts";
import type { ArtworkId, DiscountId, OfferId } from "#shared/model/ids.ts";
import type { Breakdown } from "#shared/model/order.ts";
import { isHeldByCompany, type LicenseUsage } from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";

/** Tax for the form's input: `known` with all amounts of the sale, a reason why it isn't, or `none` if none is charged. */
export type TaxState =
  | { readonly status: "none" | "incomplete" | "pending" }
  | { readonly status: "known"; readonly breakdown: Breakdown }
  | { readonly status: "failed"; readonly message: string; readonly retry: (() => void) | undefined };

interface TaxedValues extends TaxedAddress {
  readonly billingVat: string;
  readonly licenseUsage: LicenseUsage | null;
  readonly licenseType?: LicenseType | null;
}

interface TaxQuoteProps {
  /** An artwork's licence, whose type the form has, or an offer. */
  readonly priced:
    | { readonly artworkId: ArtworkId; readonly discountId: DiscountId | null }
    | { readonly offerId: OfferId };
  readonly onChange: (tax: TaxState) => void;
  /** Called if the discount is no longer valid; its removal requests the tax again. */
  readonly onDiscountRefused: (message: string) => void;
}

/** Debounce in milliseconds, as Stripe bills each calculation. */
const PAUSE = 500;

const QUOTE_FAILED = "Tax can't be calculated right now. Try again.";
const IN_PLACE = ["tax_unavailable", "tax_location_invalid", "discount_invalid"] as const;

/** Requests the tax when its complete inputs change. Renders nothing, so that typing rerenders only this component. */
export function TaxQuote({ priced, onChange, onDiscountRefused }: TaxQuoteProps) {
  const { setError } = useFormContext<TaxedValues>();
  const [tries, setTries] = useState(0);
  const values = useWatch<TaxedValues>();
  const { billingCountry = "", licenseUsage, licenseType } = values;
  const { data: billing } = TaxedAddress.safeParse(values);
  const billingVat = licenseUsage && isHeldByCompany(licenseUsage) ? values.billingVat : "";
  const sold = "offerId" in priced ? priced : licenseType && { ...priced, licenseType };
  const isComplete = billing && sold && !findVatProblem({ billingVat }, billingCountry);
  const terms = isComplete ? JSON.stringify({ ...sold, billing, billingVat }) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again for the same terms
  useEffect(() => {
    onChange({ status: terms === null ? "incomplete" : "pending" });
    if (terms === null) return;
    let isCurrent = true;
    function refuse(error: unknown) {
      if (!isCurrent) return;
      const { message = QUOTE_FAILED, fields = {} } = error instanceof ApiError ? error : {};
      const retry = () => setTries((tried) => tried + 1);
      if (fields.discountCode) return onDiscountRefused(fields.discountCode);
      const wrongPlace = fields.billingZip;
      if (wrongPlace) setError("billingZip", { type: "server", message: wrongPlace });
      onChange({ status: "failed", message, retry: wrongPlace ? undefined : retry });
    }
    const ask = () =>
      send(quoteTax, { body: JSON.parse(terms) }, { errorMessage: QUOTE_FAILED, inPlace: IN_PLACE }).then(
        (breakdown) => isCurrent && onChange({ status: "known", breakdown }),
        refuse,
      );
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [terms, tries]);

  return null;
}
