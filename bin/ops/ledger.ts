import { formatMoney } from "#lambdas/areas/purchases/ledger/money.ts";
import { defineCommand } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { getStageName } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { compareLedgers } from "../ledger/compare-ledgers.ts";
import { openStripe } from "../ledger/open-stripe.ts";
import { readOrderAccounts } from "../ledger/read-order-accounts.ts";
import { readStripe } from "../ledger/read-stripe.ts";
import { readTax } from "../ledger/read-tax.ts";
import { reportDifferences } from "../ledger/report-differences.ts";

export const command = defineCommand({
  usage: ["check"],
  description: ["Exits with 1 if they differ."],
  reads: true,
  options: { alarm: { description: "publish the number of differences to the stage's alarm" } },
  async run({ positionals, values, stage }) {
    if (positionals.join(" ") !== "check") throw new CommandError("Expected check.");
    const resolvedStage = await stage();
    if (values.alarm && resolvedStage.isLaptop)
      throw new CommandError("--alarm requires a deployed stage: pass --stack.");
    const table = openStageTable(resolvedStage);
    const stripe = openStripe(resolvedStage);
    const [orderAccounts, provider] = await Promise.all([readOrderAccounts(table), readStripe(stripe)]);
    const recordedTax = await readTax(stripe, orderAccounts);
    const { orders, totals, tax, settled, differences, unsettled } = compareLedgers(
      orderAccounts,
      provider,
      recordedTax,
    );
    console.log(`${orders} orders, in cents: spent = earned + fee`);
    console.log(`booked           ${formatMoney(totals.booked)}`);
    console.log(`at the provider  ${formatMoney(totals.atProvider)}`);
    if (recordedTax.size > 0) console.log(`tax within fees  ${tax}`);
    for (const { of, currency, recorded, atProvider } of settled) {
      console.log(
        `${of === "seller" ? "sellers' shares" : "our fees"}, ${currency}: ${recorded} recorded, ${atProvider} at the provider`,
      );
    }
    for (const payment of unsettled) console.log(payment);
    for (const difference of differences) console.error(difference);
    console.log(differences.length === 0 ? "No differences." : `${differences.length} differences.`);
    if (values.alarm) await reportDifferences(getStageName(resolvedStage.name), differences.length);
    process.exitCode = differences.length === 0 ? 0 : 1;
  },
});
