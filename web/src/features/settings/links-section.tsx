import { LIMITS } from "#shared/limits.ts";
import { LinksForm } from "#shared/model/profile.ts";
import type { Settings } from "#shared/model/settings.ts";
import { Form } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton, SettingsSection } from "./settings-section.tsx";
import { useSaveProfile } from "./use-settings.ts";

const { count, length } = LIMITS.profileLinks;
/** Maximum length of the list, including line breaks. */
const MAX_CHARACTERS = count * length + count - 1;

/** The websites on the user's page. */
export function LinksSection({ settings: { profile } }: { readonly settings: Settings }) {
  const save = useSaveProfile();
  const form = useContractForm({
    schema: LinksForm,
    defaultValues: { userLinks: profile.userLinks.join("\n") },
    follows: true,
    onSubmit: async (values) => {
      await save(values);
      form.form.reset({ userLinks: values.userLinks.join("\n") });
    },
  });
  return (
    <SettingsSection id="links" title="Links" text="Other places to find you, shown on your page.">
      <Form form={form} label="Links">
        <TextAreaField
          name="userLinks"
          label="Websites"
          max={MAX_CHARACTERS}
          placeholder="https://"
          hint={`One per line, up to ${count}. Each starts with https://.`}
          optional
        />
        <SaveButton>Save links</SaveButton>
      </Form>
    </SettingsSection>
  );
}
