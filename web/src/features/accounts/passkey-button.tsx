import { Button } from "@chakra-ui/react";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { beginPasskeySignIn, signInByPasskey } from "#shared/contract/second-factor.ts";
import { MESSAGES } from "#shared/messages.ts";
import { send } from "#web/api/send.ts";
import { useSession } from "#web/session/use-session.ts";
import { canUsePasskeys, signByPasskey } from "./web-authn.ts";

const failed = { otherwise: MESSAGES.failedLogin } as const;

/** Logs in without a name and without a password; absent where the browser knows no passkeys. */
export function PasskeyButton() {
  const { begin } = useSession();
  const [isBusy, setBusy] = useState(false);
  if (!canUsePasskeys()) return null;

  async function signIn() {
    setBusy(true);
    try {
      const { options } = await send(beginPasskeySignIn, {}, failed);
      const assertion = await signByPasskey(options);
      if (assertion) begin(await send(signInByPasskey, { body: { assertion } }, failed));
    } catch {
      // The call has shown the reason in a toast.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      colorPalette="neutral"
      size="lg"
      width="full"
      loading={isBusy}
      loadingText="Sign in with a passkey"
      onClick={() => void signIn()}
    >
      <KeyRound aria-hidden />
      Sign in with a passkey
    </Button>
  );
}
