import { beforeAll, describe, expect, test } from "vitest";
import { changePassword, deactivateUser, login, logout } from "#shared/contract/auth.ts";
import { type Route, requiresToken } from "#shared/route.ts";
import { type Account, createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { ROLES, type Role, type Subject, sampledRoutes, type World } from "#test/support/samples.ts";
import { startApi } from "#test/support/start-api.ts";

let world: World;
let strangers: Readonly<Record<"signedIn" | "otherUser", Account>>;

beforeAll(async () => {
  const api = await startApi();
  world = { api, people: createAccounts(api), given: createGiven(api) };
  const [signedIn, otherUser] = [
    await world.people.createSignedInAccount(),
    await world.people.createSignedInAccount(),
  ];
  await world.given.artwork(otherUser.userId);
  strangers = { signedIn, otherUser };
});

/** Expected status by role, from the contract's `access`. A closed account's token is refused, also for reads. */
function getExpected({ access, optionalAuth, status }: Route): Record<Role, number> {
  const all = Object.fromEntries(ROLES.map((role) => [role, status])) as Record<Role, number>;
  if (access === "public") return { ...all, ...(optionalAuth ? { deactivated: 401 } : {}) };
  if (access === "operator") return Object.fromEntries(ROLES.map((role) => [role, 404])) as Record<Role, number>;
  const others = access === "self" ? { signedIn: 403, otherUser: 403 } : {};
  return { ...all, visitor: 401, unverified: 401, ...others, deactivated: 401 };
}

type Sample = ReturnType<typeof sampledRoutes>[number]["sample"];

/** Prepares the call's requirements and calls it in a role. */
async function cell(route: Route, role: Role, sample: Sample, subject: Account) {
  const { api, people } = world;
  if (role === "unverified" && route.access === "public") {
    const account = await people.createUnverifiedAccount();
    const newcomer: Subject = { ...account, userId: account.tokenId.split(".")[0] ?? "" };
    return (await api.call(route, await sample.of(world, newcomer))).status;
  }
  const sent = await sample.of(world, subject);
  if (role === "deactivated") {
    const closed = await api.call(deactivateUser, { ...subject.self, body: { userPassword: PASSWORD } });
    expect(closed.status).toBe(200);
  }
  // A logout would end the session that other routes use.
  const token = route === logout ? undefined : findToken(role, subject);
  return (await api.call(route, { ...sent, token })).status;
}

/** An unverified account gets no token, so it calls like a visitor. */
function findToken(role: Role, subject: Account): string | undefined {
  if (role === "visitor" || role === "unverified") return undefined;
  return role === "signedIn" || role === "otherUser" ? strangers[role].token : subject.token;
}

test("an unverified account gets no token", async () => {
  const { userUsername } = await world.people.createUnverifiedAccount();
  const reply = await world.api.call(login, { body: { userUsername, userPassword: PASSWORD } });
  expect([reply.status, reply.cookies, reply.body.accessToken]).toEqual([403, [], undefined]);
});

const signedInRoutes = sampledRoutes().filter(({ route }) => requiresToken(route) || route.optionalAuth);

describe("a session", () => {
  let ended: Readonly<Record<"by a new password" | "by a log-out", Account>>;

  beforeAll(async () => {
    const { api, people } = world;
    const [changed, out] = [await people.createSignedInAccount(), await people.createSignedInAccount()];
    const next = { userPassword: "a better password", userConfirm: "a better password" };
    await api.call(changePassword, { ...changed.self, body: { userCurrent: PASSWORD, ...next } });
    await api.call(logout, withJid(out.jid));
    ended = { "by a new password": changed, "by a log-out": out };
  });

  test.each(signedInRoutes)("that has ended gets 401 from $area $name", async ({ route, sample }) => {
    for (const [how, account] of Object.entries(ended)) {
      // Another user's resources: the session is checked first.
      const sent = await sample.of(world, strangers.otherUser);
      const params = { ...sent.params, ...(route.access === "self" ? { userId: account.userId } : {}) };
      const { status, failure } = await world.api.call(route, { ...sent, params, token: account.token });
      expect([how, status, failure.code]).toEqual([how, 401, "unauthenticated"]);
    }
  });
});

test.each(sampledRoutes())(
  "$area $name answers each role with the status of the contract",
  async ({ route, sample }) => {
    const actual: Partial<Record<Role, number>> = {};
    let subject = await world.people.createSignedInAccount();
    for (const role of ROLES) {
      actual[role] = await cell(route, role, sample, subject);
      if (sample.spends) subject = await world.people.createSignedInAccount();
    }
    expect(actual).toEqual({ ...getExpected(route), ...sample.but });
  },
);
