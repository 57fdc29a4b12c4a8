import { Flex, Spinner } from "@chakra-ui/react";
import { useNavigate, useParams } from "react-router-dom";
import { checkResetLink, resetPassword } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ResetForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { NewPasswordField } from "#web/features/accounts/new-password-field.tsx";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import type { LocationMessage } from "#web/ui/location-message.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

/** The link has no username or e-mail address to check the password against. */
const NOTHING: readonly string[] = [];

export default function ResetPasswordScreen() {
  const { userId = "", tokenId = "" } = useParams();
  const navigate = useNavigate();
  // Checked before any input; only an expired link hides the form.
  const link = useRead(
    checkResetLink,
    { params: { userId, resetToken: tokenId } },
    { inPlace: ["link_expired", "invalid_request"] },
  );
  const form = useContractForm({
    schema: ResetForm,
    defaultValues: { userPassword: "", userConfirm: "" },
    onSubmit: async (body) => {
      const params = { userId, resetToken: tokenId };
      const { message } = await send(resetPassword, { params, body }, { errorMessage: MESSAGES.failedReset });
      await navigate("/login", { state: { message } satisfies LocationMessage });
    },
  });
  if (link.isLoading) {
    return (
      <AuthScreen title="New password">
        <Flex role="status" aria-label="Checking the link" justify="center" py="4" color="accent.fg">
          <Spinner size="lg" />
        </Flex>
      </AuthScreen>
    );
  }
  // A truncated link is an invalid request.
  const isOver = link.error?.code === "link_expired" || link.error?.code === "invalid_request";
  if (isOver || form.problem?.code === "link_expired") {
    return (
      <AuthScreen title="That didn't work" elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}>
        <Flex direction="column" gap="6">
          <Notice kind="error">{MESSAGES.linkExpired}</Notice>
          <ButtonLink to="/forgot_password" size="lg">
            Send a new link
          </ButtonLink>
        </Flex>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen
      title="New password"
      text="A new password logs you out everywhere."
      elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <Form form={form} label="Choose a new password">
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
