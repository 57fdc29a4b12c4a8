import { expect, test } from "vitest";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { makeOffer, startThread } from "#shared/contract/messages.ts";
import { createIntent } from "#shared/contract/orders.ts";
import { billing, personalLicense } from "#test/support/given.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";

/** `EXCLUSIVE_RACES=100` runs a hundred. */
const RACES = Number(process.env.EXCLUSIVE_RACES ?? 2);
const BUYERS = 50;

const { api, given, shop } = await startShop();

/** Buyers of one work: half have an exclusive offer for it, the others pay its own price. */
async function crowd() {
  const { seller, buyer: _first, ...offered } = await shop.offer();
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async (_, at) => {
      const { userId } = await given.user();
      if (at % 2 === 1) return { userId };
      const asked = { subject: "artwork", subjectId: offered.artworkId, messageContent: "For me alone?" };
      const { threadId } = (await api.call(startThread, { as: userId, body: asked })).body;
      const item = { artworkId: offered.artworkId, ...personalLicense, offerPrice: 500 };
      const { body } = await api.call(makeOffer, {
        as: seller.userId,
        params: { threadId },
        body: { offerItems: [item], offerDays: 7, offerExclusive: true },
      });
      return { userId, offerId: body.offerId };
    }),
  );
  return { buyers, offered };
}

test(
  "fifty buyers at once: one exclusive sale or ordinary ones, and nobody is charged for nothing",
  async () => {
    for (let race = 0; race < RACES; race++) {
      const { buyers, offered } = await crowd();
      const started = await Promise.allSettled(
        buyers.map(async ({ userId, offerId }) => {
          const wanted = offerId ? { offerId } : { ...offered, ...personalLicense };
          const { status, body } = await api.call(createIntent, {
            as: userId,
            params: { userId },
            body: { ...wanted, billing },
          });
          return status === 201 ? { userId, offerId, orderIntent: body.orderIntent } : undefined;
        }),
      );
      const open = started.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
      const exclusive = open.filter(({ offerId }) => offerId);
      // Payments are exclusive or ordinary, never both, and only one is exclusive.
      expect(open.length).toBeGreaterThan(0);
      if (exclusive.length > 0) expect(open).toHaveLength(1);
      await Promise.all(open.map(({ orderIntent }) => shop.pay(orderIntent)));
      const placed = await Promise.all(open.map(({ orderIntent, userId }) => shop.place(orderIntent, userId)));
      expect(placed.map(({ status }) => status)).toEqual(open.map(() => 201));
      const artwork = await findArtwork(api.services.table, offered.artworkId);
      expect(artwork?.openPayments).toBe(0);
      expect(artwork?.card.soldExclusively === true).toBe(exclusive.length > 0);
    }
    api.stripe.capture();
    expect((await readLedgers(api)).differences).toEqual([]);
  },
  60_000 + RACES * 30_000,
);
