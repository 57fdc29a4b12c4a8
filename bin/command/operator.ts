import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type AuditEntry, openAuditLog } from "#lambdas/platform/audit/audit-log.ts";
import { isBadCommand } from "./bad-command.ts";
import type { Stage } from "./stage.ts";

/** Does and records what an operator does by a command. */
export interface Operator {
  record<T>(entry: Pick<AuditEntry, "event" | "target">, deed: () => Promise<T>): Promise<T>;
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
  return {
    async record(entry, deed) {
      const append = (outcome: AuditEntry["outcome"]) => log.record({ ...entry, who, at: new Date(), outcome });
      await append("started");
      const result = await deed().catch(async (problem) => {
        await append(isBadCommand(problem) ? "refused" : "failed");
        throw problem;
      });
      await append("done");
      return result;
    },
  };
}
