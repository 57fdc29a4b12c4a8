import { expect, test } from "vitest";
import { findIntent } from "#lambdas/areas/purchases/order/find-intent.ts";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import { cancelIntent } from "#shared/contract/orders.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { startShop } from "#test/support/purchasing.ts";

const MINUTE = 60;

const { api, shop } = await startShop();

const remove = (artworkId: string, as: string) => api.call(deleteArtwork, { as, params: { artworkId } });

test("artwork can't be deleted while someone pays for it", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const { body } = await shop.begin(offered, buyer.userId);
  const refused = await remove(offered.artworkId, seller.userId);
  expect([refused.status, refused.failure.code]).toEqual([409, "artwork_has_open_payment"]);
  await api.call(cancelIntent, { as: buyer.userId, params: { userId: buyer.userId, intentId: body.orderIntent } });
  expect((await remove(offered.artworkId, seller.userId)).status).toBe(204);
  expect((await shop.begin(offered, buyer.userId)).failure.code).toBe("artwork_not_found");
});

test("a payment that has ended contains no names, whether it was paid or cancelled", async () => {
  const { buyer, ...offered } = await shop.offer();
  const key = { artworkId: offered.artworkId, buyerId: buyer.userId };
  const names = async () => {
    const intent = await findIntent(api.services.table, key);
    return [intent?.state, intent?.licenseAssignee, intent?.licenseCompany, intent?.licenseAssignor];
  };
  const { body: first } = await shop.begin(offered, buyer.userId);
  const [open, ...named] = await names();
  expect([open, named.filter(Boolean).length > 1]).toEqual(["open", true]);
  const canceled = { userId: buyer.userId, intentId: first.orderIntent };
  await api.call(cancelIntent, { as: buyer.userId, params: canceled });
  expect(await names()).toEqual(["canceled", "", "", ""]);
  const { body: second } = await shop.begin(offered, buyer.userId);
  await shop.pay(second.orderIntent);
  await shop.place(second.orderIntent, buyer.userId);
  expect(await names()).toEqual(["paid", "", "", ""]);
});

test("of a concurrent payment and deletion, one wins", async () => {
  for (let round = 0; round < 5; round++) {
    const { seller, buyer, ...offered } = await shop.offer();
    const [started, removed] = await Promise.all([
      shop.begin(offered, buyer.userId),
      remove(offered.artworkId, seller.userId),
    ]);
    expect([started.status === 201, removed.status === 204].filter(Boolean)).toHaveLength(1);
  }
});

test("an account can't be closed during a payment or a dispute, and can afterwards", async () => {
  const people = createAccounts(api);
  const { seller, ...offered } = await shop.offer();
  const account = await people.createSignedInAccount();
  const closing = { ...account.self, body: { userPassword: PASSWORD } };
  const close = () => api.call(deactivateUser, closing);
  const { body } = await shop.begin(offered, account.userId);
  api.travel(MINUTE);
  const { identity } = api.services;
  let proof: Awaited<ReturnType<typeof identity.logIn>> | undefined;
  const watched = {
    logIn: async (userId: string, password: string) => {
      proof = await identity.logIn(userId, password);
      return proof;
    },
    revoke: (token: string) => identity.revoke(token),
  };
  const refused = await api.call(deactivateUser, closing, { identity: watched });
  expect([refused.status, refused.failure.code]).toEqual([409, "user_has_open_payments"]);
  if (typeof proof !== "object") throw new Error("The password wasn't asked for");
  expect(await identity.refresh(proof.refreshToken)).toBe("expired");

  await shop.pay(body.orderIntent);
  await shop.place(body.orderIntent, account.userId);
  const { latest_charge } = await api.provider.paymentIntents.retrieve(body.orderIntent);
  const dispute = api.stripe.disputeCharge(String(latest_charge));
  await shop.deliver();
  expect((await close()).failure.code).toBe("user_has_open_payments");
  api.stripe.closeDispute(dispute.id, "won");
  await shop.deliver();
  expect((await close()).status).toBe(200);
  expect((await shop.begin(offered, account.userId)).failure.code).toBe("unauthenticated");
  expect(seller.userId).not.toBe(account.userId);
});
