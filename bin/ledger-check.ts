import { parseArgs } from "node:util";
import { exitWithUsage } from "./command/bad-command.ts";
import { compareLedgers } from "./ledger/compare-ledgers.ts";
import { formatMoney } from "./ledger/money.ts";
import { openClients } from "./ledger/open-clients.ts";
import { readOrderAccounts } from "./ledger/read-order-accounts.ts";
import { readStripe } from "./ledger/read-stripe.ts";

const USAGE = `npm run ledger:check [-- --table <name> --secret <arn>]
  --table, --secret   a deployed stage's table and Stripe secret, with AWS credentials; without them the running laptop's
PORT=<number>, OCHRE_HOME=<folder>   the laptop's port (3000) and state (.local)`;

try {
  const { values } = parseArgs({ options: { table: { type: "string" }, secret: { type: "string" } } });
  const { table, stripe } = await openClients(values);
  const [orderAccounts, provider] = await Promise.all([readOrderAccounts(table), readStripe(stripe)]);
  const { orders, totals, settled, differences, unsettled } = compareLedgers(orderAccounts, provider);
  console.log(`${orders} orders, in cents: spent = earned + fee`);
  console.log(`booked           ${formatMoney(totals.booked)}`);
  console.log(`at the provider  ${formatMoney(totals.held)}`);
  for (const { of, currency, kept, held } of settled) {
    console.log(
      `${of === "seller" ? "with sellers" : "fees of ours"}, ${currency}: ${kept} by our orders, ${held} at the provider`,
    );
  }
  for (const payment of unsettled) console.log(payment);
  for (const difference of differences) console.error(difference);
  console.log(differences.length === 0 ? "Both agree on every order." : `${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
