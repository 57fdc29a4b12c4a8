import { readFileSync } from "node:fs";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { findOpenDisputes, requireAwaitedEvidence, submitEvidence } from "../ledger/find-open-disputes.ts";
import { openStripe } from "../ledger/open-stripe.ts";

export const command = defineCommand({
  usage: ["", "--dispute <id> --evidence <file>"],
  description: ["The most urgent comes first. A bank takes evidence once."],
  options: {
    dispute: { value: "<id>", description: "the dispute that evidence is for" },
    evidence: { value: "<file>", description: "a text, handed in for good" },
  },
  async run({ values: { dispute, evidence }, isDry, stage, record }) {
    if (!dispute !== !evidence) throw new BadCommand("Evidence needs both: --dispute and --evidence.");
    const stripe = openStripe(await stage());
    if (dispute && evidence) {
      const text = readFileSync(evidence, "utf8");
      await requireAwaitedEvidence(stripe, dispute);
      if (isDry) return console.log(`${dispute}: would get ${text.length} characters of evidence. ${NOTHING_DONE}`);
      const status = await record("order.evidence", dispute, () => submitEvidence(stripe, dispute, text));
      return console.log(`${dispute}: ${status}`);
    }
    const disputes = await findOpenDisputes(stripe);
    for (const { disputeId, orderId, reason, due } of disputes) {
      const until = new Date(due * 1000).toISOString();
      console.log(`${until}  ${disputeId}  ${reason}  ${orderId ? `order ${orderId}` : "not ours"}`);
    }
    if (disputes.length === 0) console.log("No dispute awaits evidence.");
  },
});
