import { readFileSync } from "node:fs";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { submitEvidence } from "#lambdas/areas/purchases/stripe/disputes.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { findOpenDisputes, requireNeedsEvidence } from "../ledger/find-open-disputes.ts";
import { openStagePayments } from "../ledger/open-stripe.ts";

export const command = defineCommand({
  usage: ["", "--dispute <id> --evidence <file>"],
  description: ["Lists the most urgent dispute first. Evidence can be submitted only once."],
  options: {
    dispute: { value: "<id>", description: "the dispute to submit evidence for" },
    evidence: { value: "<file>", description: "a text file; submitting it is final" },
  },
  async run({ values: { dispute, evidence }, isDry, stage, record }) {
    if (!dispute !== !evidence) throw new CommandError("Pass both --dispute and --evidence.");
    const payments = openStagePayments(await stage());
    const stripe = payments[CLIENT];
    if (dispute && evidence) {
      const text = readFileSync(evidence, "utf8");
      await requireNeedsEvidence(stripe, dispute);
      if (isDry)
        return console.log(`This would submit ${text.length} characters of evidence for ${dispute}. ${NOTHING_DONE}`);
      const submit = () => submitEvidence(payments, dispute, { uncategorized_text: text }, console);
      const status = await record("order.evidence", dispute, submit);
      if (!status) throw new CommandError(`Dispute ${dispute} was answered meanwhile.`);
      return console.log(`${dispute}: ${status}`);
    }
    const disputes = await findOpenDisputes(stripe);
    for (const { disputeId, orderId, reason, due } of disputes) {
      const until = new Date(due * 1000).toISOString();
      console.log(`${until}  ${disputeId}  ${reason}  ${orderId ? `order ${orderId}` : "not ours"}`);
    }
    if (disputes.length === 0) console.log("No disputes need evidence.");
  },
});
