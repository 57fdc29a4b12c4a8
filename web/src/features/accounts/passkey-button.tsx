import { Button } from "@chakra-ui/react";
import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useState } from "react";
import { beginPasskeySignIn, signInByPasskey } from "#shared/contract/second-factor.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { buildRequest, exchange } from "#web/api/request.ts";
import { send } from "#web/api/send.ts";
import { browserTransport } from "#web/session/browser-session.ts";
import { useSession } from "#web/session/use-session.ts";
import { canAutofillPasskeys, canUsePasskeys, endPasskeyRequest, signByAutofill, signByPasskey } from "./web-authn.ts";

/** Challenges are renewed this long before they expire. */
const MARGIN_SECONDS = 30;

const RENEWAL_MS = (LIFETIMES.factorChallenge - MARGIN_SECONDS) * 1000;

/** Failures are silent, as the user didn't ask for it; form and button still work. */
async function findOptions() {
  const answer = await exchange(browserTransport, buildRequest(beginPasskeySignIn), null).catch(() => undefined);
  return (answer as { readonly options: Readonly<Record<string, unknown>> } | undefined)?.options;
}

/**
 * Offers passkeys in the browser's autofill of the field with autocomplete "username webauthn" while it is shown and the
 * page visible. A press of the passkey button replaces it.
 */
export function usePasskeyAutofill(isShown: boolean) {
  const { begin } = useSession();
  useEffect(() => {
    if (!isShown) return;
    let isOver = false;
    let waiting = 0;
    let renewal: ReturnType<typeof setTimeout> | undefined;

    async function offer() {
      const options = document.visibilityState === "visible" ? await findOptions() : undefined;
      if (isOver) return;
      const next = setTimeout(() => void offer(), RENEWAL_MS);
      renewal = next;
      if (!options) return;
      waiting++;
      const assertion = await signByAutofill(options);
      waiting--;
      // Signed, or replaced by the button, whose dialog another offer would close. After a renewal the timer has fired already.
      clearTimeout(next);
      if (!assertion || isOver) return;
      await send(signInByPasskey, { body: { assertion } }, { errorMessage: MESSAGES.failedLogin }).then(
        begin,
        () => {},
      );
    }

    void canAutofillPasskeys().then((can) => (can && !isOver ? offer() : undefined));
    return () => {
      isOver = true;
      clearTimeout(renewal);
      if (waiting > 0) endPasskeyRequest();
    };
  }, [isShown, begin]);
}

const failed = { errorMessage: MESSAGES.failedLogin } as const;

/** Logs in by passkey alone; not rendered without browser support. */
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
      // The API client shows the failure in a toast.
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
      loadingText="Use a passkey"
      onClick={() => void signIn()}
    >
      <KeyRound aria-hidden />
      Use a passkey
    </Button>
  );
}
