import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import type { BillingForm } from "#shared/model/billing.ts";
import { addTax } from "#shared/rules/fees.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { countedIf } from "../../../platform/runtime/counted.ts";
import { Failure, fail } from "../../../platform/runtime/failure.ts";
import { conditionHeld, ifUnchanged } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { getTitle } from "../../artwork/cards.ts";
import { findOpenUser } from "../../users/open-account.ts";
import { removeCustomer } from "../stripe/customer.ts";
import { type Payment, readPayment, requestPayment } from "../stripe/request-payment.ts";
import { disconnectSellerAccount } from "../stripe/seller-account.ts";
import {
  isGoneCustomer,
  isGonePayee,
  isPayeeProblem,
  isRefusal,
  isStoredFailure,
  toLogFields,
} from "../stripe/stripe-errors.ts";
import { calculateTax } from "../stripe/tax.ts";
import { endIntent, type PaymentServices, releaseIntent } from "./end-intent.ts";
import { findIntent, type IntentItem, toPinnedAmounts } from "./find-intent.ts";
import { findHolding } from "./find-orders.ts";
import { buildNoPaymentIdCondition, buildOpenCondition, IntentEntity } from "./intent.entity.ts";
import { findDuplicateProblem, findOption, type WantedLicense } from "./offer.ts";
import { draftIntent, openIntent } from "./open-intent.ts";
import { findSale } from "./sale.ts";

type Services = PaymentServices & Pick<BaseServices, "features" | "fees" | "legalEntity">;

interface Request {
  readonly buyerId: string;
  readonly wanted: WantedLicense & { readonly discountId?: string | null | undefined };
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

const ATTEMPTS = 5;

/** Starts a payment at Stripe; repeating the request returns the same payment while it is open. */
export async function beginPayment(services: Services, request: Request) {
  const { table, now } = services;
  for (let tried = 1; ; tried++) {
    const { buyerId, wanted, billing, requestKey } = request;
    const current = await findIntent(table, { artworkId: wanted.artworkId, buyerId });
    if (current?.state === "open") {
      const isOver = current.until * 1000 <= now().getTime();
      if (!isOver && requestKey && current.requestKey === requestKey) return ensurePayment(services, current);
      if (!isOver || (await endIntent(services, current, "expired")) === "pending") return fail("payment_open");
    }
    const quoted = await quote(services, request);
    if (quoted instanceof Failure) return quoted;
    const intent = draftIntent({ ...quoted.quote, requestKey }, now());
    const refused = await openIntent(table, { intent, discount: quoted.discount, billing, now: now() });
    if (!refused) {
      try {
        return await ensurePayment(services, intent);
      } catch (error) {
        // The payment is created without saved cards, under another order id.
        if (!isGoneCustomer(error)) throw error;
        await removeCustomer(table, intent);
        continue;
      }
    }
    if (refused.code !== "payment_open" || tried === ATTEMPTS) return refused;
  }
}

/** Amounts, payee and licence of the buyer's payment; a failure if it can't be made. */
async function quote(services: Services, { buyerId, wanted, billedTo, vat, reference, savedCards }: Request) {
  const { table, newId, features, payments, log, legalEntity } = services;
  const [option, holding, buyer] = await Promise.all([
    findOption(services, wanted, buyerId),
    findHolding(table, { artworkId: wanted.artworkId, buyerId }),
    findOpenUser(table, buyerId),
  ]);
  if (!buyer) return fail("forbidden");
  if (option instanceof Failure) return option;
  const { artwork, licensePrice: price, seller } = option;
  // Free licences need no payment.
  if (price === 0) return fail("intent_invalid");
  const duplicate = findDuplicateProblem(holding, wanted);
  if (duplicate) return duplicate;
  const sale = await findSale(services, { artwork, price, buyerId, discountId: wanted.discountId });
  if (sale instanceof Failure) return sale;
  const { discount } = sale;
  if (!seller.onboarded || !seller.stripeId) return fail("purchases_disabled");
  const tax = features.tax
    ? await calculateTax(payments, { net: sale.amounts.orderSpent, billedTo, vat }, log)
    : undefined;
  if (tax instanceof Failure) return tax;
  return {
    discount,
    quote: {
      artworkId: artwork.artworkId,
      buyerId,
      sellerId: seller.userId,
      payee: seller.stripeId,
      // A payment without a customer can't use the customer's cards.
      customerId: savedCards ? buyer.customerId : undefined,
      orderId: newId(),
      versionId: artwork.versionId,
      title: getTitle(artwork),
      licenseUsage: wanted.licenseUsage,
      licenseType: wanted.licenseType,
      licenseCompany: wanted.licenseCompany,
      licenseAssignee: wanted.licenseAssignee || getDisplayName(buyer),
      licenseAssignor: getDisplayName(seller),
      ...toPinnedAmounts(tax ? addTax(sale.amounts, tax.amount) : sale.amounts),
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

/** Stripe's payment for an open intent; if Stripe refuses it, the lock is released. */
async function ensurePayment({ table, payments, log }: PaymentServices, intent: IntentItem) {
  if (intent.intentId) return { payment: await readPayment(payments, intent.intentId), intent };
  let payment: Payment;
  try {
    payment = await requestPayment(payments, intent);
  } catch (error) {
    log.error("A payment could not be created", {
      ...countedIf(!isPayeeProblem(error), "PaymentsNotStarted"),
      orderId: intent.orderId,
      ...toLogFields(error),
    });
    if (isStoredFailure(error)) await countAttempt(table, intent);
    if (isRefusal(error) || isGonePayee(error)) await releaseIntent(table, intent, "failed");
    if (isGonePayee(error)) await disconnectSellerAccount(table, intent.sellerId, intent.payee);
    if (isPayeeProblem(error)) return fail("purchases_disabled");
    throw error;
  }
  const { artworkId, buyerId, orderId } = intent;
  const isStored = await conditionHeld(
    table.send(
      IntentEntity.build(UpdateItemCommand)
        .item({ artworkId, buyerId, intentId: payment.id })
        .options({
          condition: {
            or: [
              buildNoPaymentIdCondition(orderId),
              { and: [buildOpenCondition(orderId), { attr: "intentId", eq: payment.id }] },
            ],
          },
        }),
    ),
  );
  return isStored ? { payment, intent } : fail("payment_open");
}

/** The next request gets another idempotency key: with this one, Stripe would repeat its failure for a day. */
async function countAttempt(table: OpenTable, intent: IntentItem) {
  const { artworkId, buyerId, orderId, attempt } = intent;
  const change = IntentEntity.build(UpdateItemCommand).item({ artworkId, buyerId, attempt: (attempt ?? 0) + 1 });
  const condition = { and: [buildNoPaymentIdCondition(orderId), ifUnchanged("attempt", attempt)] };
  await conditionHeld(table.send(change.options({ condition })));
}
