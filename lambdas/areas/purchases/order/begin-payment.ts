import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { countedIf } from "../../../platform/runtime/counted.ts";
import { Failure, fail } from "../../../platform/runtime/failure.ts";
import { conditionHeld, ifUnchanged } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { findOffer } from "../offers/find-offers.ts";
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
import { endIntent, type PaymentServices, releaseIntent } from "./end-intent.ts";
import { findLockingIntent, type IntentItem, isExpired } from "./find-intent.ts";
import { buildNoPaymentIdCondition, buildOpenCondition, IntentEntity } from "./intent.entity.ts";
import { draftIntent, openIntent } from "./open-intent.ts";
import { isWantedOffer, type PaymentRequest, type QuoteServices, quote } from "./quote.ts";

const ATTEMPTS = 5;

/** Starts a payment at Stripe; repeating the request returns the same payment while it is open. */
export async function beginPayment(services: QuoteServices, request: PaymentRequest) {
  const { table, now } = services;
  const artworkIds = await listWantedArtwork(table, request);
  if (artworkIds instanceof Failure) return artworkIds;
  for (let tried = 1; ; tried++) {
    const started = await findStartedPayment(services, request, artworkIds);
    if (started) return started;
    const quoted = await quote(services, request);
    if (quoted instanceof Failure) return quoted;
    const { billing, requestKey } = request;
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

/** The artworks that the payment locks. */
async function listWantedArtwork(table: OpenTable, { buyerId, wanted }: PaymentRequest) {
  if (!isWantedOffer(wanted)) return [wanted.artworkId];
  const offer = await findOffer(table, wanted.offerId);
  return offer?.buyerId === buyerId ? offer.items.map(({ artworkId }) => artworkId) : fail("offer_not_found");
}

/** The payment that the same request started, or a failure while another one locks an artwork; expired ones are ended. */
async function findStartedPayment(
  services: QuoteServices,
  { buyerId, requestKey }: PaymentRequest,
  artworkIds: readonly string[],
) {
  const locking = await Promise.all(
    artworkIds.map((artworkId) => findLockingIntent(services.table, { artworkId, buyerId })),
  );
  for (const current of locking) {
    if (current?.state !== "open") continue;
    const isOver = isExpired(current, services.now());
    if (!isOver && requestKey && current.requestKey === requestKey) return ensurePayment(services, current);
    if (!isOver || (await endIntent(services, current, "expired")) === "pending") return fail("payment_open");
  }
  return undefined;
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
