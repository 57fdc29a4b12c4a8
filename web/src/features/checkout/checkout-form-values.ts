import * as z from "zod/mini";
import { MESSAGES } from "#shared/messages.ts";
import { BillingForm } from "#shared/model/billing.ts";
import type { LicenseForm } from "#shared/model/license.ts";
import type { Checkout } from "#shared/model/order.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { EMPTY_BILLING } from "#web/features/billing/billing-fields.tsx";
import { emptyLicense, type LicenseFormValues, licenseFormFor } from "#web/features/licenses/license-form-values.ts";

/** Whoever gets a file at once gives up the right to withdraw, and has to say so. */
export const Consent = z.object({ consent: z.literal(true, MESSAGES.required) });

export interface CheckoutFormValues extends LicenseFormValues, BillingForm {
  readonly consent: boolean;
}

/** The licence, the bill and the consent; each part says what is wrong with it whatever the others say. */
export const checkoutFormFor = (held: Checkout["licenses"]) =>
  z.intersection(licenseFormFor(held), z.extend(BillingForm, Consent.shape)) as z.ZodMiniType<
    LicenseForm & BillingForm & z.output<typeof Consent>,
    CheckoutFormValues
  >;

/** What the form starts from: the account's bill, if it has one. */
export const startingValues = (
  { billing }: Checkout,
  licenseType: LicenseType,
  { fullName, email }: { readonly fullName: string; readonly email: string },
): CheckoutFormValues => ({
  ...emptyLicense(licenseType, fullName),
  licenseUsage: "personal",
  ...(billing ?? { ...EMPTY_BILLING, billingEmail: email }),
  consent: false,
});
