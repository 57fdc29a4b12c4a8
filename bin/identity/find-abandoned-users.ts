import { CognitoIdentityProviderClient, paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import type { OpenTable } from "#lambdas/platform/table/marketplace-table.ts";

/**
 * Users of the identity provider whose account isn't there, by id, of those made before a moment. A sign-up stores its account first, and one that runs
 * out has its user deleted by a queue: what is left came from a version before that, or from a message that was lost.
 */
export async function* findAbandonedUsers(table: OpenTable, UserPoolId: string, before: Date) {
  const client = new CognitoIdentityProviderClient({});
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Username: userId, UserCreateDate: created } of Users) {
      if (userId && created && created < before && !(await findUser(table, userId))) yield userId;
    }
  }
}
