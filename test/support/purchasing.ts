import type Stripe from "stripe";
import { findHolding, findOrder } from "#lambdas/areas/purchases/order/find-orders.ts";
import { computeSellerPart, readCharge } from "#lambdas/areas/purchases/stripe/read-charge.ts";
import { cancelIntent, createIntent, placeOrder, refundOrder } from "#shared/contract/orders.ts";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { billing, createGiven, personalLicense, pricedArtwork } from "./given.ts";
import { type Api, type ApiOptions, startApi } from "./start-api.ts";

type Message = ReturnType<Api["stripe"]["webhooks"]["take"]>[number];

/** Starts the API with builders for users, artwork and purchases. */
export async function startShop(options?: ApiOptions) {
  const api = await startApi(options);
  const given = createGiven(api);
  return { api, given, shop: createPurchasing(api, given) };
}

/** Actions of buyers and the payment provider, through the API and the provider's stand-in. */
export function createPurchasing(api: Api, given: ReturnType<typeof createGiven>) {
  const stripe = api.provider;

  /** An artwork on sale, its seller and a buyer. */
  async function offer(form: object = {}, businessCountry?: string) {
    const [seller, buyer] = [
      await given.seller({ fullName: "Ada Painter", ...(businessCountry ? { businessCountry } : {}) }),
      await given.user({ fullName: "Bo Buyer" }),
    ];
    const { artworkId, versionId } = await given.artwork(seller.userId, { ...pricedArtwork, ...form });
    return { seller, buyer, artworkId, versionId };
  }

  type Offer = Pick<Awaited<ReturnType<typeof offer>>, "artworkId" | "versionId">;

  /** Starts a payment. */
  const begin = ({ artworkId, versionId }: Offer, buyerId: string, overrides: object = {}, key?: string) =>
    api.call(createIntent, {
      as: buyerId,
      params: { userId: buyerId },
      body: { artworkId, versionId, ...personalLicense, billing, ...overrides },
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    });

  /** Pays like the card form; resolves to the provider's payment, or rejects with its refusal. */
  const pay = (orderIntent: string, card = "pm_card_visa"): Promise<Stripe.PaymentIntent> =>
    stripe.paymentIntents.confirm(orderIntent, { payment_method: card });

  const cancel = (intentId: string, buyerId: string) =>
    api.call(cancelIntent, { as: buyerId, params: { userId: buyerId, intentId } });

  const place = (orderIntent: string, buyerId: string) => api.call(placeOrder, { as: buyerId, body: { orderIntent } });

  /** Delivers the provider's webhooks in this order. */
  async function deliver(messages: readonly Message[] = api.stripe.webhooks.take()) {
    const statuses: number[] = [];
    for (const { body, signature } of messages) {
      const headers = { "content-type": "application/json", "stripe-signature": signature };
      statuses.push((await api.call(receiveEvent, { body, headers })).status);
    }
    return statuses;
  }

  /** A paid and placed order. */
  async function purchase(offered: Offer, buyerId: string, overrides: object = {}) {
    const { body } = await begin(offered, buyerId, overrides);
    await pay(body.orderIntent);
    const placed = await place(body.orderIntent, buyerId);
    return { ...placed.body, orderIntent: body.orderIntent };
  }

  /** A captured order with its users, its charge and functions to read their current state. */
  async function createSale(overrides: object = {}, offering: Parameters<typeof offer> = []) {
    const { seller, buyer, ...offered } = await offer(...offering);
    const order = await purchase(offered, buyer.userId, overrides);
    api.stripe.capture();
    const payment = await stripe.paymentIntents.retrieve(order.orderIntent);
    const itemNow = () => findOrder(api.services.table, order.orderId);
    const statusNow = async () => (await itemNow())?.status;
    const holding = () => findHolding(api.services.table, { ...offered, buyerId: buyer.userId });
    return { seller, buyer, offered, order, chargeId: String(payment.latest_charge), itemNow, statusNow, holding };
  }

  const refund = (orderId: string, as: string) => api.call(refundOrder, { as, params: { orderId } });

  /** The seller's current share of a payment at the provider, in cents. */
  async function getShare(orderIntent: string) {
    const paid = await readCharge(api.services.payments, orderIntent);
    return paid && computeSellerPart(paid).current;
  }

  return { offer, begin, pay, cancel, place, deliver, purchase, createSale, refund, getShare };
}
