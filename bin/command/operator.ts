import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type AuditEntry, openAuditLog } from "#lambdas/platform/audit/audit-log.ts";
import { isBadCommand } from "./bad-command.ts";
import type { Stage } from "./stage.ts";

/** Runs and records an operator's action. */
export interface Operator {
  record<T>(entry: Pick<AuditEntry, "event" | "target">, deed: () => Promise<T>): Promise<T>;
}

/** The ARN of the command's credentials. */
async function operatorArn() {
  const { Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (!Arn) throw new Error("AWS doesn't say whose credentials these are.");
  return Arn;
}

/** Opens the audit log of the command's stage. */
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
