import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { signup } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ReturnPath, SignupForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { SiteLink } from "#web/ui/site-link.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

const EMPTY = { userName: "", userUsername: "", userEmail: "", userPassword: "", userConfirm: "" };

interface SignUpFormProps {
  /** Path that the mailed link returns to. */
  readonly returnTo: string | undefined;
  readonly onSent: (account: SignupForm) => void;
}

/** The sign-up form; its first field takes the focus. */
export function SignUpForm({ returnTo, onSent }: SignUpFormProps) {
  const form = useContractForm({
    schema: SignupForm,
    defaultValues: EMPTY,
    onSubmit: async (body) => {
      const back = ReturnPath.safeParse(returnTo);
      const account = back.success ? { ...body, returnTo: back.data } : body;
      await send(signup, { body: account }, { errorMessage: MESSAGES.failedSignup });
      onSent(account);
    },
  });
  const { setFocus } = form.form;
  useEffect(() => setFocus("userName"), [setFocus]);
  return (
    <Form form={form} label="Sign up">
      <TextField name="userName" label="Full name" autoComplete="name" max={LIMITS.fullName.max} />
      <TextField
        name="userUsername"
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        max={LIMITS.username.max}
        hint={`${LIMITS.username.min} to ${LIMITS.username.max} letters, digits, underscores or periods`}
        rule={`it needs ${LIMITS.username.min} to ${LIMITS.username.max} letters, digits, underscores or periods`}
      />
      <TextField name="userEmail" label="Email" type="email" autoComplete="email" max={LIMITS.email.max} />
      <FirstPassword />
      <PasswordField
        name="userConfirm"
        label="Confirm password"
        autoComplete="new-password"
        max={LIMITS.password.max}
      />
      <chakra.p textStyle="sm" color="fg.muted">
        By signing up, you agree to the{" "}
        <SiteLink to="/terms_of_service" target="_blank">
          Terms of Service
        </SiteLink>{" "}
        and the{" "}
        <SiteLink to="/privacy_policy" target="_blank">
          Privacy Policy
        </SiteLink>
        .
      </chakra.p>
      <SubmitButton>Sign up</SubmitButton>
    </Form>
  );
}

/** Watches the fields that the password shouldn't resemble, so that only this component rerenders on input. */
function FirstPassword() {
  const personal: readonly string[] = useWatch({ name: ["userName", "userUsername", "userEmail"] });
  return <NewPasswordField label="Password" personal={personal} />;
}
