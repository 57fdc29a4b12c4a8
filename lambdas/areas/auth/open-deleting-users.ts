import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { outcome } from "./provider-outcome.ts";

/** The identity provider, for whoever makes it forget users. */
export interface DeletingUsers {
  /** Safe to repeat: one whom the pool doesn't know is gone already. */
  delete(userId: string): Promise<void>;
}

export function openDeletingUsers({ USER_POOL_ID }: { readonly USER_POOL_ID: string }): DeletingUsers {
  const client = new CognitoIdentityProviderClient({});
  return {
    async delete(userId) {
      const call = client.send(new AdminDeleteUserCommand({ UserPoolId: USER_POOL_ID, Username: userId }));
      await outcome(call, [[UserNotFoundException, "unknown"]]);
    },
  };
}
