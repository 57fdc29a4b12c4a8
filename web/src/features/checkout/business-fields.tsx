import { SimpleGrid } from "@chakra-ui/react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { BillingForm, businessShape, findVatProblem } from "#shared/model/billing.ts";
import { isHeldByCompany, type LicenseUsage } from "#shared/rules/license-holder.ts";
import { TextField } from "#web/ui/form/text-field.tsx";

export interface BusinessValues {
  readonly billingVat: string;
  readonly billingReference: string;
}

type Billed = BillingForm & BusinessValues & { readonly licenseUsage?: LicenseUsage | null | undefined };

/** Drops company data after a change to personal usage. */
const clearBusinessFields = ({ licenseUsage, ...values }: Billed) =>
  licenseUsage && isHeldByCompany(licenseUsage) ? values : { ...values, billingVat: "", billingReference: "" };

const Bill = z.extend(BillingForm, businessShape).check(({ value, issues }) => {
  const message = findVatProblem(value, value.billingCountry);
  if (message) issues.push({ code: "custom", message, path: ["billingVat"], input: value });
});

/** The billing address with the company's fields. */
export const CheckoutBill = z.pipe(
  z.transform(clearBusinessFields),
  Bill as z.ZodMiniType<z.output<typeof Bill>, ReturnType<typeof clearBusinessFields>>,
);

/** VAT number and reference for a company's invoice. */
export function BusinessFields() {
  const usage: LicenseUsage | null | undefined = useWatch({ name: "licenseUsage" });
  if (!usage || !isHeldByCompany(usage)) return null;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="start">
      <TextField
        name="billingVat"
        label="VAT number"
        max={LIMITS.vatNumber.max}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="Shown on your invoice. Include the country code, such as DE123456789."
        optional
      />
      <TextField
        name="billingReference"
        label="Your reference"
        max={LIMITS.billingReference.max}
        autoComplete="off"
        hint="Shown on your invoice, such as a purchase order number."
        optional
      />
    </SimpleGrid>
  );
}
