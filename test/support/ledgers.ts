import { compareLedgers } from "#bin/ledger/compare-ledgers.ts";
import { readOrderAccounts } from "#bin/ledger/read-order-accounts.ts";
import { readStripe } from "#bin/ledger/read-stripe.ts";
import { readTax } from "#bin/ledger/read-tax.ts";
import type { Api } from "./start-api.ts";

/** Our ledger, the payment provider's records of all orders, and their differences. */
export async function readLedgers(api: Pick<Api, "services" | "provider">) {
  const [books, provider] = await Promise.all([readOrderAccounts(api.services.table), readStripe(api.provider)]);
  const recorded = await readTax(api.provider, books);
  return { books, provider, ...compareLedgers(books, provider, recorded) };
}
