import { useEffect, useState } from "react";
import { openPaymentSession } from "#shared/contract/orders.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** The payment form waits no longer for saved cards. */
const WAIT_MS = 4000;

/**
 * The secret by which the payment form offers the user's saved cards: undefined until it is there, null where it isn't
 * wanted, doesn't come in time or `drop` was called because the form can't use it. With a second factor it takes a proof of
 * the owner, which `prove` asks for.
 */
export function useCustomerSession({ isWanted }: { readonly isWanted: boolean }) {
  const { id: userId } = useSignedIn();
  const [session, setSession] = useState<string | null | undefined>(isWanted ? undefined : null);
  const [needsProof, setNeedsProof] = useState(false);

  useEffect(() => {
    if (!isWanted) return;
    let isAwaited = true;
    const settle = (secret: string | null) => {
      if (isAwaited) setSession(secret);
      isAwaited = false;
    };
    const timer = setTimeout(() => settle(null), WAIT_MS);
    send(openPaymentSession, { params: { userId } }, { inPlace: ["too_many_requests", "proof_required"] }).then(
      ({ customerSession }) => settle(customerSession),
      (error: unknown) => {
        if (isAwaited) setNeedsProof(error instanceof ApiError && error.code === "proof_required");
        settle(null);
      },
    );
    return () => {
      isAwaited = false;
      clearTimeout(timer);
    };
  }, [userId, isWanted]);

  return {
    session,
    drop: () => setSession(null),
    needsProof: needsProof && !session,
    /** Asks for the proof, and answers with the secret; undefined, and the form stays as it is, where that failed. */
    async prove() {
      try {
        const { customerSession } = await send(openPaymentSession, { params: { userId } });
        setSession(customerSession);
        return customerSession;
      } catch {
        // The API client shows the failure; a question that was canceled needs no word.
        return undefined;
      }
    },
  };
}
