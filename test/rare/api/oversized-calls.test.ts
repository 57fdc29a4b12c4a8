import { beforeAll, describe, expect, test } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { type Account, createAccounts } from "#test/support/accounts.ts";
import type { Sent } from "#test/support/event.ts";
import { createGiven } from "#test/support/given.ts";
import { sampledRoutes, type World } from "#test/support/samples.ts";
import { startApi } from "#test/support/start-api.ts";

let world: World;
let subject: Account;

beforeAll(async () => {
  const api = await startApi();
  world = { api, people: createAccounts(api), given: createGiven(api) };
  subject = await world.people.createSignedInAccount();
});

/** More bytes than any key of the table can have, valid as letters and as base64url. */
const LONG = "a".repeat(3000);

const HEADERS = ["idempotency-key", "user-agent", "x-forwarded-for", "stripe-signature", "cloudfront-viewer-country"];

const oversizedHeaders = {
  headers: Object.fromEntries(HEADERS.map((name) => [name, LONG])),
  cookies: Object.values(COOKIES).map((name) => `${name}=${LONG}.${LONG}`),
};

/** The call once for each of its texts, with that text oversized. */
function oversizedTexts(value: unknown): unknown[] {
  if (typeof value === "string") return [LONG];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    oversizedTexts(inner).map((text) =>
      Array.isArray(value) ? value.with(Number(name), text) : { ...value, [name]: text },
    ),
  );
}

describe("an oversized call doesn't cause an internal error", () => {
  const routes = sampledRoutes().filter(({ route }) => route.access === "public");

  test.each(routes)("of $area $name", async ({ route, sample }) => {
    const { api } = world;
    const sent = await sample.of(world, subject);
    const { params, query, body, ...others } = sent;
    const calls = [{ ...sent, ...oversizedHeaders }, ...oversizedTexts({ params, query, body })] as Sent[];
    const answers = await Promise.all(calls.map((call) => api.call(route, { ...others, ...call })));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    if (sample.spends) subject = await world.people.createSignedInAccount();
  });
});
