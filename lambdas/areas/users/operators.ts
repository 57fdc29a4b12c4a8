import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove, $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { OperatorPermission } from "#shared/model/operator.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "./find-user.ts";
import { OPEN } from "./open-account.ts";
import { UserEntity } from "./user.entity.ts";

/** Condition that the account still has the permissions that were read. */
function buildUnchangedCondition({ operatorPermissions = [] }: User) {
  const attr = "operatorPermissions" as const;
  if (operatorPermissions.length === 0) return { attr, exists: false as const };
  return {
    and: [
      { size: attr, eq: operatorPermissions.length },
      ...operatorPermissions.map((permission) => ({ attr, contains: permission })),
    ],
  };
}

/**
 * Makes these the account's only permissions of an operator; none makes it an ordinary account. It applies to the next call.
 * False if the account was closed, blocked or changed since it was read.
 */
export function setPermissions(table: OpenTable, user: User, permissions: readonly OperatorPermission[]) {
  const write = UserEntity.build(UpdateItemCommand)
    .item({
      userId: user.userId,
      operatorPermissions: permissions.length > 0 ? $set([...permissions]) : $remove(),
    })
    .options({ condition: { and: [OPEN, buildUnchangedCondition(user)] } });
  return conditionHeld(table.send(write));
}
