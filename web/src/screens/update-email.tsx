import { useState } from "react";
import { updateEmail } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { UpdateEmailForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { MailSent } from "#web/features/accounts/mail-sent.tsx";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

export default function UpdateEmailScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useContractForm({
    schema: UpdateEmailForm,
    defaultValues: { userUsername: "", userPassword: "", userEmail: "" },
    onSubmit: async (body) => {
      await send(updateEmail, { body }, { errorMessage: MESSAGES.failedUpdateEmail });
      setSentTo(body.userEmail);
    },
  });
  if (sentTo) {
    return (
      <MailSent
        asks="email-change"
        title="Confirm your email"
        address={sentTo}
        text="Your new address takes effect once you open it."
      />
    );
  }
  return (
    <AuthScreen
      title="Change email"
      text="Use this if you can no longer read email sent to your old address."
      elsewhere={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <Form form={form} label="Change email">
        {form.problem?.code === "wrong_credentials" && <Notice kind="error">{form.problem.message}</Notice>}
        <TextField
          name="userUsername"
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          max={LIMITS.email.max}
        />
        <PasswordField name="userPassword" label="Password" autoComplete="current-password" max={LIMITS.password.max} />
        <TextField name="userEmail" label="New email" type="email" autoComplete="email" max={LIMITS.email.max} />
        <SubmitButton>Change email</SubmitButton>
      </Form>
    </AuthScreen>
  );
}
