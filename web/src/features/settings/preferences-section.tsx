import * as z from "zod/mini";
import { updatePreferences } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PreferencesForm } from "#shared/model/profile.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton, SettingsSection } from "./settings-section.tsx";
import { usePatchSettings } from "./use-settings.ts";

/** Notices have their own section. */
const FavoritesForm = z.pick(PreferencesForm, { userFavorites: true });

export function PreferencesSection({ settings }: { readonly settings: Settings }) {
  const changed = usePatchSettings();
  const form = useContractForm({
    schema: FavoritesForm,
    defaultValues: { userFavorites: settings.preferences.userFavorites },
    follows: true,
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      await send(updatePreferences, { params, body }, { errorMessage: MESSAGES.failedUpdatePreferences });
      form.form.reset(body);
      await changed({ preferences: { ...settings.preferences, ...body } });
    },
  });
  return (
    <SettingsSection id="preferences" title="Preferences">
      <Form form={form} label="Preferences">
        <CheckField
          name="userFavorites"
          label="Show my favorites publicly"
          text="Your favorites appear on your profile. Otherwise only you see them."
        />
        <SaveButton>Save preferences</SaveButton>
      </Form>
    </SettingsSection>
  );
}
