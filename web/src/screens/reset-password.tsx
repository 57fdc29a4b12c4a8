import { useNavigate, useParams } from "react-router-dom";
import { resetPassword } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ResetForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { NewPasswordField } from "#web/features/accounts/new-password-field.tsx";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

/** The link names the account by its id only. */
const NOTHING: readonly string[] = [];

export default function ResetPasswordScreen() {
  const { userId = "", tokenId = "" } = useParams();
  const navigate = useNavigate();
  const form = useContractForm({
    schema: ResetForm,
    defaultValues: { userPassword: "", userConfirm: "" },
    onSubmit: async (body) => {
      const params = { userId, resetToken: tokenId };
      const { message } = await send(resetPassword, { params, body }, { otherwise: MESSAGES.failedReset });
      await navigate("/login", { state: { message } satisfies LocationMessage });
    },
  });
  return (
    <AuthScreen
      title="New password"
      text="Choosing it ends every session of your account."
      elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <Form of={form} label="Choose a new password">
        {form.problem?.code === "link_expired" && (
          <Notice kind="error">
            {form.problem.message}. <SiteLink to="/forgot_password">Send a new link</SiteLink>
          </Notice>
        )}
        <NewPasswordField label="Password" personal={NOTHING} />
        <PasswordField
          name="userConfirm"
          label="Confirm password"
          autoComplete="new-password"
          max={LIMITS.password.max}
        />
        <SubmitButton>Change password</SubmitButton>
      </Form>
    </AuthScreen>
  );
}
