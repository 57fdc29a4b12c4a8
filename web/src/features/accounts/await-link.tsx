import { Button, chakra, Stack, Text } from "@chakra-ui/react";
import MailCheck from "lucide-react/icons/mail-check";
import { useEffect, useState } from "react";
import { resendToken, updateEmail } from "#shared/contract/auth.ts";
import type { LinkKind } from "#shared/link-kinds.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { SignupForm } from "#shared/model/account.ts";
import { send } from "#web/api/send.ts";
import { Notice } from "#web/ui/notice.tsx";
import { EmailPrompt } from "./email-prompt.tsx";
import { rememberLinkRequest } from "./link-request.ts";
import { useLogInOnceVerified } from "./use-log-in-once-verified.ts";

interface AwaitLinkProps {
  /** The sign-up form's values; the password stays in memory while this is mounted. */
  readonly account: SignupForm;
  /** Called if the account's password is no longer valid. */
  readonly onRefused: () => void;
}

/** Names the address of the verification mail, offers to resend it, and logs in once its link is opened. */
export function AwaitLink({ account, onRefused }: AwaitLinkProps) {
  const { userUsername, userPassword } = account;
  const [mailed, setMailed] = useState<{ readonly userEmail: string; readonly kind: LinkKind }>({
    userEmail: account.userEmail,
    kind: "verification",
  });
  const [isChanging, setChanging] = useState(false);
  const [busy, setBusy] = useState<"trying" | "sending" | null>(null);
  const [isEarly, setEarly] = useState(false);
  const attempt = useLogInOnceVerified({ userUsername, userPassword }, onRefused);
  useEffect(() => rememberLinkRequest(mailed.kind), [mailed]);
  // It replaces a longer form.
  useEffect(() => {
    // Browsers return a promise, which isn't an effect's clean-up.
    window.scrollTo(0, 0);
  }, []);

  async function continueNow() {
    setBusy("trying");
    setEarly(!(await attempt()));
    setBusy(null);
  }

  async function changeAddress({ userEmail }: { readonly userEmail: string }) {
    const body = { userUsername, userPassword, userEmail };
    await send(updateEmail, { body }, { errorMessage: MESSAGES.failedUpdateEmail });
    setMailed({ userEmail, kind: "email-change" });
    setChanging(false);
    setEarly(false);
  }

  async function resend() {
    const { userEmail, kind } = mailed;
    setBusy("sending");
    try {
      if (kind === "email-change") await changeAddress({ userEmail });
      else await send(resendToken, { body: { userEmail, userUsername } }, { errorMessage: MESSAGES.failedResend });
    } catch {
      // The API client shows the failure in a toast.
    }
    setBusy(null);
  }

  if (isChanging) {
    return (
      <Stack gap="3">
        <EmailPrompt label="Change address" action="Send link" onSubmit={changeAddress} />
        <Button variant="plain" size="sm" color="fg.muted" onClick={() => setChanging(false)}>
          Back
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="5">
      <Stack align="center" textAlign="center" gap="3" role="status">
        <chakra.span color="accent.fg" aria-hidden>
          <MailCheck size={40} strokeWidth={1.5} />
        </chakra.span>
        <Text>
          We sent a link to{" "}
          <Text as="strong" overflowWrap="anywhere">
            {mailed.userEmail}
          </Text>
          . Open it on any device, and this page logs you in.
        </Text>
        <Text textStyle="sm" color="fg.muted">
          Nothing after a minute? Check your spam folder.
        </Text>
      </Stack>
      {isEarly && <Notice>{MESSAGES.unverified}.</Notice>}
      <Button size="lg" loading={busy === "trying"} loadingText="I opened the link" onClick={() => void continueNow()}>
        I opened the link
      </Button>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" columnGap="6">
        <Button
          variant="plain"
          size="sm"
          textDecoration="underline"
          loading={busy === "sending"}
          onClick={() => void resend()}
        >
          Send the link again
        </Button>
        <Button variant="plain" size="sm" textDecoration="underline" onClick={() => setChanging(true)}>
          Change address
        </Button>
      </chakra.div>
    </Stack>
  );
}
