import { publishedAt } from "#demo/calendar.ts";
import { call, type DemoData } from "#demo/client.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";
import { WORKS } from "#demo/works.ts";

const ARTIST = "demo.artist";
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 28;

/** User agents that count as different visitors at one address; see `getBrowserBucket` in the area `audience`. */
const BROWSERS = [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => `Mozilla/5.0 (Demo; visitor ${nth})`);

type Audience = {
  series: { profileViews: number }[];
  best: { artwork: { artworkId: string }; views: number }[];
};

/** Visits to a page of the demo's artist, oldest first: up to three a day, and two more on each of the last six days. */
const visitsTo = (page: number, since: Date) =>
  Array.from({ length: DAYS }, (_, nth) => DAYS - 1 - nth).flatMap((ago) => {
    const at = new Date(Date.now() - ago * DAY_MS);
    const visitors = ((page * 5 + ago * ago) % 4) + (ago < 6 ? 2 : 0);
    return at < since ? [] : BROWSERS.slice(0, visitors).map((userAgent) => ({ at, userAgent }));
  });

/** Adds views of the artist's works and profile in the past weeks, except those that an earlier run added. */
export async function addViews({ origin, sessions, artworkIds, signal }: DemoData): Promise<void> {
  const artist = sessions.get(ARTIST);
  if (!artist) return;
  const { series, best } = await artist.call<Audience>({
    step: `read the audience of ${ARTIST}`,
    method: "GET",
    path: `/api/users/${artist.userId}/audience`,
  });
  const viewsById = new Map(best.map(({ artwork, views }) => [artwork.artworkId, views]));
  const works = WORKS.flatMap(({ artist: name, title }) => {
    const artworkId = name === ARTIST && artworkIds.get(title);
    if (!artworkId) return [];
    return [
      { path: `/api/artwork/${artworkId}/views`, since: publishedAt(title), views: viewsById.get(artworkId) ?? 0 },
    ];
  });
  const profileViews = series.reduce((sum, day) => sum + day.profileViews, 0);
  const profile = { path: `/api/users/${artist.userId}/views`, since: new Date(0), views: profileViews };
  await runConcurrently(
    [profile, ...works],
    async ({ path, since, views }) => {
      const page = works.findIndex((work) => work.path === path) + 1;
      for (const visit of visitsTo(page, since).slice(views)) {
        await call(origin, { step: `view a page of ${ARTIST}`, method: "POST", path, ...visit });
      }
    },
    signal,
  );
}
