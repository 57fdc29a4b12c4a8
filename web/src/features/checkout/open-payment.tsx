import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { cancelIntent, readCheckout } from "#shared/contract/orders.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { OpenIntent } from "#shared/model/order.ts";
import { forgetIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { PaymentDeadline } from "./payment-section.tsx";
import { paymentSubject } from "./use-payment.ts";

/** On the artwork's page: the signed-in user's payment that isn't finished, to be gone on with or given up. */
export default function OpenPayment({ artworkId }: { readonly artworkId: ArtworkId }) {
  const { id: userId } = useSignedIn();
  const [intent, setIntent] = useState<OpenIntent | null>(null);

  // Not through the cache: the checkout page would take a read that is under way here for its own and wait for it.
  useEffect(() => {
    let isShown = true;
    const read = send(readCheckout, { params: { artworkId } });
    read.then(
      (checkout) => isShown && setIntent(checkout.intent),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [artworkId]);

  if (!intent) return null;

  async function cancel({ orderIntent }: OpenIntent) {
    const params = { userId, intentId: orderIntent };
    try {
      await send(cancelIntent, { params }, { otherwise: "The payment wasn't canceled" });
      forgetIdempotencyKey(paymentSubject(userId, artworkId));
      setIntent(null);
    } catch {
      // The API client shows the failure in a toast.
    }
  }

  return (
    <Notice>
      <chakra.div display="grid" gap="3">
        <p>You have begun to pay {moneyLabel(intent.breakdown.orderSpent)} for this artwork.</p>
        <PaymentDeadline until={intent.expiresAt} />
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <ButtonLink to={`/checkout/${artworkId}`} size="sm">
            Go on paying
          </ButtonLink>
          <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => void cancel(intent)}>
            Cancel this payment
          </Button>
        </chakra.div>
      </chakra.div>
    </Notice>
  );
}
