import { spawnSync } from "node:child_process";
import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from "@aws-sdk/client-cloudformation";
import { getStackName, type Stage } from "#lib/stacks/stages.ts";

type Outputs = Readonly<Record<string, string>>;

/** Outputs of a stage's deployed stack, none before its first deployment. Needs AWS credentials, and throws if AWS refuses. */
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

/** True for a table created by a stack: CloudFormation derives its name from stack and logical id. */
export const isOwnTable = (tableName: string, stackName: string) => tableName.startsWith(`${stackName}-DataTable`);

/**
 * Throws if a deployment would replace the stage's table. Without `restoredTable` the stack keeps its own table, but would create
 * an empty one in place of a restored one. A restored table that isn't `deployed` yet is a deliberate replacement.
 */
export function requireDeployedTable(stage: Stage, { TableName }: Outputs) {
  const { restoredTable } = stage;
  const isSame = restoredTable
    ? !restoredTable.deployed || restoredTable.name === TableName
    : TableName && isOwnTable(TableName, getStackName(stage));
  if (isSame || !TableName) return;
  throw new Error(
    `${stage.name} has the table ${TableName}, and this commit would give it ${restoredTable?.name ?? "a new, empty one"}: ` +
      'set restoredTable in lib/stacks/deployments.ts as in the commit that is deployed (docs/operations.md, "Restore").',
  );
}

const withoutDirty = (commit: string) => commit.replace(/-dirty$/, "");

/** True if the folder's repository has the commit as an ancestor of the other. */
const isAncestor = (folder: string, commit: string, other: string) =>
  spawnSync("git", ["merge-base", "--is-ancestor", commit, other], { cwd: folder }).status === 0;

/**
 * The commit to roll back to after deploying this one. Deploying the same commit again keeps it. After a rollback there is
 * none, because the former one would be the faulty one.
 */
export function findPreviousCommit(folder: string, commit: string, { Commit, PreviousCommit }: Outputs) {
  if (!Commit) return undefined;
  const [deployed, deploying] = [withoutDirty(Commit), withoutDirty(commit)];
  if (deployed === deploying) return PreviousCommit;
  return isAncestor(folder, deploying, deployed) ? undefined : deployed;
}
