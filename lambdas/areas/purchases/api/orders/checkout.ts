import type * as z from "zod/mini";
import { quoteTax, readCheckout, readDiscount, readOfferCheckout } from "#shared/contract/orders.ts";
import { findVatProblem } from "#shared/model/billing.ts";
import { ArtworkId, DiscountId, VersionId } from "#shared/model/ids.ts";
import type { ArtworkTaxForm } from "#shared/model/order.ts";
import { addTax, computeFees, computeSale, lowersPrice, toBreakdown } from "#shared/rules/fees.ts";
import { getOfferStatus } from "#shared/rules/offers.ts";
import { parseVatNumber } from "#shared/rules/vat-numbers.ts";
import type { Actor } from "../../../../platform/runtime/actor.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { throttle } from "../../../../platform/throttle/throttle.ts";
import { getArtworkOwner, getTexts, getTitle, isMature, toPicture } from "../../../artwork/cards.ts";
import type { ArtworkItem } from "../../../artwork/find-artwork.ts";
import { isProvenOwner } from "../../../second-factor/factor-proof.ts";
import { findUser, type User } from "../../../users/find-user.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { isSuspended } from "../../../users/suspension.ts";
import { findOffer } from "../../offers/find-offers.ts";
import { showOpenOffer } from "../../offers/offer-view.ts";
import { appliesTo, findDiscount, isUsable, toCode } from "../../order/discount.ts";
import { findIntent, isExpired } from "../../order/find-intent.ts";
import { findHolding, findOrders, listOrderIds } from "../../order/find-orders.ts";
import { findOffered } from "../../order/options.ts";
import { toLicense } from "../../order/order-view.ts";
import { findSale } from "../../order/sale.ts";
import { getIntentState } from "../../stripe/payment-states.ts";
import { findPayment } from "../../stripe/request-payment.ts";
import { calculateTax } from "../../stripe/tax.ts";
import { toIntentView } from "./intents.ts";
import type { OrdersServices } from "./services.ts";

export const readCheckoutHandler = handle(
  readCheckout,
  async ({ params: { artworkId }, actor }, services: OrdersServices) => {
    const { table, fees } = services;
    const { userId } = actor;
    const [offered, buyer, holding] = await Promise.all([
      findOffered(services, artworkId, userId),
      findUser(table, userId),
      findHolding(table, { artworkId, buyerId: userId }),
    ]);
    if (offered instanceof Failure) return offered;
    const { artwork, options } = offered;
    const [orders, intent, seller] = await Promise.all([
      findOrders(table, listOrderIds([holding])),
      openPayment(services, { artworkId, buyer, actor }),
      findUser(table, artwork.ownerId),
    ]);
    return {
      version: toVersionPart(artwork),
      owner: getArtworkOwner(artwork),
      // A payment that has started can still be finished.
      options: seller && isSuspended(seller) ? [] : options,
      breakdown: toBreakdown(computeFees(options[0]?.licensePrice ?? 0, 0, fees)),
      ...toBuyerPart(buyer),
      payee: (seller?.onboarded && seller.stripeId) || null,
      licenses: orders.map((order) => toLicense(order, userId)),
      intent,
    };
  },
);

export const readOfferCheckoutHandler = handle(
  readOfferCheckout,
  async ({ params: { offerId }, actor }, services: OrdersServices) => {
    const { table } = services;
    const { userId } = actor;
    const [offer, buyer] = await Promise.all([findOffer(table, offerId), findUser(table, userId)]);
    const [first] = offer?.items ?? [];
    if (offer?.buyerId !== userId || !first) return fail("offer_not_found");
    const holdings = await Promise.all(
      offer.items.map(({ artworkId }) => findHolding(table, { artworkId, buyerId: userId })),
    );
    const [shown, orders, intent, seller] = await Promise.all([
      showOpenOffer(services, offer, userId),
      findOrders(table, listOrderIds(holdings)),
      openPayment(services, { artworkId: first.artworkId, offerId, buyer, actor }),
      findUser(table, offer.artistId),
    ]);
    return {
      offer: shown,
      ...toBuyerPart(buyer),
      payee: (seller?.onboarded && seller.stripeId) || null,
      licenses: orders.map((order) => ({
        ...toLicense(order, userId),
        artworkId: ArtworkId.parse(order.artworkId),
      })),
      intent,
    };
  },
);

const toBuyerPart = (buyer: User | undefined) => ({
  billing: buyer?.billing ?? null,
  company: buyer?.company ?? null,
  vat: buyer?.vat ?? null,
});

const toVersionPart = (artwork: ArtworkItem) => ({
  artworkId: ArtworkId.parse(artwork.artworkId),
  versionId: VersionId.parse(artwork.versionId),
  artworkTitle: getTitle(artwork),
  artworkAlt: getTexts(artwork).artworkAlt || undefined,
  ...toPicture(artwork),
  mature: isMature(artwork),
});

