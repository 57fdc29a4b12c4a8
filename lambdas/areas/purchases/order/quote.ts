import { MESSAGES } from "#shared/messages.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import { findCompanyProblem } from "#shared/model/license.ts";
import { addTax } from "#shared/rules/fees.ts";
import { FURTHER_USAGE, isHeldByCompany, NO_COMPANY, OWN_USAGE } from "#shared/rules/license-holder.ts";
import { getOfferStatus } from "#shared/rules/offers.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { Failure, fail } from "../../../platform/runtime/failure.ts";
import { getTitle } from "../../artwork/cards.ts";
import { findArtwork } from "../../artwork/find-artwork.ts";
import { findOpenUser } from "../../users/open-account.ts";
import { findOffer, findTradingArtist, type OfferItem } from "../offers/find-offers.ts";
import { calculateTax } from "../stripe/tax.ts";
import { endIntent, type PaymentServices } from "./end-intent.ts";
import { findPayingIntents, isExpired, toPinnedAmounts } from "./find-intent.ts";
import { findHolding } from "./find-orders.ts";
import { findDuplicateProblem, findOption, type WantedLicense } from "./options.ts";
import { findSale } from "./sale.ts";

export type QuoteServices = PaymentServices & Pick<BaseServices, "features" | "fees" | "legalEntity">;

/** An offer that a buyer accepts, and who its licences are for. */
interface WantedOffer {
  readonly offerId: string;
  readonly licenseCompany?: string | undefined;
  readonly licenseAssignee?: string | undefined;
}

type Wanted = (WantedLicense & { readonly discountId?: string | null | undefined }) | WantedOffer;

export const isWantedOffer = (wanted: Wanted): wanted is WantedOffer => "offerId" in wanted;

export interface PaymentRequest {
  readonly buyerId: string;
  readonly wanted: Wanted;
  /** The billing address to store in the account, if any, and the one for this purchase. */
  readonly billing: BillingForm | undefined;
  readonly billedTo: BillingForm;
  /** The company's VAT number, normalized. */
  readonly vat?: string | undefined;
  /** The buyer's own number of the purchase. */
  readonly reference?: string | undefined;
  /** True if saved cards may be used. */
  readonly savedCards: boolean;
  /** Identifies a repeat of this request. */
  readonly requestKey: string | undefined;
}

/** Amounts, payee and licences of the buyer's payment; a failure if it can't be made. */
export async function quote(services: QuoteServices, request: PaymentRequest) {
  const { table, newId, features, payments, log, legalEntity } = services;
  const { buyerId, wanted, billedTo, vat, reference, savedCards } = request;
  const [sold, buyer] = await Promise.all([
    isWantedOffer(wanted) ? quoteOffer(services, request, wanted) : quoteLicense(services, wanted, buyerId),
    findOpenUser(table, buyerId),
  ]);
  if (!buyer) return fail("forbidden");
  if (sold instanceof Failure) return sold;
  const { seller, amounts, discount, ...agreed } = sold;
  if (!seller.onboarded || !seller.stripeId) return fail("purchases_disabled");
  const tax = features.tax ? await calculateTax(payments, { net: amounts.orderSpent, billedTo, vat }, log) : undefined;
  if (tax instanceof Failure) return tax;
  return {
    discount,
    quote: {
      ...agreed,
      buyerId,
      sellerId: seller.userId,
      payee: seller.stripeId,
      // A payment without a customer can't use the customer's cards.
      customerId: savedCards ? buyer.customerId : undefined,
      orderId: newId(),
      licenseAssignee: wanted.licenseAssignee || getDisplayName(buyer),
      licenseAssignor: getDisplayName(seller),
      ...toPinnedAmounts(tax ? addTax(amounts, tax.amount) : amounts),
      discountId: discount?.discountId,
      // The e-mail stays with the account.
      billed: (({ billingEmail, ...address }) => address)(billedTo),
      vat,
      reference,
      sellerAddress: seller.sellerAddress,
      sellerVat: seller.sellerVat,
      code: discount?.code,
      taxCalculation: tax?.calculationId,
      taxed: tax && { parts: [...tax.parts], isReverseCharge: tax.isReverseCharge },
      platform: legalEntity,
    },
  };
}

async function quoteLicense(
  services: QuoteServices,
  wanted: WantedLicense & { readonly discountId?: string | null | undefined },
  buyerId: string,
) {
  const [option, holding] = await Promise.all([
    findAvailableOption(services, wanted, buyerId),
    findHolding(services.table, { artworkId: wanted.artworkId, buyerId }),
  ]);
  if (option instanceof Failure) return option;
  const { artwork, licensePrice: price, seller } = option;
  // Free licences need no payment.
  if (price === 0) return fail("intent_invalid");
  const duplicate = findDuplicateProblem(holding, wanted);
  if (duplicate) return duplicate;
  const sale = await findSale(services, { artwork, price, buyerId, discountId: wanted.discountId });
  if (sale instanceof Failure) return sale;
  return {
    ...sale,
    seller,
    artworkId: artwork.artworkId,
    versionId: artwork.versionId,
    title: getTitle(artwork),
    licenseUsage: wanted.licenseUsage,
    licenseType: wanted.licenseType,
    licenseCompany: wanted.licenseCompany,
  };
}

