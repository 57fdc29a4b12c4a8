import { beforeAll, describe, expect, test } from "vitest";
import { blockAccount, unblockAccount } from "#lambdas/areas/users/block-account.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { handleUnknownRoute } from "#lambdas/platform/runtime/handle-unknown-route.ts";
import {
  listLog,
  previewAccountMails,
  previewArtworkMails,
  previewCaseMails,
  previewOrderMails,
  readCase,
  readOperator,
  releaseCase,
  takeCase,
} from "#shared/contract/admin.ts";
import { deactivateUser, logout } from "#shared/contract/auth.ts";
import { FAILURES } from "#shared/failures.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { OPERATOR_PERMISSIONS, type OperatorPermission } from "#shared/model/operator.ts";
import type { Route } from "#shared/route.ts";
import { type Account, createAccounts, PASSWORD, withJid } from "#test/support/accounts.ts";
import type { Sent } from "#test/support/event.ts";
import { createGiven } from "#test/support/given.ts";
import { createOperators } from "#test/support/operators.ts";
import { sampledRoutes, type World } from "#test/support/samples.ts";
import { startApi } from "#test/support/start-api.ts";

let world: World;
let operators: ReturnType<typeof createOperators>;
let subject: Account;

beforeAll(async () => {
  const api = await startApi();
  world = { api, people: createAccounts(api), given: createGiven(api) };
  operators = createOperators(api, world.people);
  subject = await world.people.createSignedInAccount();
});

const routes = sampledRoutes().filter(({ route }) => route.access === "operator");

const UNKNOWN = handleUnknownRoute({
  path: "/api/nothing",
  switches: { payments: true, discounts: true, dashboard: true, gif: true },
});

/** The answer as bytes and headers, to compare with that of an unknown address. */
async function readAnswer(route: Route, sent: Sent) {
  const { status, failure, headers, cookies } = await world.api.call(route, sent);
  return { statusCode: status, headers, body: JSON.stringify(failure), cookies };
}

/** Names of the fields that a schema refuses. */
const listInvalidFields = (schema: Route["body"], value: object) =>
  schema
    ?.safeParse(value)
    .error?.issues.map((issue: { readonly path: readonly PropertyKey[] }) => issue.path.join("."));

const omit = (...omitted: OperatorPermission[]) => OPERATOR_PERMISSIONS.filter((one) => !omitted.includes(one));

/** The fewest permissions that a route accepts, and the largest sets that it refuses. */
function getPermissions({ permission }: Route) {
  if (permission === undefined) return { fewest: ["support" as const], refused: [] };
  if (typeof permission === "string") return { fewest: [permission], refused: [omit(permission)] };
  if ("anyOf" in permission) return { fewest: permission.anyOf.slice(0, 1), refused: [omit(...permission.anyOf)] };
  return { fewest: permission.allOf, refused: permission.allOf.map((one) => omit(one)) };
}

test("there are operators' routes, all below /api/admin/ and nobody else's", () => {
  expect(routes.length).toBeGreaterThan(1);
  const below = sampledRoutes().filter(({ route }) => route.path.startsWith("/api/admin/"));
  expect(below).toEqual(routes);
});

/** Calls that change nothing for anybody: an operator's own place in the queue, and mails that aren't sent. */
const WITHOUT_EFFECT: readonly Route[] = [
  takeCase,
  releaseCase,
  previewCaseMails,
  previewArtworkMails,
  previewAccountMails,
  previewOrderMails,
];

test.each(routes.filter(({ route }) => route.method !== "GET" && !WITHOUT_EFFECT.includes(route)))(
  "$area $name requires a proof, a reason and an event of the audit log",
  ({ route: { effects, body, audit } }) => {
    expect(effects).toContain("operating");
    expect(listInvalidFields(body, { reason: "\u200b" })).toContain("reason");
    expect(audit).toBeDefined();
  },
);

/** An item of the queue is its own reason. */
const looks = routes.filter(({ route }) => route.method === "GET" && route.audit && route !== readCase);

test.runIf(looks.length > 0).each(looks)("$area $name requires the reason of the look", ({ route: { query } }) => {
  expect(listInvalidFields(query, {})).toContain("reason");
});

