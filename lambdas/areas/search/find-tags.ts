import type { UsedTag } from "#shared/model/artwork.ts";
import { isWorthCompleting, normalizeTag } from "#shared/rules/tags.ts";
import type { Document } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { tagFacet } from "./artwork-document.ts";

const PREFIX = tagFacet("");

const toTag = (facet: string) => facet.slice(PREFIX.length);

/** A document's tags, its medium first. */
export const listTags = ({ facets }: Pick<Document, "facets">): string[] =>
  facets.filter((facet) => facet.startsWith(PREFIX)).map(toTag);

async function countTags(index: OpenIndex, beginning: string, least: number, limit: number): Promise<UsedTag[]> {
  const counts = await index.countFacets({ beginning: tagFacet(beginning), least, limit });
  return counts.map(({ facet, count }) => ({ tag: toTag(facet), count }));
}

/** The most used tags with the typed prefix; none for a single Latin letter. */
export async function findTags(index: OpenIndex, typed: string, limit: number): Promise<UsedTag[]> {
  const beginning = normalizeTag(typed);
  return isWorthCompleting(beginning) ? countTags(index, beginning, 1, limit) : [];
}

/** Uses from which a tag counts as often used. */
const OFTEN_USED = 3;

/** The most used tags, of three works and more. */
export const findOftenUsedTags = (index: OpenIndex, limit: number) => countTags(index, "", OFTEN_USED, limit);
