import { createIntent } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { Failure, fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { requestKeyOf } from "../../../runtime/request.ts";
import { findUser } from "../../../users/find-user.ts";
import { beginPayment } from "../../order/begin-payment.ts";
import { intentViewOf } from "./intent-view.ts";
import type { OrdersServices } from "./services.ts";

export const createIntentHandler = handle(
  createIntent,
  async ({ params: { userId }, body, idempotencyKey }, services: OrdersServices) => {
    const billedTo = body.billing ?? (await findUser(services.table, userId))?.billing;
    if (!billedTo) return fail("invalid_request", { fields: { billing: MESSAGES.required } });
    const requestKey = requestKeyOf(idempotencyKey, body);
    const { billing, ...wanted } = body;
    const begun = await beginPayment(services, { buyerId: userId, wanted, billing, requestKey });
    return begun instanceof Failure ? begun : intentViewOf(begun);
  },
);
