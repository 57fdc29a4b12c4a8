import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { mapErrors } from "./provider-outcome.ts";

/** Deletes users from Cognito. */
export interface UserDeleter {
  /** Safe to repeat: a user unknown to the pool counts as deleted. */
  delete(userId: string): Promise<void>;
}

export function openUserDeleter({ USER_POOL_ID }: { readonly USER_POOL_ID: string }): UserDeleter {
  const client = new CognitoIdentityProviderClient({});
  return {
    async delete(userId) {
      const call = client.send(new AdminDeleteUserCommand({ UserPoolId: USER_POOL_ID, Username: userId }));
      await mapErrors(call, [[UserNotFoundException, "unknown"]]);
    },
  };
}
