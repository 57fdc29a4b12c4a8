import * as z from "zod/mini";
import { hasSecondFactor } from "#lambdas/areas/second-factor/factor-proof.ts";
import { findClaimant, findUser } from "#lambdas/areas/users/find-user.ts";
import { isOpen } from "#lambdas/areas/users/open-account.ts";
import { setPermissions } from "#lambdas/areas/users/operators.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";
import { UserId } from "#shared/model/ids.ts";
import { OPERATOR_PERMISSIONS, OperatorPermission } from "#shared/model/operator.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";
import { findOperators } from "../identity/find-operators.ts";

const EVENTS = { grant: "operator.grant", revoke: "operator.revoke" } as const;

const isChange = (name: string): name is keyof typeof EVENTS => Object.hasOwn(EVENTS, name);

/** The open account with this username or id. */
async function requireOpenAccount(table: OpenTable, user: string) {
  const { data: userId = await findClaimant(table, { kind: "NAME", value: user }, new Date()) } =
    UserId.safeParse(user);
  const found = userId === undefined ? undefined : await findUser(table, userId);
  if (!found?.verified || !isOpen(found)) throw new CommandError(`--user ${user} isn't an open account.`);
  return found;
}

const Permissions = z.array(OperatorPermission);

function requirePermissions(permission: string): OperatorPermission[] {
  const { data } = Permissions.safeParse(permission.split(","));
  if (data) return data;
  throw new CommandError(`--permission takes one or more of ${OPERATOR_PERMISSIONS.join(", ")}, separated by commas.`);
}

async function list(table: OpenTable) {
  let count = 0;
  for await (const user of findOperators(table)) {
    const { userId, name, operatorPermissions = [] } = user;
    count += 1;
    const missing = hasSecondFactor(user) ? "" : "  (no second factor)";
    console.log(`${userId}  ${name}  ${operatorPermissions.join(", ")}${missing}`);
  }
  if (count === 0) console.error("There are no operators.");
}

export const command = defineCommand({
  usage: [
    "list",
    "grant --user <username or id> --permission <permissions>",
    "revoke --user <username or id> --permission <permissions>",
  ],
  description: [
    "An operator is an account with permissions. They open /admin once the account has a second factor.",
    "A revoked permission ends with the next call. Closing or blocking an account revokes all of them.",
  ],
  options: {
    user: { value: "<username or id>", description: "the account" },
    permission: {
      value: "<permissions>",
      description: `one or more of ${OPERATOR_PERMISSIONS.join(", ")}, separated by commas`,
    },
  },
  async run({ positionals: [name = "", ...others], values: { user, permission }, isDry, stage, record }) {
    if ((name !== "list" && !isChange(name)) || others.length > 0)
      throw new CommandError('Expected "list", "grant" or "revoke".');
    const resolvedStage = await stage();
    const table = openStageTable(resolvedStage);
    if (name === "list") return list(table);
    if (!user || !permission) throw new CommandError("--user and --permission are required.");
    const given = requirePermissions(permission);
    const account = await requireOpenAccount(table, user);
    const { userId, operatorPermissions: before = [] } = account;
    const after = OPERATOR_PERMISSIONS.filter((permission) =>
      given.includes(permission) ? name === "grant" : before.includes(permission),
    );
    const outcome = `${account.name} (${userId}) ${after.length > 0 ? `has ${after.join(", ")}` : "is no operator"}`;
    if (isDry) return console.log(`Afterwards ${outcome}. ${NOTHING_DONE}`);
    await record(EVENTS[name], userId, async () => {
      if (!(await setPermissions(table, account, after)))
        throw new CommandError("The account was changed concurrently. Try again.");
    });
    console.log(`${outcome}.`);
    if (after.length > 0 && !hasSecondFactor(account)) {
      const settings = `${resolvedStage.output("SiteOrigin")}/settings/second-factor`;
      console.log(`/admin opens once the account has a second factor: ${account.name} adds one at ${settings}.`);
    }
  },
});
