import { updateSelling } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SellingForm } from "#shared/model/billing.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { Form } from "#web/ui/form/form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton, SettingsSection } from "./settings-section.tsx";
import { useSettings } from "./use-settings.ts";

/** A seller's details for receipts and invoices. */
export function SellingSection({ settings }: { readonly settings: Settings }) {
  const { mutate } = useSettings();
  const form = useContractForm({
    schema: SellingForm,
    defaultValues: settings.selling,
    follows: true,
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      await send(updateSelling, { params, body }, { errorMessage: MESSAGES.failedUpdateUser });
      const saved = (await mutate())?.selling;
      form.form.reset(saved ?? { sellerAddress: "", sellerVat: "", ...body });
    },
  });
  return (
    <SettingsSection
      id="selling"
      title="Seller details"
      text="Printed with your name on the receipts and invoices that buyers get from now on."
    >
      <Form form={form} label="Seller details">
        <TextAreaField
          name="sellerAddress"
          label="Business address"
          max={LIMITS.sellerAddress.max}
          hint="Include the country, and write it as it should be printed. Every buyer sees it."
          optional
        />
        <TextField
          name="sellerVat"
          label="VAT number"
          max={LIMITS.vatNumber.max}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Include the country code, such as DE123456789."
          optional
        />
        <SaveButton>Save seller details</SaveButton>
      </Form>
    </SettingsSection>
  );
}
