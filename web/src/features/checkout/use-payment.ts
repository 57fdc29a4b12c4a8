import { useRef } from "react";
import { cancelIntent, createIntent } from "#shared/contract/orders.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { Intent } from "#shared/model/order.ts";
import type { BodyInputOf } from "#shared/route.ts";
import { forgetIdempotencyKey, idempotencyKeyFor } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

/** Names the idempotency key of this user's payment for an artwork. */
export const paymentSubject = (userId: string, artworkId: ArtworkId) => `payment ${userId} ${artworkId}`;

/** Begins and cancels payment intents; the same terms lead to the same intent, however often they are sent. */
export function usePayment(artworkId: ArtworkId) {
  const { id: userId } = useSignedIn();
  const last = useRef<{ readonly terms: string; readonly intent: Intent } | null>(null);
  const subject = paymentSubject(userId, artworkId);

  /** Drops an intent that can't be paid any more, so that the next one gets a new idempotency key. */
  function forget() {
    last.current = null;
    forgetIdempotencyKey(subject);
  }

  async function cancel(intentId: Intent["orderIntent"]) {
    await send(cancelIntent, { params: { userId, intentId } }, { otherwise: "The payment wasn't canceled" });
    forget();
  }

  return {
    cancel,
    forget,
    current: () => last.current?.intent ?? null,
    /** The intent for these terms; one that was begun for other terms is canceled first. */
    async begin(body: BodyInputOf<typeof createIntent>): Promise<Intent> {
      const terms = JSON.stringify(body);
      if (last.current?.terms === terms) return last.current.intent;
      if (last.current) await cancel(last.current.intent.orderIntent);
      const idempotencyKey = await idempotencyKeyFor(subject, body);
      const inPlace = ["discount_invalid"] as const;
      const options = { idempotencyKey, otherwise: "The payment didn't begin", inPlace };
      const intent = await send(createIntent, { params: { userId }, body }, options);
      last.current = { terms, intent };
      return intent;
    },
  };
}
