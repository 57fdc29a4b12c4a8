import { cancelIntent, createIntent, listIntents } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { findVatProblem } from "#shared/model/billing.ts";
import { ArtworkId, OfferId } from "#shared/model/ids.ts";
import type { Intent, UnfinishedPayment } from "#shared/model/order.ts";
import { toBreakdown } from "#shared/rules/fees.ts";
import { parseVatNumber } from "#shared/rules/vat-numbers.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { buildRequestKey } from "../../../../platform/runtime/request.ts";
import { toIso } from "../../../../platform/runtime/time.ts";
import { isProvenOwner } from "../../../second-factor/factor-proof.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { beginPayment } from "../../order/begin-payment.ts";
import { endIntent } from "../../order/end-intent.ts";
import {
  findIntent,
  findUserOpenIntents,
  type IntentItem,
  isExpired,
  toAgreedAmounts,
} from "../../order/find-intent.ts";
import { findOrder } from "../../order/find-orders.ts";
import { findPayment, type Payment, parsePaymentMetadata } from "../../stripe/request-payment.ts";
import type { OrdersServices } from "./services.ts";

/** The intent as the browser needs it. The client secret is read from Stripe each time and never stored. */
export const toIntentView = ({ intent, payment }: { intent: IntentItem; payment: Payment }): Intent => ({
  orderIntent: payment.id,
  clientSecret: payment.client_secret ?? "",
  breakdown: toBreakdown(toAgreedAmounts(intent)),
  expiresAt: toIso(intent.until),
});

export const createIntentHandler = handle(
  createIntent,
  async ({ params: { userId }, body, idempotencyKey, actor }, services: OrdersServices) => {
    const user = await findOpenUser(services.table, userId);
    if (!user) return fail("forbidden");
    const isProven = await isProvenOwner(services, user, actor);
    if (body.savedCards && !isProven) return fail("proof_required");
    const billedTo = body.billing ?? user.billing;
    if (!billedTo) return fail("invalid_request", { fields: { billing: MESSAGES.required } });
    const { billing, billingVat, billingReference: reference, savedCards, ...wanted } = body;
    const wrongVat = findVatProblem({ billingVat }, billedTo.billingCountry);
    if (wrongVat) return fail("invalid_request", { fields: { billingVat: wrongVat } });
    const started = await beginPayment(services, {
      buyerId: userId,
      wanted,
      // Mails and papers of later purchases go to the remembered address.
      billing: isProven ? billing : undefined,
      billedTo,
      vat: parseVatNumber(billingVat ?? "", billedTo.billingCountry),
      reference: reference || undefined,
      savedCards: savedCards === true,
      requestKey: buildRequestKey(idempotencyKey, body),
    });
    return started instanceof Failure ? started : toIntentView(started);
  },
);

export const cancelIntentHandler = handle(
  cancelIntent,
  async ({ params: { userId, intentId } }, services: OrdersServices) => {
    const { table, payments } = services;
    if (!(await findOpenUser(table, userId))) return fail("forbidden");
    const payment = await findPayment(payments, intentId);
    const metadata = payment && parsePaymentMetadata(payment);
    if (metadata?.buyerId !== userId) return fail("intent_not_found");
    const intent = await findIntent(table, metadata);
    const isOpen = intent?.state === "open" && intent.orderId === metadata.orderId;
    if (!isOpen) return (await findOrder(table, metadata.orderId)) ? fail("payment_done") : undefined;
    const outcome = await endIntent(services, intent, "canceled");
    if (outcome === "paid") return fail("payment_done");
    return outcome === "pending" ? fail("payment_pending") : undefined;
  },
);

/** Read from the table alone: for a payment that has just succeeded, the checkout places the order. */
export const listIntentsHandler = handle(
  listIntents,
  async ({ params: { userId } }, { table, now }: OrdersServices) => {
    const items = (await findUserOpenIntents(table, userId)).flatMap((intent): UnfinishedPayment[] => {
      const { artworkId, intentId, fees, licenseType, until, title, offerId } = intent;
      // Without Stripe's answer the payment can't be continued.
      if (isExpired(intent, now()) || !intentId) return [];
      return [
        {
          orderIntent: intentId,
          artworkId: ArtworkId.parse(artworkId),
          artworkTitle: title,
          licenseType,
          orderSpent: fees.orderSpent,
          ...(offerId ? { offerId: OfferId.parse(offerId) } : {}),
          expiresAt: toIso(until),
        },
      ];
    });
    return { items };
  },
);