describe.each(routes)("$area $name", ({ route, sample }) => {
  let sent: Sent;
  beforeAll(async () => {
    sent = await sample.of(world, subject);
  });

  test("answers everybody else as an unknown address does", async () => {
    const { api, people } = world;
    const [ordinary, ended, closed, former] = [
      await people.createSignedInAccount(),
      await operators.createOperator([...OPERATOR_PERMISSIONS]),
      await operators.createOperator([...OPERATOR_PERMISSIONS], { hasFactor: false }),
      await operators.createOperator([...OPERATOR_PERMISSIONS]),
    ];
    await api.call(logout, withJid(ended.jid));
    await api.call(deactivateUser, { ...closed.self, body: { userPassword: PASSWORD } });
    await operators.permit(former.userId, []);
    const callers: Readonly<Record<string, Sent>> = {
      nobody: {},
      "an invalid token": { token: "not.a.token" },
      "another scheme": { headers: { authorization: "Basic abc" } },
      "an ended session": { token: ended.token },
      "a closed account": { token: closed.token },
      "an ordinary account": { token: ordinary.token },
      "an ordinary account with invalid input": { token: ordinary.token, body: "{", query: { limit: "many" } },
      "a former operator": { token: former.token },
    };
    for (const [caller, credentials] of Object.entries(callers)) {
      const answer = await readAnswer(route, { ...sent, ...credentials });
      expect({ caller, ...answer }).toEqual({ caller, ...UNKNOWN, cookies: [] });
    }
  });

  test("refuses an operator without a second factor", async () => {
    const { token } = await operators.createOperator(getPermissions(route).fewest, { hasFactor: false });
    const { status, failure } = await world.api.call(route, { ...sent, token });
    expect([status, failure.code]).toEqual([403, "second_factor_missing"]);
  });

  const { permission } = route;
  test.runIf(permission)("refuses an operator with every other permission, before the input is read", async () => {
    for (const permissions of getPermissions(route).refused) {
      const { token } = await operators.createOperator(permissions);
      for (const query of [{}, { limit: "many" }]) {
        const { status, failure } = await world.api.call(route, { ...sent, token, query: { ...sent.query, ...query } });
        expect([status, failure.code]).toEqual([403, "forbidden"]);
      }
    }
  });

  test("answers an operator with the permission, until it is revoked", async () => {
    const account = await operators.createOperator(getPermissions(route).fewest);
    const fresh = sample.spends ? await sample.of(world, await world.people.createSignedInAccount()) : sent;
    expect((await world.api.call(route, { ...fresh, token: account.token })).status).toBe(route.status);
    await operators.permit(account.userId, getPermissions(route).refused[0] ?? []);
    const { status } = await world.api.call(route, { ...sent, token: account.token });
    expect(status).toBe(permission ? 403 : 404);
  });

  test.runIf(route.effects)("requires a proof of the last ten minutes", async () => {
    const { api } = world;
    const account = await operators.createOperator(getPermissions(route).fewest, { isProven: false });
    const callUnproven = async () => (await api.call(route, { ...sent, token: account.token })).failure.code;
    expect(await callUnproven()).toBe("proof_required");
    await operators.prove(account);
    api.travel(LIFETIMES.factorProof + 1);
    expect(await callUnproven()).toBe("proof_required");
  });
});

test("other methods of an operators' route answer as an unknown address does", () => {
  const switches = { payments: true, discounts: true, dashboard: true, gif: true };
  for (const { route } of routes)
    expect(handleUnknownRoute({ path: route.path.replace(/\{\w+\}/g, "1"), switches })).toEqual(UNKNOWN);
  expect(UNKNOWN.statusCode).toBe(FAILURES.not_found.status);
});

test("an operator's name and permissions are answered", async () => {
  const account = await operators.createOperator(["support", "finance"]);
  const { body } = await world.api.call(readOperator, { token: account.token });
  expect(body).toEqual({ name: account.userUsername, permissions: ["support", "finance"] });
});

