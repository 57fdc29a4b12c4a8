import { compareLedgers } from "#bin/ledger/compare-ledgers.ts";
import { readBooks } from "#bin/ledger/read-books.ts";
import { readStripe } from "#bin/ledger/read-stripe.ts";
import type { Api } from "./start-api.ts";

/** What our books and the payment provider say of all orders so far, and where they differ. */
export async function ledgersOf({ services: { table, payments } }: Pick<Api, "services">) {
  const [books, provider] = await Promise.all([readBooks(table), readStripe(payments.stripe)]);
  return { books, provider, ...compareLedgers(books, provider) };
}
