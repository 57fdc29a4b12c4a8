import * as z from "zod/mini";
import { adminOperation, CallerInput, getCaller, publicOperation, type Service, UserInput } from "./operation.ts";
import { attributeList, describeUser, type User } from "./users.ts";

export const GetUser = publicOperation(z.object(CallerInput), async ({ AccessToken }, service) => {
  const { user } = await getCaller(AccessToken, service);
  return { Username: user.username, UserAttributes: attributeList(user) };
});

export const DeleteUser = publicOperation(z.object(CallerInput), async ({ AccessToken }, service) => {
  service.users.remove((await getCaller(AccessToken, service)).user);
  return {};
});

export const AdminGetUser = onUser((user) => describeUser(user, "UserAttributes"));

const MAX_LISTED = 60;

/** Cognito documents no order; the schema refuses a filter. */
export const ListUsers = adminOperation(
  z.strictObject({
    UserPoolId: UserInput.UserPoolId,
    Limit: z.optional(z.number().check(z.gte(0), z.lte(MAX_LISTED))),
    PaginationToken: z.optional(z.string()),
  }),
  async ({ UserPoolId, Limit = MAX_LISTED, PaginationToken = "" }, { pools, users }) => {
    const { poolId } = pools.byId(UserPoolId);
    const names = users.namesAfter(poolId, PaginationToken, Limit);
    return {
      Users: names.map((name) => describeUser(users.get(poolId, name), "Attributes")),
      ...(names.length === Limit ? { PaginationToken: names.at(-1) } : {}),
    };
  },
);

export const AdminDisableUser = onUser((user, { users, sessions }) => {
  users.change(user, { enabled: false });
  sessions.revokeAll(user);
  return {};
});

export const AdminEnableUser = onUser((user, { users }) => {
  users.change(user, { enabled: true });
  return {};
});

export const AdminDeleteUser = onUser((user, { users }) => {
  users.remove(user);
  return {};
});

export const AdminUserGlobalSignOut = onUser((user, { sessions }) => {
  sessions.revokeAll(user);
  return {};
});

export const DescribeUserPool = adminOperation(
  z.object({ UserPoolId: UserInput.UserPoolId }),
  async ({ UserPoolId }, { pools }) => {
    const { poolId, passwordMinLength, autoVerified, adminCreatesUsers } = pools.byId(UserPoolId);
    return {
      UserPool: {
        Id: poolId,
        Name: poolId,
        Policies: { PasswordPolicy: { MinimumLength: passwordMinLength } },
        AutoVerifiedAttributes: autoVerified,
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: adminCreatesUsers ?? false },
        UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ["email"] },
      },
    };
  },
);

function onUser(run: (user: User, service: Service) => object) {
  return adminOperation(z.object(UserInput), async ({ UserPoolId, Username }, service) =>
    run(service.users.get(service.pools.byId(UserPoolId).poolId, Username), service),
  );
}
