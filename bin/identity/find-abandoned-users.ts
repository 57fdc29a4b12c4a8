import { CognitoIdentityProviderClient, paginateListUsers } from "@aws-sdk/client-cognito-identity-provider";
import type { OpenTable } from "#lambdas/table/marketplace-table.ts";
import { findUser } from "#lambdas/users/find-user.ts";
import { LIFETIMES } from "#shared/limits.ts";

/**
 * Users of the identity provider whose account isn't there, by id. A sign-up stores its account first, and one that runs
 * out has its user deleted by a queue: what is left came from a version before that, or from a message that was lost.
 */
export async function* findAbandonedUsers(table: OpenTable, UserPoolId: string, now: Date) {
  const client = new CognitoIdentityProviderClient({});
  const latest = now.getTime() - LIFETIMES.verificationLink * 1000;
  for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId })) {
    for (const { Username: userId, UserCreateDate: created } of Users) {
      if (userId && created && created.getTime() < latest && !(await findUser(table, userId))) yield userId;
    }
  }
}
