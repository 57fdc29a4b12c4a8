import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { countFavorites } from "#lambdas/events/streams/count-favorites.ts";
import { indexSearch } from "#lambdas/events/streams/index-search.ts";
import { notify } from "#lambdas/events/streams/notify.ts";
import { rankArtwork } from "#lambdas/events/streams/rank-artwork.ts";
import { rankWeek } from "#lambdas/events/streams/rank-week.ts";
import { syncAccount } from "#lambdas/events/streams/sync-account.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { SearchTable } from "#lambdas/search-engine/table.ts";
import type { Touch } from "#local/services/dynamodb-partitions.ts";
import { listArtwork, listPopularThisWeek, readArtwork, readSimilar } from "#shared/contract/artwork.ts";
import { countArtworkView } from "#shared/contract/audience.ts";
import { listComments, listReviews } from "#shared/contract/community.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { followArtist } from "#shared/contract/follows.ts";
import { suggest } from "#shared/contract/search.ts";
import { followStream } from "#test/support/follow-stream.ts";
import { givenIn } from "#test/support/given.ts";
import { type MeteredCall, simulateLoad } from "#test/support/simulated-load.ts";
import { startApi } from "#test/support/start-api.ts";

const MINUTES = Number(process.env.PARTITION_MINUTES ?? 10);
const READS = 20_000;
const WRITES = 1_000;

/** Calls in a thousand visits, as docs/costs.md has them. */
const READ_MIX = { artwork: 2_000, newest: 800, popular: 300, filtered: 400, week: 400, suggestions: 900 };
const CALLS_OF_ARTWORK = 4;
/** Follows are as many as a tenth of the favourites. */
const WRITE_MIX = { favourite: 100, comment: 20, publication: 2, follow: 10 };
const VIEWS_OF_ARTWORK = 1.05;

/** How long a call occupies a process, by docs/costs.md. */
const SECONDS_OF_CALL = 0.06;

/** Changed documents that an entry of the search index's log holds under load. */
const DOCUMENTS_OF_ENTRY = 25;

test("a thousand writes and twenty thousand reads a second meet no partition that can't take them", {
  timeout: 600_000,
}, async () => {
  const recorded: Touch[] = [];
  const api = await startApi({ tables: { onTouches: (touches) => recorded.push(...touches) } });
  const given = givenIn(api);
  const process = followStream(
    MarketplaceTable.getName(),
    [notify, rankArtwork, rankWeek, countFavorites, syncAccount, indexSearch].map(
      (processor) => (event) => processor(event, api.services),
    ),
  );
  const [{ userId: ownerId, name: artistName }, { userId: actorId }] = [await given.user(), await given.user()];
  const others: string[] = [];
  for (let at = 0; at < 30; at++) others.push((await given.artwork((await given.user()).userId)).artworkId);
  const { artworkId } = await given.artwork(ownerId);
  const { userId: other } = await given.user();
  await given.comment(artworkId, other);
  for (const work of [...others, artworkId]) await api.call(addFavorite, { as: other, params: { artworkId: work } });
  await process();

  /** Meters a call, and what follows it by the stream; the search index's log is written for many changes at once. */
  async function metered(
    name: string,
    rate: number,
    call: () => Promise<unknown>,
    about = artworkId,
  ): Promise<MeteredCall> {
    await process();
    recorded.splice(0);
    await call();
    const isLogRead = ({ place, kind }: Touch) => place === SearchTable.getName() && kind === "read";
    const own = recorded.splice(0).filter((touch) => name === "log" || !isLogRead(touch));
    await process();
    const followed = recorded
      .splice(0)
      .map((touch) =>
        touch.place === SearchTable.getName() ? { ...touch, units: touch.units / DOCUMENTS_OF_ENTRY } : touch,
      );
    return { name, rate, touches: [...own, ...followed], about: { artworkId: about, ownerId, actorId } };
  }

  const sum = (mix: Readonly<Record<string, number>>) => Object.values(mix).reduce((total, each) => total + each, 0);
  const readRate = (kind: keyof typeof READ_MIX) =>
    (READS * READ_MIX[kind]) / (sum(READ_MIX) + (CALLS_OF_ARTWORK - 1) * READ_MIX.artwork);
  const writeRate = (kind: keyof typeof WRITE_MIX) => (WRITES * WRITE_MIX[kind]) / sum(WRITE_MIX);
  const params = { artworkId };
  const visit = { params, headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" } };
  const view = async () => {
    await api.call(readArtwork, { params });
    await api.call(listComments, { params });
    await api.call(listReviews, { params });
    await api.call(readSimilar, { params });
  };
  const list = (query: object) => () => api.call(listArtwork, { query: { limit: 20, ...query } });
  // The first calls of a process load the search index, the first view of a day makes the day's key.
  await view();
  await api.call(countArtworkView, { ...visit, sourceIp: "192.0.2.7" } as object);
  const publication = { artworkId: "" };
  const calls = [
    await metered("artwork", readRate("artwork"), view),
    await metered("newest", readRate("newest"), list({})),
    await metered("popular", readRate("popular"), list({ sort: "popular" })),
    await metered("filtered", readRate("filtered"), list({ sort: "price" })),
    await metered("week", readRate("week"), () => api.call(listPopularThisWeek, {})),
    await metered("suggestions", readRate("suggestions"), () => api.call(suggest, { query: { q: "du" } })),
    // Every process reads the log of the search index once a second.
    await metered(
      "log",
      SECONDS_OF_CALL * (readRate("artwork") + readRate("filtered") + readRate("suggestions")),
      async () => {
        await sleep(1_100);
        await api.call(suggest, { query: { q: "du" } });
      },
    ),
    await metered("view", readRate("artwork") * VIEWS_OF_ARTWORK, () => api.call(countArtworkView, visit)),
    await metered("comment", writeRate("comment"), () => given.comment(artworkId, actorId)),
    await metered("favourite", writeRate("favourite"), () => api.call(addFavorite, { as: actorId, params })),
    await metered("follow", writeRate("follow"), () =>
      api.call(followArtist, { as: actorId, params: { username: artistName }, body: {} }),
    ),
    await metered("publication", writeRate("publication"), async () => {
      publication.artworkId = (await given.artwork(ownerId)).artworkId;
    }),
  ].map((call) => (call.name === "publication" ? { ...call, about: { ...call.about, ...publication } } : call));

  const report = simulateLoad(calls, MINUTES);
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  const named = (key: string) =>
    key
      .replace(MarketplaceTable.getName(), "table")
      .replace(SearchTable.getName(), "search log")
      .replace(/[\da-f]{8}-[\da-f-]{27}/g, "…");
  console.log(`| Key | Units a second | Refused in the first minute | In minute ${MINUTES} |\n|---|--:|--:|--:|`);
  for (const { key, asked, refusedAtFirst, refusedAtLast } of report) {
    console.log(
      `| ${named(key)} | ${Math.round(asked).toLocaleString("en")} | ${percent(refusedAtFirst)} | ${percent(refusedAtLast)} |`,
    );
  }
  for (const { name, rate, touches } of calls) {
    const units = (kind: string) =>
      touches.reduce((total, touch) => total + (touch.kind === kind ? touch.units : 0), 0);
    console.log(`| ${name} | ${Math.round(rate)} | ${units("read").toFixed(1)} | ${units("write").toFixed(1)} |`);
  }
  // A call that is refused for a minute is tried again; one that is refused for good is lost.
  expect(report.filter(({ refusedAtFirst, refusedAtLast }) => refusedAtFirst > 0.05 || refusedAtLast > 0.01)).toEqual(
    [],
  );
});
