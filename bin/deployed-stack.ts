import { spawnSync } from "node:child_process";
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import { getStackName, type Stage } from "#lib/stacks/stages.ts";

type Outputs = Readonly<Record<string, string>>;

/** Outputs of a stage's deployed stack, none before its first deployment. Needs AWS credentials, and throws where AWS refuses. */
export async function readDeployedOutputs(stage: Stage): Promise<Outputs> {
  const client = new CloudFormationClient({ ...(stage.environment ? { region: stage.environment.region } : {}) });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: getStackName(stage) })).catch((error) => {
    const isMissing = error instanceof CloudFormationServiceException && error.message.endsWith("does not exist");
    if (isMissing) return { Stacks: [] };
    throw error;
  });
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return Object.fromEntries(outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));
}

/** True for a table that a stack makes: CloudFormation names it by the stack and the logical id. */
export const isOwnTable = (tableName: string, stackName: string) => tableName.startsWith(`${stackName}-DataTable`);

/**
 * Throws where a deployment would replace the table that a stage has. Without `restoredTable` a template makes a new, empty
 * one; a restored table that isn't `deployed` yet is meant to replace.
 */
export function requireDeployedTable(stage: Stage, { TableName }: Outputs) {
  const { restoredTable } = stage;
  const isSame = restoredTable
    ? !restoredTable.deployed || restoredTable.name === TableName
    : TableName && isOwnTable(TableName, getStackName(stage));
  if (isSame || !TableName) return;
  throw new Error(
    `${stage.name} has the table ${TableName}, and this commit would give it ${restoredTable?.name ?? "a new, empty one"}: ` +
      'set restoredTable in lib/stacks/deployments.ts as in the commit that is deployed (docs/operations.md, "Back in time").',
  );
}

const withoutDirty = (commit: string) => commit.replace(/-dirty$/, "");

/** True if the folder's repository knows that the commit came before the other. */
const isAncestor = (folder: string, commit: string, other: string) =>
  spawnSync("git", ["merge-base", "--is-ancestor", commit, other], { cwd: folder }).status === 0;

/**
 * The commit that a deployment of this one follows: the way back. The same commit once more keeps it. After going back
 * there is none, because the one before is then the one that was left.
 */
export function findPreviousCommit(folder: string, commit: string, { Commit, PreviousCommit }: Outputs) {
  if (!Commit) return undefined;
  const [deployed, deploying] = [withoutDirty(Commit), withoutDirty(commit)];
  if (deployed === deploying) return PreviousCommit;
  return isAncestor(folder, deploying, deployed) ? undefined : deployed;
}
