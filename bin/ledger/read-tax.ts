import type Stripe from "stripe";
import type { OrderMoney } from "#lambdas/areas/purchases/ledger/money.ts";

/** Gross cents of an order in Stripe's tax records, or the reason why they are missing. */
export type RecordedTax = { readonly gross: number } | { readonly problem: string };

/** Stripe's recorded gross amounts by order id, net of refunds and a lost dispute; only of orders with calculated tax. */
export async function readTax(
  stripe: Stripe,
  orders: ReadonlyMap<string, OrderMoney>,
): Promise<Map<string, RecordedTax>> {
  const found = new Map<string, RecordedTax>();
  for (const [orderId, { intentId, tax, taxReversal }] of orders) {
    if (tax !== undefined && intentId) found.set(orderId, await readRecordedTax(stripe, intentId, taxReversal));
  }
  return found;
}

async function readRecordedTax(stripe: Stripe, payment_intent: string, taxReversal = 0): Promise<RecordedTax> {
  const { tax_transaction_attempts } = await stripe.tax.associations.find({ payment_intent });
  const attempts = tax_transaction_attempts ?? [];
  const failed = attempts.find(({ errored }) => errored)?.errored;
  if (failed) return { problem: failed.reason };
  let gross = -taxReversal;
  for (const { committed } of attempts) {
    if (!committed) continue;
    const { line_items } = await stripe.tax.transactions.retrieve(committed.transaction, { expand: ["line_items"] });
    for (const { amount, amount_tax } of line_items?.data ?? []) gross += amount + amount_tax;
  }
  return { gross };
}
