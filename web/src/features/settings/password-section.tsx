import { changePassword, listSessions } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PasswordForm } from "#shared/model/account.ts";
import type { Settings } from "#shared/model/settings.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { NewPasswordField } from "#web/features/accounts/new-password-field.tsx";
import { useSession } from "#web/session/use-session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SaveButton, SettingsSection } from "./settings-section.tsx";

const EMPTY = { userCurrent: "", userPassword: "", userConfirm: "" };

export function PasswordSection({ settings }: { readonly settings: Settings }) {
  const personal = [settings.profile.userName, settings.userUsername, settings.userEmail];
  const { replaceSession } = useSession();
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: PasswordForm,
    defaultValues: EMPTY,
    onSubmit: async (body) => {
      const params = { userId: settings.id };
      replaceSession(await send(changePassword, { params, body }, { errorMessage: MESSAGES.failedUpdatePassword }));
      form.form.reset(EMPTY);
      void invalidate(listSessions, params);
    },
  });
  return (
    <SettingsSection
      id="password"
      title="Password"
      text="Changing it logs you out everywhere else. You stay logged in here."
    >
      <Form form={form} label="Password">
        {/* Tells password managers the account of the password. */}
        <input hidden readOnly autoComplete="username" value={settings.userUsername} />
        <PasswordField
          name="userCurrent"
          label="Current password"
          autoComplete="current-password"
          max={LIMITS.password.max}
          hint="Don't remember it? Log out and choose “Trouble logging in?”."
        />
        <NewPasswordField label="New password" personal={personal} />
        <PasswordField
          name="userConfirm"
          label="Confirm new password"
          autoComplete="new-password"
          max={LIMITS.password.max}
        />
        <SaveButton>Change password</SaveButton>
      </Form>
    </SettingsSection>
  );
}
