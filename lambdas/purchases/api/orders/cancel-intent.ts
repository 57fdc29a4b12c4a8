import { cancelIntent } from "#shared/contract/orders.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { endIntent } from "../../order/end-intent.ts";
import { findIntent } from "../../order/find-intent.ts";
import { findOrder } from "../../order/find-order.ts";
import { findPayment, paymentMetadataOf } from "../../stripe/request-payment.ts";
import type { OrdersServices } from "./services.ts";

export const cancelIntentHandler = handle(
  cancelIntent,
  async ({ params: { userId, intentId } }, services: OrdersServices) => {
    const { table, payments } = services;
    if (!(await findOpenUser(table, userId))) return fail("forbidden");
    const payment = await findPayment(payments, intentId);
    const metadata = payment && paymentMetadataOf(payment);
    if (metadata?.buyerId !== userId) return fail("intent_not_found");
    const intent = await findIntent(table, metadata);
    const isOpen = intent?.state === "open" && intent.orderId === metadata.orderId;
    if (!isOpen) return (await findOrder(table, metadata.orderId)) ? fail("payment_done") : undefined;
    const outcome = await endIntent(services, intent, "canceled");
    if (outcome === "paid") return fail("payment_done");
    return outcome === "pending" ? fail("payment_pending") : undefined;
  },
);
