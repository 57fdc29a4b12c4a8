import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { type AuditEntry, openAuditLog } from "#lambdas/platform/audit/audit-log.ts";
import { isCommandError } from "./command-error.ts";
import type { Stage } from "./stage.ts";

/** Runs and records an operator's action. */
export interface Operator {
  record<T>(entry: Pick<AuditEntry, "event" | "target">, action: () => Promise<T>): Promise<T>;
}

/** The ARN of the command's credentials. */
async function readOperatorArn() {
  const { Arn } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  if (!Arn) throw new Error("STS returned no caller ARN.");
  return Arn;
}

/** Opens the audit log of the command's stage. */
export async function openOperator(stage: Stage): Promise<Operator> {
  const who = stage.isLaptop ? "laptop" : await readOperatorArn();
  const log = openAuditLog({ AUDIT_TABLE_NAME: stage.output("AuditTableName") });
  return {
    async record(entry, action) {
      const append = (outcome: AuditEntry["outcome"]) => log.record({ ...entry, who, at: new Date(), outcome });
      await append("started");
      const result = await action().catch(async (error) => {
        await append(isCommandError(error) ? "refused" : "failed");
        throw error;
      });
      await append("done");
      return result;
    },
  };
}
