import { useEffect, useState } from "react";
import { readCheckout } from "#shared/contract/orders.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { OpenIntent } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { UnfinishedPaymentNotice } from "./unfinished-payment.tsx";

/** The user's unfinished payment, on the artwork's page. */
export default function OpenPayment({ artworkId }: { readonly artworkId: ArtworkId }) {
  const [intent, setIntent] = useState<OpenIntent | null>(null);

  // Bypasses the cache, because the checkout page would deduplicate its own read with this one.
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
  return (
    <UnfinishedPaymentNotice payment={{ ...intent, artworkId }} onCanceled={() => setIntent(null)}>
      You started paying {moneyLabel(intent.breakdown.orderSpent)} for this artwork.
    </UnfinishedPaymentNotice>
  );
}
