import { BadCommand } from "../command/bad-command.ts";
import { defineCommand } from "../command/command.ts";
import { getStageName } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { compareLedgers } from "../ledger/compare-ledgers.ts";
import { countDifferences } from "../ledger/count-differences.ts";
import { formatMoney } from "../ledger/money.ts";
import { openStripe } from "../ledger/open-stripe.ts";
import { readOrderAccounts } from "../ledger/read-order-accounts.ts";
import { readStripe } from "../ledger/read-stripe.ts";
import { readTax } from "../ledger/read-tax.ts";

export const command = defineCommand({
  usage: ["check"],
  description: ["Ends with 1 where they differ."],
  reads: true,
  options: { alarm: { description: "tells the stage's alarm how many orders differ" } },
  async run({ words, values, stage }) {
    if (words.join(" ") !== "check") throw new BadCommand("The only form is: check.");
    const opened = await stage();
    if (values.alarm && opened.isLaptop) throw new BadCommand("--alarm is for a deployed stage: name its --stack.");
    const table = openStageTable(opened);
    const stripe = openStripe(opened);
    const [orderAccounts, provider] = await Promise.all([readOrderAccounts(table), readStripe(stripe)]);
    const recorded = await readTax(stripe, orderAccounts);
    const { orders, totals, tax, settled, differences, unsettled } = compareLedgers(orderAccounts, provider, recorded);
    console.log(`${orders} orders, in cents: spent = earned + fee`);
    console.log(`booked           ${formatMoney(totals.booked)}`);
    console.log(`at the provider  ${formatMoney(totals.held)}`);
    if (recorded.size > 0) console.log(`of the fees, tax ${tax}`);
    for (const { of, currency, kept, held } of settled) {
      console.log(
        `${of === "seller" ? "with sellers" : "fees of ours"}, ${currency}: ${kept} by our orders, ${held} at the provider`,
      );
    }
    for (const payment of unsettled) console.log(payment);
    for (const difference of differences) console.error(difference);
    console.log(differences.length === 0 ? "Both agree on every order." : `${differences.length} differences.`);
    if (values.alarm) await countDifferences(getStageName(opened.name), differences.length);
    process.exitCode = differences.length === 0 ? 0 : 1;
  },
});
