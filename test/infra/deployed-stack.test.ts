import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { findPreviousCommit, readDeployedOutputs, requireDeployedTable } from "#bin/deployed-stack.ts";
import { stageValues } from "#lib/stacks/deployments.ts";
import { getStackName, getStage } from "#lib/stacks/stages.ts";
import { makeRepository } from "#test/support/git-repository.ts";
import { startStage } from "#test/support/start-stage.ts";
import { copyProject, run } from "#test/tools/project-copy.ts";
import { getStack } from "./support/synthesize-stack.ts";

const where = { account: "111122223333", region: "eu-central-1" };
const streamArn = "arn:aws:dynamodb:eu-central-1:111122223333:table/back/stream/2026";
const RESTORED = "back";

const stageWith = (restoredTable?: object) =>
  getStage("dev", stageValues("dev", { ...where, ...(restoredTable ? { restoredTable } : {}) }));

const adopting = stageWith({ name: RESTORED, streamArn });
const adopted = stageWith({ name: RESTORED, streamArn, deployed: true });

beforeAll(async () => {
  for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" }))
    vi.stubEnv(name, value);
  await startStage({ stackName: getStackName({ name: "dev" }), outputs: { TableName: RESTORED, Commit: "1a2b" } });
});

describe("a deployment whose template has another table than the stage", () => {
  const own = "ochre-dev-DataTable0A1B2C3D-1X2Y3Z";

  test.each([
    ["lacks the restored one", stageWith(), RESTORED, "would give it a new, empty one"],
    ["has one marked as deployed that isn't", adopted, own, `would give it ${RESTORED}`],
    ["has another restored one", adopted, "older", `would give it ${RESTORED}`],
  ])("is refused where it %s", (_case, stage, TableName, reason) => {
    expect(() => requireDeployedTable(stage, { TableName })).toThrow(reason);
  });

  test.each([
    ["has the stack's own table", stageWith(), own],
    ["adopts a restored one", adopting, own],
    ["replaces a restored one by another", adopting, "older"],
    ["keeps the restored one", adopted, RESTORED],
    ["is the first one", stageWith(), undefined],
  ])("is allowed where it %s", (_case, stage, TableName) => {
    expect(() => requireDeployedTable(stage, TableName ? { TableName } : {})).not.toThrow();
  });

  test("recognizes the stack's own table by its logical id", async () => {
    const { template } = await getStack("dev");
    expect(template.toJSON().Outputs.TableName.Value.Ref).toMatch(/^DataTable[\dA-F]{8}$/);
  });
});

test("the previous commit is the deployed one, also across commits, and undefined after going back", () => {
  const { folder, commit } = makeRepository();
  const [first, , third] = [commit("One"), commit("Two"), commit("Three")];
  const before = (Commit: string, commitNow: string, PreviousCommit?: string) =>
    findPreviousCommit(folder, commitNow, { Commit, ...(PreviousCommit ? { PreviousCommit } : {}) });
  expect(before(first, third)).toBe(first);
  expect(before(`${first}-dirty`, third)).toBe(first);
  // The same commit once more.
  expect(before(third, third, first)).toBe(first);
  expect(before(third, `${third}-dirty`, first)).toBe(first);
  expect(before(third, first)).toBeUndefined();
  expect(findPreviousCommit(folder, first, {})).toBeUndefined();
  // A commit that wasn't fetched.
  expect(before("0123456789abcdef0123456789abcdef01234567", third)).toBe("0123456789abcdef0123456789abcdef01234567");
});

test("a stage's outputs are read from AWS, and are empty before its first deployment", async () => {
  expect(await readDeployedOutputs(adopted)).toMatchObject({ TableName: RESTORED, Commit: "1a2b" });
  expect(await readDeployedOutputs(getStage("staging", stageValues("staging", where)))).toEqual({});
});

test("the deploy command refuses another table before the synthesis", async () => {
  const copy = await copyProject();
  const deployments = join(copy, "lib/stacks/deployments.ts");
  const text = await readFile(deployments, "utf8");
  await writeFile(deployments, text.replace("dev: {},", `dev: ${JSON.stringify(where)},`));
  vi.stubEnv("CDK_CONTEXT_JSON", JSON.stringify({ stage: "dev", deploying: "true" }));
  const { code, output } = await run(copy, "bin/marketplace.ts");
  expect([code, output]).toEqual([
    1,
    `dev has the table ${RESTORED}, and this commit would give it a new, empty one: set restoredTable in lib/stacks/deployments.ts as in the commit that is deployed (docs/operations.md, "Restore").\n`,
  ]);
});
