import { compareLedgers } from "#bin/ledger/compare-ledgers.ts";
import { readOrderAccounts } from "#bin/ledger/read-order-accounts.ts";
import { readStripe } from "#bin/ledger/read-stripe.ts";
import type { Api } from "./start-api.ts";

/** What our books and the payment provider say of all orders so far, and where they differ. */
export async function ledgersOf({ services: { table, payments } }: Pick<Api, "services">) {
  const [books, provider] = await Promise.all([readOrderAccounts(table), readStripe(payments.stripe)]);
  return { books, provider, ...compareLedgers(books, provider) };
}
