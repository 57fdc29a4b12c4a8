import { quoteTax, readCheckout, readDiscount } from "#shared/contract/orders.ts";
import { findVatProblem } from "#shared/model/billing.ts";
import { ArtworkId, DiscountId, VersionId } from "#shared/model/ids.ts";
import { addTax, computeFees, computeSale, lowersPrice, toBreakdown } from "#shared/rules/fees.ts";
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
import { appliesTo, findDiscount, isUsable, toCode } from "../../order/discount.ts";
import { findIntent } from "../../order/find-intent.ts";
import { findHolding, findOrders, listOrderIds } from "../../order/find-orders.ts";
import { findOffered } from "../../order/offer.ts";
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
      billing: buyer?.billing ?? null,
      company: buyer?.company ?? null,
      payee: (seller?.onboarded && seller.stripeId) || null,
      vat: buyer?.vat ?? null,
      licenses: orders.map((order) => toLicense(order, userId)),
      intent,
    };
  },
);

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
  readonly buyer: User | undefined;
  readonly actor: Actor;
}

/**
 * The open payment that a reload restores, in Stripe's present state; null once it has expired. One whose creation was
 * interrupted isn't returned: the next attempt to pay resumes or replaces it. Where saved cards may pay, its secret requires
 * proof of the owner.
 */
async function openPayment(services: OrdersServices, { artworkId, buyer, actor }: Visit) {
  const intent = await findIntent(services.table, { artworkId, buyerId: actor.userId });
  if (intent?.state !== "open" || intent.until * 1000 <= services.now().getTime()) return null;
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
  const { artworkId, licenseType, discountId, billing, billingVat } = body;
  const offered = await findOffered(services, artworkId, userId);
  if (offered instanceof Failure) return offered;
  const price = offered.options.find((option) => option.licenseType === licenseType)?.licensePrice;
  if (!price) return fail("license_not_offered");
  const wrongVat = findVatProblem({ billingVat }, billing.billingCountry);
  if (wrongVat) return fail("invalid_request", { fields: { billingVat: wrongVat } });
  const sale = await findSale(services, { artwork: offered.artwork, price, buyerId: userId, discountId });
  if (sale instanceof Failure) return sale;
  const vat = parseVatNumber(billingVat ?? "", billing.billingCountry);
  const taxed = { net: sale.amounts.orderSpent, billedTo: billing, vat };
  const tax = await calculateTax(services.payments, taxed, services.log);
  return tax instanceof Failure ? tax : toBreakdown(addTax(sale.amounts, tax.amount));
});
