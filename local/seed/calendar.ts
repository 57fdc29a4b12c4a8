import { CATALOGUE, SMALL_DEMO } from "#local/seed/catalogue.ts";

/** How far back the demo goes: what a dashboard shows at first. */
const PAST_MS = 28 * 24 * 60 * 60 * 1000;

/** Share of that time for `npm start`; artwork of `npm run seed` comes later, because later ids sort later. */
const SMALL_SHARE = 0.97;

const PLACES = new Map(
  CATALOGUE.map(({ artwork }, at) => {
    const further = (at + 1 - SMALL_DEMO.length) / (CATALOGUE.length - SMALL_DEMO.length);
    const place =
      further > 0 ? SMALL_SHARE + (1 - SMALL_SHARE) * further : SMALL_SHARE * ((at + 1) / SMALL_DEMO.length);
    return [artwork.title, place];
  }),
);

/** The date at a share between a date and now. */
const between = (from: Date, share: number) => new Date(from.getTime() + (Date.now() - from.getTime()) * share);

/** When a work of the catalogue is published: in its order, over the past weeks. */
export const publishedAt = (title: string): Date => between(new Date(Date.now() - PAST_MS), PLACES.get(title) ?? 1);

/** When somebody favours it or takes a licence to it, by the share (0–1) of the time since it was published. */
export const takenAt = (title: string, share: number): Date => between(publishedAt(title), share);
