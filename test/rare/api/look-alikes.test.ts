import { beforeAll, expect, test } from "vitest";
import { signup, verifyToken } from "#shared/contract/auth.ts";
import { updateUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  people = createAccounts(api);
});

const sign = (userUsername: string) => api.call(signup, { body: people.buildForm({ userUsername }) });

test("a username that looks like a verified account's is refused", async () => {
  await people.createVerifiedAccount({ userUsername: "Modern_l0ve" });
  for (const name of ["modem_love", "Modern_lOve", "MODERN_L0VE", "modern__10ve"]) {
    const { status, failure } = await sign(name);
    expect([name, status, failure.fields]).toEqual([name, 409, { userUsername: MESSAGES.usernameTaken }]);
  }
  for (const name of ["modern_love2", "modern.love", "modern_lave"]) expect((await sign(name)).status).toBe(201);
});

test("a username that looks like an unverified account's is accepted, and both can be verified", async () => {
  const first = await people.createUnverifiedAccount({ userUsername: "picasso_1" });
  const second = await people.createUnverifiedAccount({ userUsername: "picasso_l" });
  for (const { tokenId } of [first, second]) {
    expect((await api.call(verifyToken, { params: { tokenId } })).status).toBe(200);
  }
  expect((await sign("picasso_I")).status).toBe(409);
});

test("a full name with invisible characters or direction overrides is refused", async () => {
  const { self } = await people.createSignedInAccount();
  for (const userName of ["Ada\u202Eecruos", "Ada\u200B", "\u3164"]) {
    const { status, failure } = await api.call(updateUser, { ...self, body: { userName } });
    expect([status, failure.fields]).toEqual([400, { userName: MESSAGES.invalid }]);
  }
});
