import type { Intent } from "#shared/model/order.ts";
import { breakdownOf } from "#shared/rules/fees.ts";
import { agreedAmounts } from "../../order/agreed-amounts.ts";
import type { IntentItem } from "../../order/find-intent.ts";
import type { Payment } from "../../stripe/request-payment.ts";

/** What the browser needs to go on with a payment; its secret comes from the provider each time and is never stored. */
export const intentViewOf = ({ intent, payment }: { intent: IntentItem; payment: Payment }): Intent => ({
  orderIntent: payment.id,
  clientSecret: payment.client_secret ?? "",
  breakdown: breakdownOf(agreedAmounts(intent, payment)),
  expiresAt: new Date(intent.until * 1000).toISOString(),
});
