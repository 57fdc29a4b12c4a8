import { Flex, Spinner } from "@chakra-ui/react";
import { Navigate, useParams } from "react-router-dom";
import { verifyToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSession } from "#web/session/use-session.ts";
import { AuthScreen } from "#web/ui/auth-screen.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

/** The link is used up by its first request, so it is never requested again. */
const ONCE = {
  revalidateIfStale: false,
  revalidateOnReconnect: false,
  revalidateOnFocus: false,
  otherwise: MESSAGES.failedVerify,
} as const;

export default function VerifyTokenScreen() {
  const { id } = useParams();
  const { data, error } = useRead(verifyToken, id ? { params: { tokenId: id } } : null, ONCE);
  const isSignedIn = useSession().status === "authenticated";
  // Someone signed in confirmed a new address: a toast has said how it went, and there is nothing to log in to.
  if (isSignedIn && (data || error)) return <Navigate to="/" replace />;
  if (data) {
    return (
      <AuthScreen title="Verified">
        <Flex direction="column" gap="6">
          <Notice kind="success">{data.message}</Notice>
          <ButtonLink to="/login" size="lg">
            Log in
          </ButtonLink>
        </Flex>
      </AuthScreen>
    );
  }
  if (error) {
    return (
      <AuthScreen title="That didn't work">
        <Flex direction="column" gap="6">
          <Notice kind="error">{error.expose ? error.message : MESSAGES.failedVerify}</Notice>
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
    <AuthScreen title="Verifying your email">
      <Flex role="status" aria-label="Verifying" justify="center" py="4" color="ochre.fg">
        <Spinner size="lg" />
      </Flex>
    </AuthScreen>
  );
}
