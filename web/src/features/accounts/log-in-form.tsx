import { Button, Skeleton, Stack, Text } from "@chakra-ui/react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { resendToken } from "#shared/contract/auth.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { EmailForm, LoginForm } from "#shared/model/account.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useSession } from "#web/session/use-session.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { rememberLinkRequest } from "./link-request.ts";
import { PasskeyButton, usePasskeyAutofill } from "./passkey-button.tsx";

const SecondStep = lazyPart(() => import("./second-step.tsx"));

/** Resends the verification link directly if the login is an e-mail address, else links to the page that asks for one. */
function UnverifiedNotice({ login }: { readonly login: string }) {
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const asEmail = EmailForm.safeParse({ userEmail: login });

  async function resend(body: { userEmail: string }) {
    setState("sending");
    try {
      await send(resendToken, { body }, { errorMessage: MESSAGES.failedResend });
      rememberLinkRequest("verification");
      setState("sent");
    } catch {
      setState("idle");
    }
  }

  if (state === "sent") return <Notice kind="success">{MESSAGES.verificationLinkSent}</Notice>;
  return (
    <Notice kind="error">
      <Stack gap="2" align="flex-start">
        <Text>{MESSAGES.unverified}.</Text>
        {asEmail.success ? (
          <Button
            variant="plain"
            size="sm"
            textDecoration="underline"
            loading={state === "sending"}
            onClick={() => resend(asEmail.data)}
          >
            Send the link again
          </Button>
        ) : (
          <SiteLink to={`/resend_token?username=${encodeURIComponent(login)}`}>Send the link again</SiteLink>
        )}
      </Stack>
    </Notice>
  );
}

interface LogInFormProps {
  /** Shown above the fields. */
  readonly notice?: ReactNode;
}

/**
 * Username and password, then the account's second factor, if any, or a passkey instead of both; the first field takes the
 * focus. The parent reacts to the session.
 */
export function LogInForm({ notice }: LogInFormProps) {
  const { logIn } = useSession();
  const [isHalfway, setHalfway] = useState(false);
  const form = useContractForm({
    schema: LoginForm,
    defaultValues: { userUsername: "", userPassword: "" },
    onSubmit: async (body) => {
      try {
        await logIn(body);
      } catch (error) {
        if (error instanceof ApiError && error.code === "second_factor_required") setHalfway(true);
        else throw error;
      }
    },
  });
  usePasskeyAutofill(!isHalfway);
  const { reset, setFocus } = form.form;
  useEffect(() => {
    if (!isHalfway) setFocus("userUsername");
  }, [isHalfway, setFocus]);
  const startAgain = useCallback(() => {
    setHalfway(false);
    reset();
  }, [reset]);

  if (isHalfway) {
    return <SecondStep onBack={startAgain} fallback={<Skeleton height="20rem" />} />;
  }
  return (
    <>
      <Form form={form} label="Log in">
        {notice}
        {form.problem?.code === "unverified" && <UnverifiedNotice login={form.form.getValues("userUsername")} />}
        {form.problem?.code === "wrong_credentials" && <Notice kind="error">{form.problem.message}</Notice>}
        <TextField
          name="userUsername"
          label="Username or email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          max={LIMITS.email.max}
        />
        <PasswordField name="userPassword" label="Password" autoComplete="current-password" max={LIMITS.password.max} />
        <SubmitButton>Log in</SubmitButton>
      </Form>
      <Stack gap="5" mt="5">
        <PasskeyButton />
      </Stack>
    </>
  );
}
