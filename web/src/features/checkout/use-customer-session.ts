import { useEffect, useState } from "react";
import { openPaymentSession } from "#shared/contract/orders.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** Milliseconds that the payment form waits for saved cards. */
const WAIT_MS = 4000;

/**
 * Stripe's customer session secret for saved cards: undefined while loading, null if not wanted, late, failed or dropped.
 * Accounts with a second factor need a proof of the owner, which `prove` requests.
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
    /** Asks for the proof and returns the secret; undefined on failure, which leaves the form unchanged. */
    async prove() {
      try {
        const { customerSession } = await send(openPaymentSession, { params: { userId } });
        setSession(customerSession);
        return customerSession;
      } catch {
        // The API client shows the failure; a canceled prompt needs no message.
        return undefined;
      }
    },
  };
}
