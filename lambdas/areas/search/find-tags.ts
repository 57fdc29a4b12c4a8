import type { UsedTag } from "#shared/model/artwork.ts";
import { isWorthCompleting, normalizeTag } from "#shared/rules/tags.ts";
import type { Document } from "../../search-engine/document.ts";
import type { Replica } from "../../search-engine/replica.ts";
import { tagFacet } from "./artwork-document.ts";

const PREFIX = tagFacet("");

const toTag = (facet: string) => facet.slice(PREFIX.length);

/** A document's tags, its medium first. */
export const listTags = ({ facets }: Pick<Document, "facets">): string[] =>
  facets.filter((facet) => facet.startsWith(PREFIX)).map(toTag);

const readTags = (replica: Replica, beginning: string, least: number, limit: number) =>
  replica
    .all(
      `SELECT facet, count(*) AS count FROM facets WHERE facet >= ? AND facet < ?
       GROUP BY facet HAVING count >= ? ORDER BY count DESC, facet LIMIT ?`,
      tagFacet(beginning),
      tagFacet(`${beginning}\u{10ffff}`),
      least,
      limit,
    )
    .map(({ facet, count }): UsedTag => ({ tag: toTag(String(facet)), count: Number(count) }));

/** The most used tags with the typed prefix; none for a single Latin letter. */
export function findTags(replica: Replica, typed: string, limit: number): UsedTag[] {
  const beginning = normalizeTag(typed);
  return isWorthCompleting(beginning) ? readTags(replica, beginning, 1, limit) : [];
}

/** Uses from which a tag counts as often used. */
const OFTEN_USED = 3;

/** The most used tags, of three works and more. */
export const findOftenUsedTags = (replica: Replica, limit: number) => readTags(replica, "", OFTEN_USED, limit);