/** The wanted licence as it is offered; expired payments that reserve the artwork are ended. */
export async function findAvailableOption(
  services: PaymentServices & Pick<BaseServices, "fees">,
  wanted: WantedLicense,
  buyerId: string,
) {
  const option = await findOption(services, wanted, buyerId);
  if (!(option instanceof Failure) || option.code !== "artwork_reserved") return option;
  return (await endExpiredPayments(services, wanted.artworkId)) ? findOption(services, wanted, buyerId) : option;
}

/** Ends an artwork's expired payments, also those for several works; true if there was one. */
async function endExpiredPayments(services: PaymentServices, artworkId: string) {
  const intents = await findPayingIntents(services.table, artworkId);
  const expired = intents.filter((intent) => isExpired(intent, services.now()));
  for (const intent of expired) await endIntent(services, intent, "expired");
  return expired.length > 0;
}

/** The sale of an offer as it was made, whatever its artist changed since. */
async function quoteOffer(services: QuoteServices, { buyerId, vat, reference }: PaymentRequest, wanted: WantedOffer) {
  const offer = await findOffer(services.table, wanted.offerId);
  if (offer?.buyerId !== buyerId) return fail("offer_not_found");
  const ended = findOfferProblem(services, offer);
  if (ended) return ended;
  const seller = await findTradingArtist(services.table, offer);
  if (!seller) return fail("offer_ended");
  const [first] = offer.items;
  if (!first) throw new Error(`The offer ${offer.offerId} is empty`);
  const isBusiness = offer.items.some(({ licenseUsage }) => isHeldByCompany(licenseUsage));
  const licenseUsage = isBusiness ? FURTHER_USAGE : OWN_USAGE;
  const wrongCompany = findCompanyProblem({ licenseUsage, licenseCompany: wanted.licenseCompany });
  if (wrongCompany) return fail("invalid_request", { fields: { licenseCompany: wrongCompany } });
  // Only companies have a VAT number and a reference.
  if (!isBusiness && (vat || reference)) {
    return fail("invalid_request", { fields: { [vat ? "billingVat" : "billingReference"]: MESSAGES.invalid } });
  }
  const licenseCompany = wanted.licenseCompany || NO_COMPANY;
  const { offerId, items, licenseTerms, licenseExclusive, amounts } = offer;
  for (const item of items) {
    const problem =
      (await findReservation(services, item.artworkId, licenseExclusive === true)) ??
      findDuplicateProblem(await findHolding(services.table, { artworkId: item.artworkId, buyerId }), {
        ...item,
        licenseCompany: isHeldByCompany(item.licenseUsage) ? licenseCompany : NO_COMPANY,
        licenseTerms,
        licenseExclusive,
      });
    if (problem) return problem;
  }
  const { price: _part, ...lead } = first;
  return {
    ...lead,
    licenseCompany,
    offerId,
    items,
    licenseTerms,
    licenseExclusive,
    seller,
    amounts,
    discount: undefined,
  };
}

/** The reason why an offer's state doesn't let it be paid now. */
function findOfferProblem({ now }: Pick<QuoteServices, "now">, offer: OfferItem) {
  const { state, pending } = offer;
  if (state === "bought") return fail("offer_bought");
  if (getOfferStatus(offer, now()) !== "open") return fail("offer_ended");
  return pending ? fail("payment_open") : undefined;
}

/** The reason why an offered artwork can't be sold now: it is gone, sold or reserved; expired payments are ended. */
async function findReservation(
  services: QuoteServices,
  artworkId: string,
  isExclusive: boolean,
  isLast = false,
): Promise<Failure<"offer_ended" | "artwork_unavailable" | "artwork_reserved" | "artwork_in_checkout"> | undefined> {
  const artwork = await findArtwork(services.table, artworkId);
  if (!artwork || artwork.deletedAt || artwork.blocked) return fail("offer_ended");
  if (artwork.card.soldExclusively) return fail("artwork_unavailable");
  const isReserved = artwork.exclusiveOrder !== undefined;
  const isAwaited = isExclusive && (artwork.openPayments ?? 0) > 0;
  if (!isReserved && !isAwaited) return undefined;
  if (!isLast && (await endExpiredPayments(services, artworkId))) {
    return findReservation(services, artworkId, isExclusive, true);
  }
  return fail(isReserved ? "artwork_reserved" : "artwork_in_checkout");
}
