import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type AuditEntry, openAuditLog } from "#lambdas/audit/audit-log.ts";
import { findLaptopAuditTable } from "../laptop/find-laptop-table.ts";
import { BadCommand } from "./bad-command.ts";

/** Records what an operator does by a command. */
export interface Operator {
  /** Comes before what it says is done: a command that fails then leaves an entry too many, never one too few. */
  record(entry: Pick<AuditEntry, "event" | "target">): Promise<void>;
}

/** The ARN of whose credentials the command has. */
async function operatorArn() {
  const { Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (!Arn) throw new Error("AWS doesn't say whose credentials these are.");
  return Arn;
}

/** Opens the audit log of the stage that a command changes, or the running laptop's where it names none. */
export async function openOperator(stage: string | undefined, audit: string | undefined): Promise<Operator> {
  if (!stage !== !audit) throw new BadCommand("A change of a stage is recorded: name its audit log too, by --audit.");
  const who = audit ? await operatorArn() : "laptop";
  const log = openAuditLog({ AUDIT_TABLE_NAME: audit ?? (await findLaptopAuditTable()) });
  return { record: (entry) => log.record({ ...entry, who, at: new Date(), outcome: "done" }) };
}
