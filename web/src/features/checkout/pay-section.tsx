import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { LicenseOption } from "#shared/model/artwork.ts";
import type { Breakdown, Discount } from "#shared/model/order.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { SubmitButton } from "#web/ui/form/form.tsx";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { CheckoutSection } from "./checkout-section.tsx";
import { ConsentField } from "./consent-field.tsx";
import { HeldUntil } from "./held-until.tsx";
import { Total } from "./total.tsx";

/** What a licence costs with the discount that is applied. */
export function breakdownOf(option: LicenseOption, discount: Discount | null): Breakdown {
  const { licenseType, licensePrice, buyerFee, total } = option;
  const amounts = discount?.amounts.find((one) => one.licenseType === licenseType);
  return amounts ?? { licensePrice, buyerFee, discount: 0, orderSpent: total };
}

interface PaySectionProps {
  readonly breakdownFor: (type: LicenseType) => Breakdown;
  /** Until when a payment that was begun is held. */
  readonly heldUntil: string | null;
  /** The card form is here. */
  readonly isReady: boolean;
  readonly children: ReactNode;
}

/** The last section: its total follows the licence that is chosen above it. */
export function PaySection({ breakdownFor, heldUntil, isReady, children }: PaySectionProps) {
  const breakdown = breakdownFor(useWatch({ name: "licenseType" }));
  return (
    <CheckoutSection title="Payment">
      {children}
      <Total of={breakdown} />
      <ConsentField />
      <SubmitButton disabled={!isReady}>{`Pay ${moneyLabel(breakdown.orderSpent)}`}</SubmitButton>
      {heldUntil && <HeldUntil until={heldUntil} />}
    </CheckoutSection>
  );
}