test("blocking an account ends its permissions for good", async () => {
  const { services: ours } = world.api;
  const services = { ...ours, withheldPreviews: ours.licensedPreviews };
  const { userId } = await operators.createOperator(["support"]);
  const user = await findUser(services.table, userId);
  if (!user) throw new Error("No account");
  await blockAccount(services, user, { at: services.now(), reason: "Copies", rule: "Copyright law" });
  await unblockAccount(services, user, "Checked");
  expect((await findUser(services.table, userId))?.operatorPermissions).toBeUndefined();
});

describe("the log", () => {
  test("lists entries newest first, page by page, by who, what, whom and when", async () => {
    const { api, people } = world;
    const { token } = await operators.createOperator(["support"]);
    const account = await people.createSignedInAccount();
    for (let count = 0; count < 3; count++) api.travel(1);
    await people.logIn(account.userUsername);
    const list = async (query: Record<string, unknown>) =>
      (await api.call(listLog, { token, query: { reason: "security", ...query } })).body;
    const events = (page: Awaited<ReturnType<typeof list>>) => page.items.map(({ event }) => event);
    const all = ["session.begin", "session.begin", "account.verify", "account.signup"];
    expect(events(await list({ who: account.userUsername }))).toEqual(all);
    expect(events(await list({ who: account.userId, event: "account" }))).toEqual(all.slice(2));
    const first = await list({ who: account.userId, limit: 3 });
    const second = await list({ who: account.userId, limit: 3, cursor: first.cursor });
    expect([events(first), first.hasMore, events(second), second.hasMore]).toEqual([
      all.slice(0, 3),
      true,
      all.slice(3),
      false,
    ]);
    expect(first.items[0]).toMatchObject({ actor: { id: account.userId, name: account.userUsername } });
    const everything = await list({ limit: 50 });
    const times = everything.items.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(events(await list({ who: account.userId, start: "2020-01-01", end: "2020-01-31" }))).toEqual([]);
    expect(events(await list({ who: "nobody.here" }))).toEqual([]);
  });

  test("walks all entries in pages, each once", async () => {
    const { api } = world;
    const { token } = await operators.createOperator(["support"]);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, unknown> = {
        reason: "security",
        limit: 7,
        event: "account",
        ...(cursor ? { cursor } : {}),
      };
      const page = (await api.call(listLog, { token, query })).body;
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.hasMore ? page.cursor : null;
    } while (cursor);
    const whole = (await api.call(listLog, { token, query: { reason: "security", limit: 50, event: "account" } })).body;
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.slice(0, 50)).toEqual(whole.items.map(({ id }) => id));
  });

  test("is for those who work with people or money, and has who read it, about whom and why", async () => {
    const { api, people } = world;
    const { userId } = await people.createSignedInAccount();
    const query = { target: userId, reason: "legal_request" } as const;
    const curator = await operators.createOperator(["curation"]);
    expect((await api.call(listLog, { token: curator.token, query })).status).toBe(403);
    const reader = await operators.createOperator(["finance"]);
    expect((await api.call(listLog, { token: reader.token, query: {} as never })).failure.fields).toMatchObject({
      reason: MESSAGES.required,
    });
    await api.call(listLog, { token: reader.token, query });
    const { items } = (await api.call(listLog, { token: reader.token, query: { ...query, event: "log.read" } })).body;
    expect(items).toMatchObject([{ who: reader.userId, target: userId, reason: "legal_request", outcome: "done" }]);
  });

  test("finds an operator's entry by operator and by target, with its reason", async () => {
    const { api, people } = world;
    const { token, userId: who } = await operators.createOperator(["support"]);
    const { userId: target } = await people.createSignedInAccount();
    const entry = { at: api.services.now(), who, target, outcome: "done", reason: "Asked by mail" } as const;
    await api.services.audit?.record({ ...entry, event: "operator.revoke" });
    for (const query of [{ who }, { target }, { who, target }, { event: "operator.revoke" }]) {
      const { items } = (await api.call(listLog, { token, query: { reason: "security", ...query } })).body;
      expect(items.filter(({ event, reason }) => reason && event !== "log.read")).toMatchObject([
        { who, target, event: "operator.revoke", reason: "Asked by mail", targetPerson: { id: target } },
      ]);
    }
  });
});
