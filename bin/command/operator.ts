import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type AuditEntry, openAuditLog } from "#lambdas/platform/audit/audit-log.ts";
import type { Stage } from "./stage.ts";

/** Records what an operator does by a command. */
export interface Operator {
  record(entry: Pick<AuditEntry, "event" | "target">): Promise<void>;
}

/** The ARN of whose credentials the command has. */
async function operatorArn() {
  const { Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (!Arn) throw new Error("AWS doesn't say whose credentials these are.");
  return Arn;
}

/** Opens the audit log of the stage that a command changes. */
export async function openOperator(stage: Stage): Promise<Operator> {
  const who = stage.isLaptop ? "laptop" : await operatorArn();
  const log = openAuditLog({ AUDIT_TABLE_NAME: stage.output("AuditTableName") });
  return { record: (entry) => log.record({ ...entry, who, at: new Date(), outcome: "done" }) };
}
