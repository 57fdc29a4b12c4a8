import fc from "fast-check";
import Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { readArtwork } from "#shared/contract/artwork.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { type Account, createAccounts } from "#test/support/accounts.ts";
import { breaking, Crashed, eachCrash, spoilNetwork } from "#test/support/breaking.ts";
import type { Sent } from "#test/support/event.ts";
import { createGiven } from "#test/support/given.ts";
import { sampledRoutes, type World } from "#test/support/samples.ts";
import { startApi } from "#test/support/start-api.ts";

/** `CALLS=50000 FAULTS=20000 SIGNATURES=2000 ROUNDS=20 npx vitest run test/nightly/api/broken-calls.test.ts` is the long run. */
const CALLS = Number(process.env.CALLS ?? 3_000);
const FAULTS = Number(process.env.FAULTS ?? 1_000);
const SIGNATURES = Number(process.env.SIGNATURES ?? 500);
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const WRITERS = 64;
const LANES = 6;
const HOURS = 4 * 60 * 60 * 1000;

const row = (what: string, failures: number) => console.log(`| ${what} | ${failures} |`);

let world: World;

beforeAll(async () => {
  const api = await startApi();
  world = { api, people: createAccounts(api), given: createGiven(api) };
});

/** Values that often break programs, and arbitrary JSON. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, "", " ", "\u0000", "\ud800", "%00", "__proto__", "../../etc/passwd", "'; --", "1e309", "-0", "NaN"],
    ...[-1, 0.5, 2 ** 53, Number.MAX_VALUE, true, [], {}, [[[]]], "a".repeat(10_000), "\u202eexe", "🏴‍☠️".repeat(500)],
  ),
  fc.jsonValue(),
);

type Part = "params" | "query" | "body" | "headers";

/** A call with one value changed, removed or added, or with another body. */
function spoil(sent: Sent, part: Part, nth: number, value: unknown): Sent {
  const values = sent[part] as Readonly<Record<string, unknown>> | undefined;
  if (part === "body" && (typeof values !== "object" || values === null || nth === 0)) {
    return { ...sent, body: typeof value === "string" ? value : JSON.stringify(value) };
  }
  const further = { params: [], body: [], query: ["cursor", "limit"], headers: ["idempotency-key", "cookie"] }[part];
  const names = [...Object.keys(values ?? {}), ...further];
  const name = names[nth % names.length];
  if (name === undefined) return sent;
  const text = String(typeof value === "object" ? JSON.stringify(value) : value);
  // A URL can't contain half a surrogate pair.
  const changed = part === "body" ? value : text.toWellFormed();
  return { ...sent, [part]: { ...values, [name]: changed } };
}

test(
  `${CALLS} malformed calls of all routes are answered, none with a 500`,
  async () => {
    const { api, people } = world;
    let subject = await people.createSignedInAccount();
    const routes = sampledRoutes();
    const samples = new Map<string, Sent>();
    const failures: unknown[] = [];
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.nat(routes.length - 1),
        fc.constantFrom<Part>("params", "query", "body", "body", "headers"),
        fc.nat(12),
        hostile,
        async (which, part, nth, value) => {
          const { area, name, route, sample } = routes[which] as (typeof routes)[number];
          const key = `${area} ${name}`;
          const valid = samples.get(key) ?? (await sample.of(world, subject));
          samples.set(key, valid);
          const sent = spoil(valid, part, nth, value);
          const { status } = await api
            .call(route, { ...sent, token: subject.token })
            .catch((error: unknown) => ({ status: String(error) }));
          if (typeof status === "string" || (status >= 500 && status !== 503)) {
            failures.push({ key, part, value, status, valid });
          } else counts.set(status, (counts.get(status) ?? 0) + 1);
          // A call that wasn't malformed after all may have ended the account or its session.
          if ((sample.spends && Number(status) < 400) || (status === 401 && route.access !== "public")) {
            subject = await people.createSignedInAccount();
            samples.clear();
          }
        },
      ),
      { numRuns: CALLS, endOnFailure: true },
    );
    const statuses = [...counts].sort().map(([status, count]) => `${count} × ${status}`);
    row(`${CALLS} malformed calls of ${routes.length} routes: ${statuses.join(", ")}`, failures.length);
    expect(failures).toEqual([]);
  },
  HOURS,
);

