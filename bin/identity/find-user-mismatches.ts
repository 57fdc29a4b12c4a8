import { CognitoIdentityProviderClient, paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

/**
 * An account that isn't closed in the table, although its Cognito user is disabled or missing: the table was restored to a time
 * before the account's closure or erasure.
 */
export interface UserMismatch {
  readonly userId: string;
  readonly userStatus: "disabled" | "missing";
}

/** Yields the accounts whose Cognito user is disabled or missing; blocked accounts included, unverified and closed ones not. */
export async function* findUserMismatches(
  table: OpenTable,
  userPoolId: string,
  userIds: readonly string[],
): AsyncGenerator<UserMismatch> {
  const client = new CognitoIdentityProviderClient({});
  const enabled = new Map<string, boolean>();
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId: userPoolId })) {
    for (const { Username, Enabled } of Users) if (Username) enabled.set(Username, Enabled !== false);
  }
  for (const userId of userIds.filter((id) => !enabled.get(id))) {
    const user = await findUser(table, userId);
    if (user?.verified && !user.deactivatedAt)
      yield { userId, userStatus: enabled.has(userId) ? "disabled" : "missing" };
  }
}
