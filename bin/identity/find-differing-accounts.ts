import { CognitoIdentityProviderClient, paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

/** An open account whose Cognito user is disabled, as after closing it, or deleted, as after erasure. */
export interface DifferingAccount {
  readonly userId: string;
  readonly poolUser: "disabled" | "gone";
}

/** The differing ones of these accounts; blocked ones count as open. An unverified one may have lost its user. */
export async function* findDifferingAccounts(
  table: OpenTable,
  UserPoolId: string,
  userIds: readonly string[],
): AsyncGenerator<DifferingAccount> {
  const client = new CognitoIdentityProviderClient({});
  const enabled = new Map<string, boolean>();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Username, Enabled } of Users) if (Username) enabled.set(Username, Enabled !== false);
  }
  for (const userId of userIds.filter((id) => !enabled.get(id))) {
    const user = await findUser(table, userId);
    if (user?.verified && !user.deactivatedAt) yield { userId, poolUser: enabled.has(userId) ? "disabled" : "gone" };
  }
}
