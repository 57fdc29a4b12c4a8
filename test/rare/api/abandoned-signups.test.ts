import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { beforeAll, expect, test } from "vitest";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { deleteAbandonedUsers } from "#lambdas/events/queues/delete-abandoned-users.ts";
import { deactivateUser, signup } from "#shared/contract/auth.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { queueEvent } from "#test/support/queue-event.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

async function isKnownToProvider(Username: string) {
  const client = new CognitoIdentityProviderClient({});
  const get = new AdminGetUserCommand({ UserPoolId: process.env.USER_POOL_ID ?? "", Username });
  return client.send(get).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UserNotFoundException) return false;
      throw error;
    },
  );
}

/** Deletes the account as TTL does. */
const expire = (userId: string) => api.services.table.send(UserEntity.build(DeleteItemCommand).key({ userId }));

test("the identity provider's user is deleted once the unverified account has expired", async () => {
  const { tokenId } = await people.createUnverifiedAccount();
  const [userId = ""] = tokenId.split(".");
  await api.processEvents();
  expect(await isKnownToProvider(userId)).toBe(true);
  await expire(userId);
  await api.processEvents();
  expect(await isKnownToProvider(userId)).toBe(false);
});

test("the identity provider's user of a failed sign-up is deleted", async () => {
  const { identity } = api.services;
  let registered = "";
  const failing = Object.assign(Object.create(identity), {
    register: async (userId: string, password: string) => {
      registered = userId;
      await identity.register(userId, password);
      throw new Error("The answer was lost");
    },
  });
  await expect(api.call(signup, { body: people.buildForm() }, { identity: failing })).rejects.toThrow("lost");
  expect(await isKnownToProvider(registered)).toBe(true);
  await api.processEvents();
  expect(await isKnownToProvider(registered)).toBe(false);
});

test("the identity provider's users of verified accounts are kept, even if they are closed", async () => {
  const { self, userId } = await people.createSignedInAccount();
  await api.call(deactivateUser, { ...self, body: { userPassword: PASSWORD } });
  await api.processEvents();
  expect(await isKnownToProvider(userId)).toBe(true);
});

test("a user is deleted only without an account, even if the queue delivers the message twice", async () => {
  const { tokenId } = await people.createUnverifiedAccount();
  const [userId = ""] = tokenId.split(".");
  const twice = queueEvent([{ userId }, { userId }]);
  const run = () => actAs("delete-abandoned-users", () => deleteAbandonedUsers(twice, api.services));
  expect(await run()).toEqual({ batchItemFailures: [] });
  expect(await isKnownToProvider(userId)).toBe(true);
  await expire(userId);
  expect(await run()).toEqual({ batchItemFailures: [] });
  expect(await isKnownToProvider(userId)).toBe(false);
});
