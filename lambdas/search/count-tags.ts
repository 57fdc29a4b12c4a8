import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { execute } from "dynamodb-toolbox/entity/actions/transactWrite";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { batchGet, inBatches } from "../table/batch-get.ts";
import { isLostRace } from "../table/lost-race.ts";
import type { IndexServices } from "./change-lists.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { ListEntity, TagCountEntity, TagRowEntity, tagPartition, tagSortKey, termPartition } from "./index.entity.ts";
import { type FoundList, readOnlyLists } from "./newest-lists.ts";
import { decodeNumbers } from "./number-list.ts";
import { type OpenIndex, SearchTable } from "./search-table.ts";
import { FACET_FIELD, tagFacet } from "./terms.ts";

/** Letters of the beginnings that a tag is found by; longer ones are looked up by the longest of these. */
export const BEGINNINGS = { shortest: 2, longest: 4 } as const;

/** How often a tag is used that stands among all. */
const OFTEN_USED = 3;

/** The keys under which a tag is found that is used so often. */
export function tagRowsOf(tag: string, count: number) {
  if (count === 0) return [];
  const letters = [...tag];
  const beginnings = count >= OFTEN_USED ? [""] : [];
  for (let length: number = BEGINNINGS.shortest; length <= Math.min(BEGINNINGS.longest, letters.length); length++) {
    beginnings.push(letters.slice(0, length).join(""));
  }
  return beginnings.map((beginning) => ({ pk: tagPartition(beginning), sk: tagSortKey(count, tag) }));
}

const IN_FLIGHT = 8;
const ATTEMPTS = 20;

/**
 * Counts how many works have each tag once its lists have changed. It counts what the lists hold instead of adding up, so
 * repeats and crashes leave no wrong count: whoever changes lists counts before the change is recorded as done.
 */
export async function countTags(services: IndexServices, tags: Iterable<string>) {
  const all = [...tags];
  // The former counts first: one that is written after the lists are read makes the write that is based on it fail.
  const formers = await inBatches(all, (batch) => readCounts(services.index, batch));
  const postings = all.map((tag) => ({ term: tagFacet(tag), field: FACET_FIELD }));
  const lists = await readOnlyLists(services.index, "artwork", postings);
  await forEachConcurrently(all.entries(), IN_FLIGHT, ([at, tag]) => countTag(services, tag, formers[at], lists[at]));
}

/** The counts as they were written last. */
function readCounts(index: OpenIndex, tags: readonly string[]) {
  const command = SearchTable.build(BatchGetCommand)
    .requests(...tags.map((tag) => TagCountEntity.build(BatchGetRequest).key({ tag })))
    .options({ consistent: true });
  return batchGet({ send: (read) => index.read(read) }, command);
}

type TagCount = Awaited<ReturnType<typeof readCounts>>[number];

/** Counts a tag, whose former count and perhaps only list have been read. */
async function countTag(services: IndexServices, tag: string, former: TagCount, list: FoundList | undefined) {
  let known = former;
  let count = list ? list.numbers.length : await countListed(services.index, tag);
  for (let attempt = 1; !(await writeCount(services, tag, known, count)); attempt++) {
    if (attempt === ATTEMPTS) throw new Error(`The count of the tag "${tag}" was changed by others again and again`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
    [known] = await readCounts(services.index, [tag]);
    count = await countListed(services.index, tag);
  }
}

/** False when somebody else counted at the same time, whose lists may have been older or newer. */
async function writeCount({ indexing }: IndexServices, tag: string, former: TagCount, count: number): Promise<boolean> {
  const rows = tagRowsOf(tag, count);
  const kept = new Set(rows.map(({ pk, sk }) => pk + sk));
  const gone = tagRowsOf(tag, former?.count ?? 0).filter(({ pk, sk }) => !kept.has(pk + sk));
  const revision = (former?.revision ?? 0) + 1;
  const condition = former
    ? { attr: "revision" as const, eq: former.revision }
    : { attr: "revision" as const, exists: false as const };
  try {
    await indexing.write({
      send: () =>
        execute(
          TagCountEntity.build(PutTransaction).item({ tag, count, revision }).options({ condition }),
          ...rows.map((key) => TagRowEntity.build(PutTransaction).item({ ...key, count })),
          ...gone.map((key) => TagRowEntity.build(DeleteTransaction).key(key)),
        ),
    });
    return true;
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}

/** As many as the tag's lists hold; one page of a query has eight million. */
async function countListed(index: OpenIndex, tag: string): Promise<number> {
  const query = SearchTable.build(QueryCommand)
    .query({ partition: termPartition("artwork", tagFacet(tag)) })
    .entities(ListEntity)
    .options({ consistent: true, entityAttrFilter: false });
  const { Items = [] } = await index.read(query);
  return Items.reduce((sum, { numbers }) => sum + decodeNumbers(numbers).length, 0);
}
