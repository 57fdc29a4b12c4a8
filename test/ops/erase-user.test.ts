import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { login } from "#shared/contract/auth.ts";
import { readSettings, readUser } from "#shared/contract/users.ts";
import { accountsIn, PASSWORD } from "#test/support/accounts.ts";
import { givenIn } from "#test/support/given.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const erase = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", "erase-user", ...words, ...ON_STAGE);

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await startStage();
});

test("takes everything personal of an account at once, and forgets its user", async () => {
  const account = await accountsIn(api).signedIn({ userEmail: "erased@ochre.test" });
  const { userId } = account;
  const { artworkId } = await givenIn(api).artwork(userId);
  const dry = await erase("--user", userId, "--dry-run");
  expect(dry.output).toContain(`This would erase ${userId}, who shows 1 artworks.`);
  expect((await api.call(readSettings, account.self)).status).toBe(200);

  expect(await erase("--user", userId)).toMatchObject({ code: 0, output: `${userId} is erased.\n` });
  await api.follow();
  expect((await api.call(readSettings, account.self)).status).toBe(403);
  expect((await api.call(readUser, { params: { username: account.userUsername } })).status).toBe(404);
  const body = { userUsername: account.userUsername, userPassword: PASSWORD };
  expect((await api.call(login, { body })).status).toBe(401);
  expect((await findArtwork(api.services.table, artworkId))?.deletedAt).toBeDefined();
  const kept = await findUser(api.services.table, userId);
  expect([kept?.email, kept?.fullName]).toEqual(["", ""]);
  expect(await scanTable()).not.toContain("erased@ochre.test");
  expect(await scanTable(process.env.AUDIT_TABLE_NAME)).toContain("account.erase");
  expect(await erase("--user", userId)).toMatchObject({ code: 0 });
});

test.each([
  ["ada", "--user ada is no user's id."],
  ["0198f3a1-0000-7000-8000-000000000001", "There is no account"],
])("%s is refused", async (id, reason) => {
  expect(await erase("--user", id)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
