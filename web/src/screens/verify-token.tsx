import { Button, Flex } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { Navigate, useParams } from "react-router-dom";
import { verifyToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { RouteResult } from "#shared/route.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { takeLinkRequest } from "#web/features/accounts/link-request.ts";
import { LogInForm } from "#web/features/accounts/log-in-form.tsx";
import { publishVerified } from "#web/features/accounts/use-log-in-once-verified.ts";
import { findReturnPage } from "#web/session/return-page.ts";
import { useSession } from "#web/session/use-session.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

/** The result of using the link, or "expired". */
type Outcome = RouteResult<typeof verifyToken> | "expired";

/**
 * Asks before it uses the link, because mail scanners open links and some run scripts; not in the browser that requested
 * it. Returns to the page that required the sign-up once the original tab or the form here has logged in.
 */
export default function VerifyTokenScreen() {
  const { id = "" } = useParams();
  const [outcome, setOutcome] = useState<Outcome>();
  const isSignedIn = useSession().status === "authenticated";
  const page = findReturnPage(typeof outcome === "object" ? outcome.returnTo : undefined);
  // A toast has shown the result.
  if (isSignedIn && outcome) return <Navigate to={page?.path ?? "/"} replace />;
  if (!outcome) return <Question tokenId={id} onOutcome={setOutcome} />;
  if (outcome === "expired") {
    return (
      <AuthScreen title="That didn't work">
        <Flex direction="column" gap="6">
          <Notice kind="error">{MESSAGES.linkExpired}</Notice>
          <ButtonLink to="/resend_token" size="lg">
            Send a new link
          </ButtonLink>
          <ButtonLink to="/login" size="lg" variant="outline" colorPalette="neutral">
            Log in
          </ButtonLink>
        </Flex>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title="Verified" text={page && `Log in to continue to ${page.name ?? "the page where you were"}.`}>
      <LogInForm notice={<Notice kind="success">{outcome.message}</Notice>} />
    </AuthScreen>
  );
}

interface QuestionProps {
  readonly tokenId: string;
  readonly onOutcome: (outcome: Outcome) => void;
}

function Question({ tokenId, onOutcome }: QuestionProps) {
  const [isSending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isOpened = useRef(false);

  async function verify() {
    setSending(true);
    try {
      onOutcome(await send(verifyToken, { params: { tokenId } }, { errorMessage: MESSAGES.failedVerify }));
      publishVerified();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // After any other failure the link may still be valid.
      if (error.code === "link_expired") onOutcome("expired");
      else setSending(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only as the page opens.
  useEffect(() => {
    button.current?.focus();
    if (isOpened.current) return;
    isOpened.current = true;
    if (takeLinkRequest(tokenId)) void verify();
  }, []);

  return (
    <AuthScreen title="Verify address" text="Confirm that the link in our email was meant for you. It works once.">
      <Button
        ref={button}
        size="lg"
        width="full"
        loading={isSending}
        loadingText="Verify my address"
        onClick={() => void verify()}
      >
        Verify my address
      </Button>
    </AuthScreen>
  );
}
