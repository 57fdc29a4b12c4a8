import { expect, test } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { openPayments } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import { makePreviews } from "#lambdas/events/uploads/make-previews.ts";
import { areas, isOn } from "#shared/contract/areas.ts";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { placeOrder, refundOrder } from "#shared/contract/orders.ts";
import type { Route } from "#shared/route.ts";
import { pricedArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { startShop } from "#test/support/purchasing.ts";
import { actAs } from "#test/support/rights.ts";

const { api, given, shop } = await startShop();

/** The services of a stage whose payments were switched off. */
const switchedOff = { features: { ...api.services.features, payments: false } };

test("only buying, offers and onboarding have no route", () => {
  const routes = Object.values(areas).flatMap((area) => Object.entries<Route>(area));
  const off = routes.filter(([, route]) => !isOn(route, { ...switchedOff.features, tax: true }));
  expect(off.map(([name]) => name).toSorted()).toEqual([
    "createIntent",
    "listIntents",
    "makeOffer",
    "openPaymentSession",
    "readCheckout",
    "readOfferCheckout",
    "requestArtworkOffer",
    "requestOffer",
    "startOnboarding",
  ]);
});

test("a payment confirmed before still becomes an order, which can be refunded", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const { orderIntent } = (await shop.begin(offered, buyer.userId)).body;
  await shop.pay(orderIntent);
  const order = await api.call(placeOrder, { as: buyer.userId, body: { orderIntent } }, switchedOff);
  expect(order).toMatchObject({ status: 201, body: { status: "completed" } });
  api.stripe.capture();
  const { orderId } = order.body;
  const refund = await api.call(refundOrder, { as: seller.userId, params: { orderId } }, switchedOff);
  expect(refund).toMatchObject({ status: 200, body: { status: "refunded" } });
});

test("artwork for sale can be edited, but free artwork can't be offered for sale", async () => {
  const { seller, artworkId, versionId } = await shop.offer();
  const edit = (id: string, expectedVersion: string, body: object) =>
    api.call(
      updateArtwork,
      { as: seller.userId, params: { artworkId: id }, body: { expectedVersion, ...body } },
      switchedOff,
    );
  expect((await edit(artworkId, versionId, { artworkTitle: "Dunes at dusk" })).status).toBe(200);
  const free = await given.artwork(seller.userId);
  const refused = await edit(free.artworkId, free.versionId, pricedArtwork);
  expect(refused).toMatchObject({ status: 422, failure: { code: "commercial_unavailable" } });
});

test("a GIF that was published before GIFs were switched off still gets its previews", async () => {
  const { userId } = await given.user();
  const { mediaId } = await given.upload(userId, await createPicture({ format: "gif" }), "image/gif");
  const services = { ...api.services, features: { ...api.services.features, gif: false } };
  await actAs("process-upload", () => makePreviews({ mediaId, make: "licensed" }, services));
  expect((await findMedia(api.services.table, mediaId))?.licensedAt).toBeDefined();
});

test("a stage without Stripe keys refuses events and payments", async () => {
  api.secrets.put("unfilled", "k3vPnO4sRZx");
  const payments = openPayments({ STRIPE_SECRET_ARN: "unfilled", STRIPE_API_URL: "http://127.0.0.1:1" });
  expect(await payments.isSigned("{}", "t=1,v1=00")).toBe(false);
  const buyer = await given.user();
  const orderIntent = "pi_3Q0000000000000000000000";
  const order = await api.call(placeOrder, { as: buyer.userId, body: { orderIntent } }, { payments });
  expect(order).toMatchObject({ status: 422, failure: { code: "intent_invalid" } });
});
