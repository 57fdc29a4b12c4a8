import { SimpleGrid } from "@chakra-ui/react";
import { LIMITS } from "#shared/limits.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import { CountryField } from "#web/ui/form/country-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

export const EMPTY_BILLING: BillingForm = {
  billingName: "",
  billingSurname: "",
  billingEmail: "",
  billingAddress: "",
  billingZip: "",
  billingCity: "",
  billingCountry: "",
};

export const BILLING_FIELDS = Object.keys(EMPTY_BILLING) as readonly (keyof BillingForm)[];

const { billing } = LIMITS;

/** A full name as first and last name; empty where it is too long to be both. */
export function splitName(fullName: string): Pick<BillingForm, "billingName" | "billingSurname"> {
  const words = fullName.trim().split(/\s+/);
  const [billingSurname = "", billingName] =
    words.length > 1 ? [words.at(-1), words.slice(0, -1).join(" ")] : ["", words[0] ?? ""];
  const fits = [billingName, billingSurname].every((name = "") => name.length <= billing.name);
  return fits ? { billingName: billingName ?? "", billingSurname } : { billingName: "", billingSurname: "" };
}

/** The billing address, with names that browsers autofill. */
export function BillingFields() {
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="start">
        <TextField name="billingName" label="First name" autoComplete="billing given-name" max={billing.name} />
        <TextField name="billingSurname" label="Last name" autoComplete="billing family-name" max={billing.name} />
      </SimpleGrid>
      <TextField
        name="billingEmail"
        label="Billing email"
        type="email"
        autoComplete="billing email"
        max={LIMITS.email.max}
      />
      <TextField name="billingAddress" label="Address" autoComplete="billing street-address" max={billing.address} />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="start">
        <TextField name="billingZip" label="Postal code" autoComplete="billing postal-code" max={billing.zip} />
        <TextField name="billingCity" label="City" autoComplete="billing address-level2" max={billing.city} />
      </SimpleGrid>
      <CountryField name="billingCountry" label="Billing country" autoComplete="billing country" />
    </>
  );
}
