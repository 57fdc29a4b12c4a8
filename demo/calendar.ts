import { WORKS } from "#demo/works.ts";

/** The demo's oldest events are this old: the default period of a dashboard. */
const PAST_MS = 28 * 24 * 60 * 60 * 1000;

const PLACES = new Map(WORKS.map(({ title }, at) => [title, (at + 1) / (WORKS.length + 1)]));

/** The date that is `share` (0–1) of the way from `from` to now. */
const interpolate = (from: Date, share: number) => new Date(from.getTime() + (Date.now() - from.getTime()) * share);

/** Publication date of a work: the works are spread over the past weeks in their order. */
export const publishedAt = (title: string): Date => interpolate(new Date(Date.now() - PAST_MS), PLACES.get(title) ?? 1);

/** Date of an event of a work, by the share (0–1) of the time since its publication. */
export const happenedAt = (title: string, share: number): Date => interpolate(publishedAt(title), share);
