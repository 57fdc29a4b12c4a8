import { CognitoIdentityProviderClient, paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

/**
 * Cognito users without an account that were created before a moment, by id. A sign-up stores its account first, and a queue
 * deletes the user when it expires: remaining ones come from an older version or a lost message.
 */
export async function* findAbandonedUsers(table: OpenTable, UserPoolId: string, before: Date) {
  const client = new CognitoIdentityProviderClient({});
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Username: userId, UserCreateDate: created } of Users) {
      if (userId && created && created < before && !(await findUser(table, userId))) yield userId;
    }
  }
}
