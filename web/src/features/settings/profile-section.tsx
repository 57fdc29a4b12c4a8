import { LIMITS } from "#shared/limits.ts";
import { ProfileForm } from "#shared/model/profile.ts";
import type { Settings } from "#shared/model/settings.ts";
import { CountryField } from "#web/ui/form/country-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { AvatarEditor } from "./avatar-editor.tsx";
import { SaveButton, SettingsSection } from "./settings-section.tsx";
import { useSaveProfile } from "./use-settings.ts";

/** The profile form's values; missing ones are empty. */
const profileForm = ({ userName, userDescription, userCountry }: Settings["profile"]) => ({
  userName,
  userDescription: userDescription ?? "",
  userCountry: userCountry ?? "",
});

export function ProfileSection({ settings }: { readonly settings: Settings }) {
  const save = useSaveProfile();
  const form = useContractForm({
    schema: ProfileForm,
    defaultValues: profileForm(settings.profile),
    follows: true,
    onSubmit: async (values) => {
      await save(values);
      form.form.reset({ userDescription: "", userCountry: "", ...values });
    },
  });
  return (
    <SettingsSection id="profile" title="Profile" text="Shown with your artwork and comments.">
      <AvatarEditor settings={settings} />
      <Form form={form} label="Profile">
        <TextField name="userName" label="Full name" autoComplete="name" max={LIMITS.fullName.max} />
        <TextAreaField
          name="userDescription"
          label="Description"
          max={LIMITS.userDescription.max}
          hint="A sentence or two about you and what you make."
          optional
        />
        <CountryField name="userCountry" label="Country" optional />
        <SaveButton>Save profile</SaveButton>
      </Form>
    </SettingsSection>
  );
}
