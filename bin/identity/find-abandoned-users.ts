import { CognitoIdentityProviderClient, paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

/**
 * Ids of Cognito users without an account that were created before a given time. A sign-up stores the account before it
 * creates the user, and a queue deletes the user once an unverified account expires: remaining ones come from an older version or a
 * lost message.
 */
export async function* findAbandonedUsers(table: OpenTable, userPoolId: string, before: Date) {
  const client = new CognitoIdentityProviderClient({});
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId: userPoolId })) {
    for (const { Username: userId, UserCreateDate: created } of Users) {
      if (userId && created && created < before && !(await findUser(table, userId))) yield userId;
    }
  }
}
