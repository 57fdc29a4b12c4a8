import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, expect, test } from "vitest";
import { AttemptsEntity } from "#lambdas/platform/throttle/attempts.entity.ts";
import { buildAccountCounter, getWindow } from "#lambdas/platform/throttle/throttle.ts";
import { addFavorite, removeFavorite } from "#shared/contract/favorites.ts";
import { ACCOUNT_THROTTLES } from "#shared/throttles.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { sampledRoutes, type World } from "#test/support/samples.ts";
import { startApi } from "#test/support/start-api.ts";

let world: World;

beforeAll(async () => {
  const api = await startApi();
  world = { api, given: createGiven(api), people: createAccounts(api) };
});

/** Uses up an account's calls of the current window, except for some. */
async function use(userId: string, what: keyof typeof ACCOUNT_THROTTLES, butFor = 0) {
  const { table, now } = world.api.services;
  const { window, endsAt } = getWindow(buildAccountCounter(what, userId), now());
  const count = ACCOUNT_THROTTLES[what].count - butFor;
  await table.send(AttemptsEntity.build(PutItemCommand).item({ window, count, expires: endsAt }));
}

test("a loop of favourites is throttled until the next hour, without affecting others", async () => {
  const { api, given } = world;
  const [artist, fan, other] = [await given.user(), await given.user(), await given.user()];
  const { artworkId } = await given.artwork(artist.userId);
  const favor = (as: string) => api.call(addFavorite, { as, params: { artworkId } });
  const unfavor = (as: string) => api.call(removeFavorite, { as, params: { artworkId } });
  await use(fan.userId, "favorite", 2);
  expect([(await favor(fan.userId)).status, (await unfavor(fan.userId)).status]).toEqual([204, 204]);
  const refused = await favor(fan.userId);
  expect([refused.status, refused.failure.code]).toEqual([429, "too_many_requests"]);
  const { seconds } = ACCOUNT_THROTTLES.favorite;
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(seconds);
  expect((await favor(other.userId)).status).toBe(204);
  api.travel(seconds);
  expect((await favor(fan.userId)).status).toBe(204);
  api.travel(-seconds);
});

test("a malformed call isn't counted", async () => {
  const { api, given } = world;
  const fan = await given.user();
  await use(fan.userId, "favorite", 1);
  expect((await api.call(addFavorite, { as: fan.userId, params: { artworkId: "dunes" } })).status).toBe(400);
  const params = { artworkId: api.services.newId() };
  expect((await api.call(removeFavorite, { as: fan.userId, params })).status).toBe(204);
  expect((await api.call(removeFavorite, { as: fan.userId, params })).status).toBe(429);
});

const bounded = sampledRoutes().flatMap(({ name, route, sample }) =>
  route.throttled ? [[name, route, route.throttled, sample] as const] : [],
);

test.each(bounded)("a loop of %s is throttled", async (_name, route, what, sample) => {
  const subject = await world.people.createSignedInAccount();
  const sent = await sample.of(world, subject);
  await use(subject.userId, what);
  expect((await world.api.call(route, { ...sent, token: subject.token })).status).toBe(429);
});
