import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import type { UsedTag } from "#shared/model/artwork.ts";
import { normalizeTag } from "#shared/rules/tags.ts";
import { BEGINNINGS } from "./count-tags.ts";
import { TagRowEntity, tagIn, tagPartition } from "./index.entity.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";

/** Tags of one beginning that are looked at: of thirty letters of four bytes each they take a read unit and a half. */
const MOST_LOOKED_AT = 80;

const byUse = (a: UsedTag, b: UsedTag) => b.count - a.count || (a.tag < b.tag ? -1 : 1);

async function readRows(index: OpenIndex, beginning: string, limit: number): Promise<UsedTag[]> {
  const query = SearchTable.build(QueryCommand)
    .query({ partition: tagPartition(beginning) })
    .entities(TagRowEntity)
    .options({ limit, entityAttrFilter: false });
  const { Items = [] } = await index.read(query);
  return Items.map(({ sk, count }) => ({ tag: tagIn(sk), count })).sort(byUse);
}

/** The most used tags that begin as somebody has typed; none for a single letter. */
export async function findTags(index: OpenIndex, typed: string, limit: number): Promise<UsedTag[]> {
  const beginning = normalizeTag(typed);
  const letters = [...beginning];
  if (letters.length < BEGINNINGS.shortest) return [];
  const rows = await readRows(index, letters.slice(0, BEGINNINGS.longest).join(""), MOST_LOOKED_AT);
  return rows.filter(({ tag }) => tag.startsWith(beginning)).slice(0, limit);
}

/** The tags that are used most, those of less than three works apart. */
export const findOftenUsedTags = (index: OpenIndex, limit: number) => readRows(index, "", limit);
