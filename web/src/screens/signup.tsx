import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { signup } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SignupForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { MailSent } from "#web/features/accounts/mail-sent.tsx";
import { returnStateOf } from "#web/session/return-page.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

const EMPTY = { userName: "", userUsername: "", userEmail: "", userPassword: "", userConfirm: "" };

/** Whom the verification link was sent to. */
export type SentTo = Pick<SignupForm, "userEmail" | "userUsername">;

interface SignUpFormProps {
  readonly onSent: (sentTo: SentTo) => void;
}

/** All that an account needs; the first field has the focus. */
export function SignUpForm({ onSent }: SignUpFormProps) {
  const form = useContractForm({
    schema: SignupForm,
    defaultValues: EMPTY,
    onSubmit: async (body) => {
      await send(signup, { body }, { otherwise: MESSAGES.failedSignup });
      onSent(body);
    },
  });
  const { setFocus } = form.form;
  useEffect(() => setFocus("userName"), [setFocus]);
  return (
    <Form of={form} label="Sign up">
      <TextField name="userName" label="Full name" autoComplete="name" max={LIMITS.fullName.max} />
      <TextField
        name="userUsername"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        max={LIMITS.username.max}
        hint={`${LIMITS.username.min} to ${LIMITS.username.max} letters, digits, underscores or periods`}
      />
      <TextField name="userEmail" label="Email" type="email" autoComplete="email" max={LIMITS.email.max} />
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
      <SubmitButton>Sign up</SubmitButton>
    </Form>
  );
}

export default function SignupScreen() {
  const [sentTo, setSentTo] = useState<SentTo | null>(null);
  const state = returnStateOf(useLocation().state);
  if (sentTo) {
    return (
      <MailSent
        title="Check your mail"
        address={sentTo.userEmail}
        username={sentTo.userUsername}
        text="Open it to verify your account, then log in."
      />
    );
  }
  return (
    <AuthScreen
      title="Sign up"
      elsewhere={
        <SiteLink to="/login" state={state}>
          I already have an account
        </SiteLink>
      }
    >
      <SignUpForm onSent={setSentTo} />
    </AuthScreen>
  );
}
