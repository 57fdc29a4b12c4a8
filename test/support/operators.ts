import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { recordProof } from "#lambdas/areas/second-factor/factor-proof.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { setPermissions } from "#lambdas/areas/users/operators.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import type { OperatorPermission } from "#shared/model/operator.ts";
import type { createAccounts } from "./accounts.ts";
import type { Api } from "./start-api.ts";

/** Creates operators, who are logged in. */
export function createOperators(api: Api, people: ReturnType<typeof createAccounts>) {
  const { table, verifyToken } = api.services;

  /** Makes these the account's only permissions. */
  async function permit(userId: string, permissions: readonly OperatorPermission[]) {
    const user = await findUser(table, userId);
    if (!user || !(await setPermissions(table, user, permissions))) throw new Error(`${userId} wasn't changed`);
  }

  /** Proves the owner of a session for ten minutes. */
  async function prove({ userId, token }: { readonly userId: string; readonly token: string }) {
    const { origin_jti: sessionId } = (await verifyToken(token)) as { origin_jti: string };
    await recordProof(api.services, { userId, sessionId });
  }

  /** An operator with a second factor, proven unless said otherwise. */
  async function createOperator(
    permissions: readonly OperatorPermission[],
    { hasFactor = true, isProven = true }: { readonly hasFactor?: boolean; readonly isProven?: boolean } = {},
  ) {
    const account = await people.createSignedInAccount();
    await permit(account.userId, permissions);
    if (hasFactor) await table.send(UserEntity.build(UpdateItemCommand).item({ userId: account.userId, factors: 1 }));
    if (isProven) await prove(account);
    return account;
  }

  return { createOperator, permit, prove };
}
