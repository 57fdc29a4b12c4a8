import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { openOperator } from "./command/operator.ts";
import { findOpenDisputes, submitEvidence } from "./ledger/find-open-disputes.ts";
import { openClients } from "./ledger/open-clients.ts";

const USAGE = `npm run disputes [-- --dispute <id> --evidence <file>] [--table <name> --secret <arn> [--audit <name>]]
  lists the disputes that await evidence, or hands a text file in as evidence, for good
  --table, --secret   a deployed stage's table and Stripe secret, with AWS credentials; without them the running laptop's
  --audit             its audit log, where evidence is handed in`;

const text = { type: "string" } as const;

try {
  const { values } = parseArgs({ options: { table: text, secret: text, audit: text, dispute: text, evidence: text } });
  if (!values.dispute !== !values.evidence) throw new BadCommand("Evidence needs both: --dispute and --evidence.");
  const { stripe } = await openClients(values);
  if (values.dispute && values.evidence) {
    const evidence = readFileSync(values.evidence, "utf8");
    const operator = await openOperator(values.table, values.audit);
    await operator.record({ event: "order.evidence", target: values.dispute });
    console.log(`${values.dispute}: ${await submitEvidence(stripe, values.dispute, evidence)}`);
  } else {
    const disputes = await findOpenDisputes(stripe);
    for (const { disputeId, orderId, reason, due } of disputes) {
      const until = new Date(due * 1000).toISOString();
      console.log(`${until}  ${disputeId}  ${reason}  ${orderId ? `order ${orderId}` : "not ours"}`);
    }
    if (disputes.length === 0) console.log("No dispute awaits evidence.");
  }
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