interface Visit {
  readonly artworkId: string;
  /** The offer that is paid, if one is. */
  readonly offerId?: string;
  readonly buyer: User | undefined;
  readonly actor: Actor;
}

/**
 * The open payment that a reload restores, in Stripe's present state; null once it has expired. One whose creation was
 * interrupted isn't returned: the next attempt to pay resumes or replaces it. Where saved cards may pay, its secret requires
 * proof of the owner.
 */
async function openPayment(services: OrdersServices, { artworkId, offerId, buyer, actor }: Visit) {
  const intent = await findIntent(services.table, { artworkId, buyerId: actor.userId });
  if (intent?.state !== "open" || intent.offerId !== offerId || isExpired(intent, services.now())) return null;
  const payment = intent.intentId && (await findPayment(services.payments, intent.intentId));
  if (!payment || getIntentState(payment) === "canceled") return null;
  const { discountId } = intent;
  const discount = discountId ? await findDiscount(services.table, { discountId }) : undefined;
  const view = toIntentView({ intent, payment });
  const savedCards = intent.customerId !== undefined;
  const isShown = !savedCards || (buyer !== undefined && (await isProvenOwner(services, buyer, actor)));
  return {
    ...view,
    clientSecret: isShown ? view.clientSecret : null,
    savedCards,
    versionId: VersionId.parse(intent.versionId),
    licenseUsage: intent.licenseUsage,
    licenseType: intent.licenseType,
    licenseCompany: intent.licenseCompany,
    licenseAssignee: intent.licenseAssignee,
    billed: intent.billed ?? null,
    vat: intent.vat ?? null,
    reference: intent.reference ?? null,
    discountCode: discount?.code ?? null,
  };
}

export const readDiscountHandler = handle(
  readDiscount,
  async ({ body, actor: { userId }, sourceIp }, services: OrdersServices) => {
    const { table, now, fees } = services;
    if (!(await findOpenUser(table, userId))) return fail("forbidden");
    const refused = await throttle(services, "discount", { sourceIp, account: userId });
    if (refused) return refused;
    const [offered, discount] = await Promise.all([
      findOffered(services, body.artworkId, userId),
      findDiscount(table, { code: body.discountCode }),
    ]);
    if (offered instanceof Failure) return offered;
    const { artwork, options } = offered;
    if (!discount || !appliesTo(discount, artwork)) return fail("discount_invalid");
    const code = toCode(discount);
    const isUseful = options.some(({ licensePrice }) => lowersPrice(licensePrice, code));
    if (!isUseful || !(await isUsable(table, discount, userId, now()))) return fail("discount_invalid");
    return {
      discountId: DiscountId.parse(discount.discountId),
      percent: discount.percent,
      amounts: options.map(({ licenseType, licensePrice }) => ({
        licenseType,
        ...toBreakdown(computeSale(licensePrice, code, fees)),
      })),
    };
  },
);

export const quoteTaxHandler = handle(quoteTax, async ({ body, actor: { userId } }, services: OrdersServices) => {
  const { billing, billingVat } = body;
  const amounts = await ("offerId" in body
    ? findOfferAmounts(services, body.offerId, userId)
    : findLicenseAmounts(services, body, userId));
  if (amounts instanceof Failure) return amounts;
  const wrongVat = findVatProblem({ billingVat }, billing.billingCountry);
  if (wrongVat) return fail("invalid_request", { fields: { billingVat: wrongVat } });
  const vat = parseVatNumber(billingVat ?? "", billing.billingCountry);
  const taxed = { net: amounts.orderSpent, billedTo: billing, vat };
  const tax = await calculateTax(services.payments, taxed, services.log);
  return tax instanceof Failure ? tax : toBreakdown(addTax(amounts, tax.amount));
});

async function findLicenseAmounts(
  services: OrdersServices,
  { artworkId, licenseType, discountId }: z.output<typeof ArtworkTaxForm>,
  buyerId: string,
) {
  const offered = await findOffered(services, artworkId, buyerId);
  if (offered instanceof Failure) return offered;
  const price = offered.options.find((option) => option.licenseType === licenseType)?.licensePrice;
  if (!price) return fail("license_not_offered");
  const sale = await findSale(services, { artwork: offered.artwork, price, buyerId, discountId });
  return sale instanceof Failure ? sale : sale.amounts;
}

async function findOfferAmounts({ table, now }: OrdersServices, offerId: string, buyerId: string) {
  const offer = await findOffer(table, offerId);
  if (offer?.buyerId !== buyerId) return fail("offer_not_found");
  if (offer.state === "bought") return fail("offer_bought");
  return getOfferStatus(offer, now()) === "open" ? offer.amounts : fail("offer_ended");
}
