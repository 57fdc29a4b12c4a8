import { WORKS } from "#demo/works.ts";

/** How far back the demo goes: the default period of a dashboard. */
const PAST_MS = 28 * 24 * 60 * 60 * 1000;

const PLACES = new Map(WORKS.map(({ title }, at) => [title, (at + 1) / (WORKS.length + 1)]));

/** The date at a share between a date and now. */
const between = (from: Date, share: number) => new Date(from.getTime() + (Date.now() - from.getTime()) * share);

/** When a work is published: in its order, over the past weeks. */
export const publishedAt = (title: string): Date => between(new Date(Date.now() - PAST_MS), PLACES.get(title) ?? 1);

/** When something happens to a work, by the share (0–1) of the time since it was published. */
export const happenedAt = (title: string, share: number): Date => between(publishedAt(title), share);
