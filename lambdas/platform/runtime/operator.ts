import { isPermitted, type OperatorPermission } from "#shared/model/operator.ts";
import type { Route } from "#shared/route.ts";
import { hasSecondFactor } from "../../areas/second-factor/factor-proof.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { Actor } from "./actor.ts";
import { type Failure, fail } from "./failure.ts";

/** An operator who calls. */
export interface Operator extends Actor {
  readonly name: string;
  readonly permissions: readonly OperatorPermission[];
}

/** The calling operator with the route's permission, by a consistent read; `not_found` for any other account. */
export async function authorizeOperator(
  { permission }: Route,
  actor: Actor,
  table: OpenTable,
): Promise<Operator | Failure<"not_found" | "second_factor_missing" | "forbidden">> {
  const user = await findOpenUser(table, actor.userId);
  if (!user?.operatorPermissions?.length) return fail("not_found");
  const { name, operatorPermissions: permissions } = user;
  if (!hasSecondFactor(user)) return fail("second_factor_missing");
  return isPermitted(permission, permissions) ? { ...actor, name, permissions } : fail("forbidden");
}
