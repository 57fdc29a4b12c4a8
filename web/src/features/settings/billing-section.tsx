import { updateBilling } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { BillingForm } from "#shared/model/billing.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { BillingFields, EMPTY_BILLING } from "#web/features/billing/billing-fields.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton, SettingsSection } from "./settings-section.tsx";
import { usePatchSettings } from "./use-settings.ts";

export function BillingSection({ settings }: { readonly settings: Settings }) {
  const changed = usePatchSettings();
  const form = useContractForm({
    schema: BillingForm,
    defaultValues: settings.billing ?? EMPTY_BILLING,
    follows: true,
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      await send(updateBilling, { params, body }, { errorMessage: MESSAGES.failedUpdateUser });
      form.form.reset(body);
      await changed({ billing: body });
    },
  });
  return (
    <SettingsSection id="billing" title="Billing" text="Your billing address. It's filled in for you at checkout.">
      <Form form={form} label="Billing">
        <BillingFields />
        <SaveButton>Save billing</SaveButton>
      </Form>
    </SettingsSection>
  );
}
