import { join } from "node:path";
import { parseArgs } from "node:util";
import Stripe from "stripe";
import { openPayments } from "#lambdas/purchases/stripe/open-payments.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";
import { PROJECT } from "#lib/entries.ts";
import { openState } from "#local/services/stripe/state.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { findLaptopTable, laptopPorts } from "./laptop/find-laptop-table.ts";
import { compareLedgers } from "./ledger/compare-ledgers.ts";
import { formatMoney } from "./ledger/money.ts";
import { readOrderAccounts } from "./ledger/read-order-accounts.ts";
import { readStripe } from "./ledger/read-stripe.ts";

const USAGE = `npm run ledger:check [-- --table <name> --secret <arn>]
  --table, --secret   a deployed stage's table and Stripe secret, with AWS credentials; without them the running laptop's
PORT=<number>, OCHRE_HOME=<folder>   the laptop's port (3000) and state (.local)`;

/** A client of the laptop's Stripe stand-in, with the key from its state. */
function laptopStripe() {
  const { database, keyOf } = openState(join(process.env.OCHRE_HOME ?? join(PROJECT, ".local"), "stripe"));
  const key = keyOf("secret", "sk_test");
  database.close();
  return new Stripe(key, { protocol: "http", host: "127.0.0.1", port: laptopPorts().stripe, telemetry: false });
}

async function openClients() {
  const { values } = parseArgs({ options: { table: { type: "string" }, secret: { type: "string" } } });
  if (values.table && values.secret) {
    const variables = { STRIPE_SECRET_ARN: values.secret, STRIPE_API_URL: "https://api.stripe.com" };
    return { table: openTable({ TABLE_NAME: values.table }), stripe: openPayments(variables).stripe };
  }
  if (values.table || values.secret) throw new BadCommand("A stage needs both: --table and --secret.");
  return { table: openTable({ TABLE_NAME: await findLaptopTable() }), stripe: laptopStripe() };
}

try {
  const { table, stripe } = await openClients();
  const [orderAccounts, provider] = await Promise.all([readOrderAccounts(table), readStripe(stripe)]);
  const { orders, totals, differences, unsettled } = compareLedgers(orderAccounts, provider);
  console.log(`${orders} orders, in cents: spent = earned + fee`);
  console.log(`booked           ${formatMoney(totals.booked)}`);
  console.log(`at the provider  ${formatMoney(totals.held)}`);
  for (const payment of unsettled) console.log(payment);
  for (const difference of differences) console.error(difference);
  console.log(differences.length === 0 ? "Both agree on every order." : `${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
