import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";

/** Cognito's data of a user, which never includes the password; null for an unknown user. */
export async function readPoolUser(UserPoolId: string, userId: string) {
  const client = new CognitoIdentityProviderClient({});
  try {
    const command = new AdminGetUserCommand({ UserPoolId, Username: userId });
    const {
      Enabled,
      UserStatus,
      UserCreateDate,
      UserLastModifiedDate,
      UserAttributes = [],
    } = await client.send(command);
    return {
      enabled: Enabled,
      status: UserStatus,
      created: UserCreateDate,
      changed: UserLastModifiedDate,
      attributes: Object.fromEntries(UserAttributes.map(({ Name = "", Value }) => [Name, Value])),
    };
  } catch (error) {
    if (error instanceof UserNotFoundException) return null;
    throw error;
  }
}
