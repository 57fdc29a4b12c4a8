import { beforeAll, expect, test } from "vitest";
import { changeEmail, changePassword, refreshToken, verifyToken } from "#shared/contract/auth.ts";
import { readSettings } from "#shared/contract/users.ts";
import { accountsIn, PASSWORD, withJid } from "#test/support/accounts.ts";
import { breaking, Died, eachDeath } from "#test/support/breaking.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let people: ReturnType<typeof accountsIn>;

beforeAll(async () => {
  api = await startApi();
  people = accountsIn(api);
});

const NEXT = "a better password";
const body = { userCurrent: PASSWORD, userPassword: NEXT, userConfirm: NEXT };
const isPassword = async (userId: string, password: string) =>
  typeof (await api.services.identity.logIn(userId, password)) !== "string";

/** An account with a second session and a change of e-mail that waits. */
async function attacked() {
  const account = await people.signedIn();
  const other = await people.logIn(account.userUsername);
  const userEmail = `wish.of.${account.userUsername}@ochre.test`;
  await api.call(changeEmail, { ...account.self, body: { userCurrent: PASSWORD, userEmail } });
  const verify = async () =>
    (await api.call(verifyToken, { params: { tokenId: people.tokenMailedTo(userEmail) } })).status;
  const otherStatuses = async () => [
    (await api.call(readSettings, { ...account.self, token: other.token })).status,
    (await api.call(refreshToken, withJid(other.jid))).status,
  ];
  return { ...account, verify, otherStatuses };
}

test("a change of password that dies at any call leaves the old password, or the new one without other sessions", async () => {
  const left = { old: 0, next: 0 };
  const deaths = await eachDeath(async (nth, when) => {
    const account = await attacked();
    const { instead, died } = breaking(api, nth, when);
    const run = api.call(changePassword, { ...account.self, body }, instead);
    if (!(await run.then(() => false, isDeath))) expect((await run).status).toBe(200);
    if (await isPassword(account.userId, NEXT)) {
      left.next++;
      expect([nth, when, ...(await account.otherStatuses())]).toEqual([nth, when, 401, 401]);
      expect([nth, when, await account.verify()]).toEqual([nth, when, 410]);
    } else {
      left.old++;
      expect([nth, when, await isPassword(account.userId, PASSWORD)]).toEqual([nth, when, true]);
    }
    return died();
  });
  expect(deaths).toBeGreaterThan(15);
  expect([left.old, left.next].every((count) => count > 3)).toBe(true);
});

const isDeath = (error: unknown) => {
  if (error instanceof Died) return true;
  throw error;
};