test(
  "a call that crashed around any service call is answered as declared when it is repeated",
  async () => {
    const { api, people } = world;
    const failures: unknown[] = [];
    let faults = 0;
    for (const { area, name, route, sample } of sampledRoutes()) {
      if (sample.spends || route.access === "public") continue;
      const subject: Account = await people.createSignedInAccount();
      faults += await eachCrash(async (nth, when) => {
        const sent = { ...(await sample.of(world, subject)), token: subject.token };
        const { instead, crashed } = breaking(api, nth, when);
        const first = await api.call(route, sent, instead).catch((error: unknown) => {
          if (!(error instanceof Crashed)) failures.push({ area, name, nth, when, error: String(error) });
        });
        if (!crashed()) return false;
        const again = await api.call(route, sent).catch((error: unknown) => ({ status: String(error) }));
        if (typeof again.status === "string" || again.status >= 500) {
          failures.push({ area, name, nth, when, first: first?.status, again: again.status });
        }
        return true;
      });
    }
    row(`${faults} faults, one at each call to a service of each signed-in route`, failures.length);
    expect(failures).toEqual([]);
  },
  HOURS,
);

test(
  `${FAULTS} faults of the AWS SDK change no response, because the second attempt succeeds`,
  async () => {
    const { api, people } = world;
    const routes = sampledRoutes();
    const network = spoilNetwork();
    const expected = new Map<object, number>();
    const failures: unknown[] = [];
    let [started, met] = [0, 0];
    const prepare = async ({ route, sample }: (typeof routes)[number]) => {
      const subject = await people.createSignedInAccount();
      const sent = { ...(await sample.of(world, subject)), token: subject.token };
      return () => api.call(route, sent);
    };
    while (met < FAULTS) {
      const calls: Promise<unknown>[] = [];
      for (let lane = 0; lane < LANES; lane++) {
        const called = routes[started++ % routes.length] as (typeof routes)[number];
        const { area, name, route } = called;
        if (!expected.has(route)) expected.set(route, (await (await prepare(called))()).status);
        const call = await prepare(called);
        const faults: string[] = [];
        const answer = network.run(faults, call).then(({ status }) => status, String);
        calls.push(
          answer.then((status) => {
            met += faults.length;
            if (status !== expected.get(route)) failures.push({ area, name, faults, status });
          }),
        );
      }
      await Promise.all(calls);
    }
    row(`${met} faults of AWS's SDK`, failures.length);
    expect(failures).toEqual([]);
  },
  HOURS,
);

test(
  `${SIGNATURES} forged webhook messages of the payment provider are refused`,
  async () => {
    const { api } = world;
    const secret = api.stripe.keys.webhookSecret;
    const payload = JSON.stringify({ id: "evt_1", object: "event", type: "payment_intent.succeeded", data: {} });
    const failures: unknown[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.constantFrom(..."0123456789abcdef"),
        fc.constantFrom("body", "signature", "time", "key"),
        async (at, digit, how) => {
          const timestamp = Math.floor(Date.now() / 1000) - (how === "time" ? 301 + (at % 10_000) : 0);
          const key = how === "key" ? `whsec_${digit}${at}` : secret;
          const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp });
          const replace = (text: string, from: number) => {
            const place = from + (at % (text.length - from));
            const other = text[place] === digit ? (digit === "0" ? "1" : "0") : digit;
            return `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
          };
          const body = how === "body" ? replace(payload, 0) : payload;
          const signature = how === "signature" ? replace(header, header.indexOf("v1=") + 3) : header;
          const { status } = await api.call(receiveEvent, { body, headers: { "stripe-signature": signature } });
          if (status !== 400) failures.push({ how, at, digit, status });
        },
      ),
      { numRuns: SIGNATURES, endOnFailure: true },
    );
    row(`${SIGNATURES} forged webhooks`, failures.length);
    expect(failures).toEqual([]);
  },
  HOURS,
);

test(
  `${WRITERS} concurrent writers of a counter lose no increment`,
  async () => {
    const { api, given } = world;
    const { artworkId } = await given.artwork((await given.user()).userId);
    const network = spoilNetwork();
    let lost = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const fans = await Promise.all(Array.from({ length: WRITERS }, () => given.user()));
      const calls = fans.map(({ userId }, nth) => {
        const call = () => api.call(addFavorite, { as: userId, params: { artworkId } });
        // A few on a bad network: the SDK retries no more of a process's calls than its quota.
        return nth % 16 === 0 ? network.run([], call) : call();
      });
      const kept = (await Promise.all(calls)).filter(({ status }) => status === 204).length;
      await api.processEvents();
      const { body } = await api.call(readArtwork, { params: { artworkId } });
      lost += WRITERS * round - body.artwork.favorites + (WRITERS - kept);
    }
    row(`${ROUNDS} × ${WRITERS} writers at once on a counter`, lost);
    expect(lost).toBe(0);
  },
  HOURS,
);
