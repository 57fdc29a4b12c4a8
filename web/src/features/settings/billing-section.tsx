import { SimpleGrid } from "@chakra-ui/react";
import { updateBilling } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { BillingForm } from "#shared/model/billing.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { CountryField } from "#web/ui/form/country-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton } from "./save-button.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useSettingsChanged } from "./use-settings.ts";

const EMPTY: BillingForm = {
  billingName: "",
  billingSurname: "",
  billingEmail: "",
  billingAddress: "",
  billingZip: "",
  billingCity: "",
  billingCountry: "",
};

const { billing } = LIMITS;

export function BillingSection({ settings }: { readonly settings: Settings }) {
  const changed = useSettingsChanged();
  const form = useContractForm({
    schema: BillingForm,
    defaultValues: settings.billing ?? EMPTY,
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      await send(updateBilling, { params, body }, { otherwise: MESSAGES.failedUpdateUser });
      form.form.reset(body);
      await changed({ billing: body });
    },
  });
  return (
    <SettingsSection id="billing" title="Billing" text="Whom your purchases are billed to. Checkout starts from it.">
      <Form of={form} label="Billing">
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
        <CountryField name="billingCountry" label="Billing country" />
        <SaveButton>Save billing</SaveButton>
      </Form>
    </SettingsSection>
  );
}
