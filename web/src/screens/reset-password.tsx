import { useNavigate, useParams } from "react-router-dom";
import { resetPassword } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ResetForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

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
        <PasswordField
          name="userPassword"
          label="Password"
          autoComplete="new-password"
          max={LIMITS.password.max}
          hint={`At least ${LIMITS.password.min} characters`}
        />
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
