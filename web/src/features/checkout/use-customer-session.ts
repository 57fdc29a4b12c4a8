import { useEffect, useState } from "react";
import { openPaymentSession } from "#shared/contract/orders.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** The payment form waits no longer for saved cards. */
const WAIT_MS = 4000;

/**
 * The secret by which the payment form offers the user's saved cards: undefined until it is there, null where it doesn't
 * come in time or `drop` was called because the form can't use it.
 */
export function useCustomerSession() {
  const { id: userId } = useSignedIn();
  const [session, setSession] = useState<string | null>();

  useEffect(() => {
    let isAwaited = true;
    const settle = (secret: string | null) => {
      if (isAwaited) setSession(secret);
      isAwaited = false;
    };
    const timer = setTimeout(() => settle(null), WAIT_MS);
    send(openPaymentSession, { params: { userId } }, { inPlace: ["too_many_requests"] }).then(
      ({ customerSession }) => settle(customerSession),
      () => settle(null),
    );
    return () => {
      isAwaited = false;
      clearTimeout(timer);
    };
  }, [userId]);

  return { session, drop: () => setSession(null) };
}
