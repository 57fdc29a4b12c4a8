import { useRef } from "react";
import { cancelIntent, createIntent } from "#shared/contract/orders.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { Intent } from "#shared/model/order.ts";
import type { BodyInputOf } from "#shared/route.ts";
import { forgetIdempotencyKey, idempotencyKeyFor } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";

type Terms = BodyInputOf<typeof createIntent>;

/** What the key of this person's payment for an artwork is kept under. */
export const subjectOf = (userId: string, artworkId: ArtworkId) => `payment ${userId} ${artworkId}`;

/** Begins and gives up payments. The same terms lead to the same payment, however often they are sent. */
export function usePayment(artworkId: ArtworkId) {
  const { id: userId } = useSignedIn();
  const begun = useRef<{ readonly terms: string; readonly intent: Intent } | null>(null);
  const subject = subjectOf(userId, artworkId);

  async function cancel(intentId: Intent["orderIntent"]) {
    await send(cancelIntent, { params: { userId, intentId } }, { otherwise: "The payment wasn't canceled" });
    begun.current = null;
    forgetIdempotencyKey(subject);
  }

  return {
    cancel,
    begun: () => begun.current?.intent ?? null,
    /** Nothing more can come of the payment that was begun. */
    forget() {
      begun.current = null;
      forgetIdempotencyKey(subject);
    },
    /** The payment for these terms; one that was begun for other terms is given up first. */
    async begin(body: Terms): Promise<Intent> {
      const terms = JSON.stringify(body);
      if (begun.current?.terms === terms) return begun.current.intent;
      if (begun.current) await cancel(begun.current.intent.orderIntent);
      const idempotencyKey = await idempotencyKeyFor(subject, body);
      const options = { idempotencyKey, otherwise: "The payment didn't begin" };
      const intent = await send(createIntent, { params: { userId }, body }, options);
      begun.current = { terms, intent };
      return intent;
    },
  };
}
