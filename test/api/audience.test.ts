import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { describe, expect, test } from "vitest";
import { AudienceEntity } from "#lambdas/areas/audience/audience.entity.ts";
import { VisitsTable } from "#lambdas/areas/audience/visits.entity.ts";
import { listDays } from "#lambdas/platform/runtime/day-range.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { countArtworkView, countProfileView, readArtworkViews, readAudience } from "#shared/contract/audience.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import { addFavorite, removeFavorite } from "#shared/contract/favorites.ts";
import { followArtist, unfollowArtist } from "#shared/contract/follows.ts";
import { AUDIENCE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { VIEW_ALLOWANCE } from "#shared/throttles.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { putOrder } from "#test/support/put-order.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { startApi } from "#test/support/start-api.ts";

const api = await startApi();
const given = createGiven(api);

const DAY_SECONDS = 24 * 60 * 60;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

let addresses = 0;

/** A visitor with a new IP address. */
const visitor = (userAgent = FIREFOX) => {
  addresses += 1;
  return {
    from: `203.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`,
    headers: { "user-agent": userAgent },
  };
};

interface Viewer {
  readonly from: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly token?: string;
}

const viewArtwork = async (artworkId: string, who: Viewer = visitor()) =>
  (await api.call(countArtworkView, { params: { artworkId }, ...who })).status;
const viewProfile = async (userId: string, who: Viewer = visitor()) =>
  (await api.call(countProfileView, { params: { userId }, ...who })).status;

const getAudience = async (as: string, query: Record<string, unknown> = {}) =>
  (await api.call(readAudience, { as, params: { userId: as }, query })).body;
const readToday = async (as: string) => (await getAudience(as)).series.at(-1);

const publishArtwork = async () => {
  const { userId, name } = await given.user();
  return { userId, name, ...(await given.artwork(userId)) };
};

describe("favourites and followers", () => {
  test("count on the day they were made, except those undone and the artist's own", async () => {
    const { userId, name, artworkId } = await publishArtwork();
    const [first, second] = [await given.user(), await given.user()];
    for (const as of [first.userId, second.userId, userId]) await api.call(addFavorite, { as, params: { artworkId } });
    for (const as of [first.userId, second.userId])
      await api.call(followArtist, { as, params: { username: name }, body: {} });
    await api.processEvents();
    expect(await readToday(userId)).toMatchObject({ favorites: 2, followers: 2 });
    api.travel(DAY_SECONDS);
    await api.call(removeFavorite, { as: first.userId, params: { artworkId } });
    await api.call(unfollowArtist, { as: first.userId, params: { username: name } });
    await api.call(unfollowArtist, { as: first.userId, params: { username: name } });
    await api.processEvents();
    expect((await getAudience(userId)).series.slice(-2)).toMatchObject([
      { favorites: 1, followers: 1 },
      { favorites: 0, followers: 0 },
    ]);
    expect((await getAudience(userId)).best).toMatchObject([{ favorites: 1, views: 0 }]);
  });

  test("count once, even if the stream delivers them again", async () => {
    const { userId, artworkId } = await publishArtwork();
    await api.call(addFavorite, { as: (await given.user()).userId, params: { artworkId } });
    await api.processEvents({ times: 3 });
    expect(await readToday(userId)).toMatchObject({ favorites: 1 });
  });
});

describe("a view", () => {
  test("counts once per visitor, day and artwork", async () => {
    const { userId, artworkId } = await publishArtwork();
    const [one, another] = [visitor(), visitor()];
    for (const who of [one, one, another, one]) expect(await viewArtwork(artworkId, who)).toBe(204);
    expect(await readToday(userId)).toMatchObject({ views: 2, profileViews: 0 });
    const other = await given.artwork(userId);
    await viewArtwork(other.artworkId, one);
    const { series, best } = await getAudience(userId);
    expect(series.at(-1)).toMatchObject({ views: 3 });
    expect(best.map(({ artwork, views }) => [artwork.artworkId, views])).toEqual([
      [artworkId, 2],
      [other.artworkId, 1],
    ]);
  });

  test("counts again on the next day", async () => {
    const { userId, artworkId } = await publishArtwork();
    const who = visitor();
    await viewArtwork(artworkId, who);
    api.travel(DAY_SECONDS);
    for (let time = 0; time < 2; time++) await viewArtwork(artworkId, who);
    expect((await getAudience(userId)).series.slice(-2).map(({ views }) => views)).toEqual([1, 1]);
  });

  test("of an artist's profile is counted apart from artwork views", async () => {
    const { userId, artworkId } = await publishArtwork();
    const who = visitor();
    for (let time = 0; time < 2; time++) expect(await viewProfile(userId, who)).toBe(204);
    await viewArtwork(artworkId, who);
    expect(await readToday(userId)).toMatchObject({ views: 1, profileViews: 1 });
  });

  test("from one IP address counts once per user agent, up to a limit", async () => {
    const { userId, artworkId } = await publishArtwork();
    const { from } = visitor();
    for (const userAgent of [FIREFOX, SAFARI])
      await viewArtwork(artworkId, { from, headers: { "user-agent": userAgent } });
    expect(await readToday(userId)).toMatchObject({ views: 2 });
    for (let nth = 0; nth < 150; nth++) {
      await viewArtwork(artworkId, { from, headers: { "user-agent": `${FIREFOX} ${nth}` } });
    }
    expect(await readToday(userId)).toMatchObject({ views: AUDIENCE.perAddress });
  });

  test("by the artist doesn't count, one by another signed-in user does", async () => {
    const [artist, fan] = [await given.member(), await given.member()];
    const { artworkId } = await given.artwork(artist.userId);
    for (const { token } of [artist, fan]) {
      expect(await viewArtwork(artworkId, { ...visitor(), token })).toBe(204);
      expect(await viewProfile(artist.userId, { ...visitor(), token })).toBe(204);
    }
    expect(await readToday(artist.userId)).toMatchObject({ views: 1, profileViews: 1 });
  });

  test.each([
    ["a search engine's robot", GOOGLEBOT],
    ["a messenger that shows a preview", "WhatsApp/2.23.20.0 A"],
    ["a script", "curl/8.5.0"],
    ["a client without a user agent", ""],
  ])("of %s doesn't count", async (_who, userAgent) => {
    const { userId, artworkId } = await publishArtwork();
    expect(await viewArtwork(artworkId, visitor(userAgent))).toBe(204);
    expect(await readToday(userId)).toMatchObject({ views: 0 });
  });

  test("of a hidden, deleted or unknown artwork or an unknown artist is refused", async () => {
    const { userId, artworkId } = await publishArtwork();
    await api.call(updateArtwork, { as: userId, params: { artworkId }, body: { artworkVisibility: "invisible" } });
    const deleted = await given.artwork(userId);
    await api.call(deleteArtwork, { as: userId, params: deleted });
    for (const id of [artworkId, deleted.artworkId, api.services.newId()]) expect(await viewArtwork(id)).toBe(404);
    expect(await viewProfile(api.services.newId())).toBe(404);
    expect([await viewArtwork("a-work"), await viewProfile("an-artist")]).toEqual([400, 400]);
    expect(await readToday(userId)).toMatchObject({ views: 0, profileViews: 0 });
  });

  test("is refused above the rate limit per IP address", async () => {
    const { artworkId } = await publishArtwork();
    const who = visitor();
    const statuses = new Set<number>();
    // The rate limit refills while the test runs.
    for (let nth = 0; nth <= 4 * VIEW_ALLOWANCE.amount && !statuses.has(429); nth++)
      statuses.add(await viewArtwork(artworkId, who));
    expect([...statuses]).toEqual([204, 429]);
    expect(await viewArtwork(artworkId)).toBe(204);
    api.travel(VIEW_ALLOWANCE.seconds);
    expect(await viewArtwork(artworkId, who)).toBe(204);
  });
});

describe("the stored visits", () => {
  const visitsTable = () => VisitsTable.getName();
  const visits = async () =>
    (JSON.parse(await scanTable(visitsTable())) as Record<string, { S?: string; N?: string }>[]).filter(
      ({ pk }) => pk?.S !== "KEY",
    );

  test("name neither visitor nor page, and differ between pages and days", async () => {
    const artist = await given.member();
    const fan = await given.member();
    const [first, second] = [await given.artwork(artist.userId), await given.artwork(artist.userId)];
    const who = { ...visitor(), token: fan.token };
    const existing = new Set((await visits()).map(({ pk }) => pk?.S));
    const marketplace = await scanTable();
    for (const { artworkId } of [first, second]) await viewArtwork(artworkId, who);
    await viewProfile(artist.userId, who);
    api.travel(DAY_SECONDS);
    await viewArtwork(first.artworkId, who);

    const fresh = (await visits()).filter(({ pk }) => !existing.has(pk?.S));
    expect(fresh).toHaveLength(4);
    expect(new Set(fresh.map(({ pk }) => pk?.S)).size).toBe(4);
    for (const item of fresh) {
      expect(Object.keys(item).sort()).toEqual(["pk", "sk", "ttl"]);
      // All visits of a day share one TTL, so that it doesn't reveal their order.
      expect(Number(item.ttl?.N) % DAY_SECONDS).toBe(0);
    }
    const stored = JSON.stringify(await visits());
    for (const trace of [who.from, FIREFOX, fan.userId, artist.userId, first.artworkId]) {
      expect(stored).not.toContain(trace);
    }
    // The marketplace table gains nothing but counts, which hold no visitor's data.
    const added = (JSON.parse(await scanTable()) as object[])
      .map((item) => JSON.stringify(item))
      .filter((item) => !marketplace.includes(item));
    expect(added.length).toBeGreaterThan(0);
    for (const item of added) {
      expect(item).toContain(`"AUDIENCE#${artist.userId}"`);
      for (const trace of [who.from, "Firefox", fan.userId]) expect(item).not.toContain(trace);
    }
  });

  test("are hashed with a key that the next day's key replaces", async () => {
    const { artworkId } = await publishArtwork();
    const listKeys = async () => (await scanTable(visitsTable())).match(/"key":\{"S":"([\w-]{43})"\}/g) ?? [];
    await viewArtwork(artworkId);
    const keys = await listKeys();
    api.travel(DAY_SECONDS);
    await viewArtwork(artworkId);
    const next = await listKeys();
    expect([keys.length, next.length]).toEqual([1, 1]);
    expect(next).not.toEqual(keys);
  });
});

describe("capacity units", () => {
  const measureUnits = async (work: () => Promise<unknown>) => {
    const { readUnits, unitsByCommand } = await meter(work);
    const { UpdateItemCommand: counts = 0, PutItemCommand: visits = 0 } = unitsByCommand;
    return { read: readUnits - counts - visits, counts, visits };
  };

  test("a first view takes two write units, a bot's none", async () => {
    const { artworkId } = await publishArtwork();
    await viewArtwork(artworkId);
    const who = visitor();
    expect(await measureUnits(() => viewArtwork(artworkId, who))).toEqual({ read: 0.5, counts: 1, visits: 1 });
    // A failed conditional write costs a unit too, but DynamoDB doesn't report it.
    expect(await measureUnits(() => viewArtwork(artworkId, who))).toMatchObject({ read: 0.5, counts: 0 });
    expect(await measureUnits(() => viewArtwork(artworkId, visitor(GOOGLEBOT)))).toEqual({
      read: 0.5,
      counts: 0,
      visits: 0,
    });
  });

  test.each([
    [30, 4],
    [366, 24],
  ])("%i days of thirty works viewed daily take few queries", async (days, most) => {
    const { userId } = await given.user();
    const end = new Date("2026-03-20");
    const start = new Date(end.getTime() - (days - 1) * DAY_SECONDS * 1000);
    const months = new Set(listDays({ from: start, to: end }).map((day) => day.slice(0, 7)));
    const full = Object.fromEntries(
      Array.from({ length: 31 }, (_, nth) => [`views${String(nth + 1).padStart(2, "0")}`, 120]),
    );
    for (const month of months) {
      for (let nth = 0; nth < 30; nth++) {
        const counts = { artistId: userId, place: `${month}#${api.services.newId()}`, ...full };
        await api.services.table.send(AudienceEntity.build(PutItemCommand).item(counts));
      }
    }
    const [first, last] = [start, end].map((moment) => moment.toISOString().slice(0, 10));
    const { result, unitsByCommand } = await meter(() => getAudience(userId, { start: first, end: last }));
    expect(result.series[0]).toMatchObject({ day: first, views: 30 * 120 });
    expect(unitsByCommand.QueryCommand).toBeLessThanOrEqual(most);
  });
});

describe("the audience", () => {
  test("has the views, sales and earnings of each day and artwork", async () => {
    const { userId, artworkId } = await publishArtwork();
    const [buyer, other] = [await given.user(), await given.user()];
    await putOrder(api, { buyerId: buyer.userId, sellerId: userId, artworkId, price: 1000, at: api.services.now() });
    await putOrder(api, { buyerId: other.userId, sellerId: userId, artworkId, price: 0, at: api.services.now() });
    await viewArtwork(artworkId);
    const { orderEarned: earned } = computeFees(1000);
    expect(await readToday(userId)).toMatchObject({ views: 1, sales: 2, earned });
    expect((await getAudience(userId)).best).toMatchObject([{ views: 1, sales: 2, earned }]);
  });

  test("has a point for every day of a range, also across months, and refuses a range that is too long", async () => {
    const { userId } = await publishArtwork();
    const { series, start, end } = await getAudience(userId, { start: "2026-01-30", end: "2026-03-02" });
    expect([start, end, series.length]).toEqual(["2026-01-30", "2026-03-02", 32]);
    expect((await getAudience(userId)).series).toHaveLength(30);
    const refused = await api.call(readAudience, {
      as: userId,
      params: { userId },
      query: { start: "2025-01-01", end: "2026-01-02" },
    });
    expect([refused.status, refused.failure.fields]).toEqual([400, { start: MESSAGES.rangeTooLong }]);
  });

  test("drops deleted artwork from the best, but keeps its views in the series", async () => {
    const { userId, artworkId } = await publishArtwork();
    await viewArtwork(artworkId);
    await api.call(deleteArtwork, { as: userId, params: { artworkId } });
    const { series, best } = await getAudience(userId);
    expect([series.at(-1)?.views, best]).toEqual([1, []]);
  });

  test("shows the best of a range first, eight at most", async () => {
    const { userId } = await given.user();
    const works: string[] = [];
    for (let nth = 0; nth < AUDIENCE.best + 1; nth++) works.push((await given.artwork(userId)).artworkId);
    for (const artworkId of works) await viewArtwork(artworkId);
    for (let time = 0; time < 2; time++) await viewArtwork(works[5] ?? "");
    const { best } = await getAudience(userId);
    expect(best).toHaveLength(AUDIENCE.best);
    expect([best[0]?.artwork.artworkId, best[0]?.views]).toEqual([works[5], 3]);
  });

  test("is shown to its artist only, and so are an artwork's views", async () => {
    const { userId, artworkId } = await publishArtwork();
    const stranger = await given.user();
    await viewArtwork(artworkId);
    const theirs = await api.call(readAudience, { as: stranger.userId, params: { userId } });
    const count = await api.call(readArtworkViews, { as: stranger.userId, params: { artworkId } });
    expect([theirs.status, count.status]).toEqual([403, 403]);
    const own = await api.call(readArtworkViews, { as: userId, params: { artworkId } });
    expect(own.body).toEqual({ views: 1, days: AUDIENCE.recentDays });
    await api.call(updateArtwork, { as: userId, params: { artworkId }, body: { artworkVisibility: "invisible" } });
    const hidden = await api.call(readArtworkViews, { as: stranger.userId, params: { artworkId } });
    expect(hidden.status).toBe(404);
    await api.call(deleteArtwork, { as: userId, params: { artworkId } });
    expect((await api.call(readArtworkViews, { as: userId, params: { artworkId } })).status).toBe(404);
  });

  test("of an artwork counts the views of the last thirty days", async () => {
    const { userId, artworkId } = await publishArtwork();
    for (let nth = 0; nth < 3; nth++) {
      await viewArtwork(artworkId);
      api.travel(15 * DAY_SECONDS);
    }
    const { body } = await api.call(readArtworkViews, { as: userId, params: { artworkId } });
    expect(body.views).toBe(1);
  });

  test("is deleted with the account", async () => {
    const account = await createAccounts(api).createSignedInAccount();
    const { artworkId } = await given.artwork(account.userId);
    await viewArtwork(artworkId);
    await viewProfile(account.userId);
    expect(await scanTable()).toContain(`AUDIENCE#${account.userId}`);
    await api.call(deactivateUser, { ...account.self, body: { userPassword: PASSWORD } });
    await api.processEvents();
    expect(await scanTable()).not.toContain(`AUDIENCE#${account.userId}`);
  });
});
