import { LIMITS } from "#shared/limits.ts";
import { LoginForm } from "#shared/model/account.ts";
import { UnverifiedNotice } from "#web/features/accounts/unverified-notice.tsx";
import { useSession } from "#web/session/use-session.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { useLocationMessage } from "#web/ui/location-message.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

/** Being signed in, its guard moves on to /. */
export default function LoginScreen() {
  const { logIn } = useSession();
  const message = useLocationMessage();
  const form = useContractForm({
    schema: LoginForm,
    defaultValues: { userUsername: "", userPassword: "" },
    onSubmit: logIn,
  });
  return (
    <AuthScreen
      title="Log in"
      elsewhere={
        <>
          <SiteLink to="/signup">Create an account</SiteLink>
          <SiteLink to="/account_restoration">Trouble logging in?</SiteLink>
        </>
      }
    >
      <Form of={form} label="Log in">
        {message && <Notice>{message}</Notice>}
        {form.problem?.code === "unverified" && <UnverifiedNotice login={form.form.getValues("userUsername")} />}
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
        <SubmitButton>Log in</SubmitButton>
      </Form>
    </AuthScreen>
  );
}
