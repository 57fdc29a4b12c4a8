import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { countTags } from "#lambdas/search/count-tags.ts";
import { TagCountEntity } from "#lambdas/search/index.entity.ts";
import { type OpenIndex, openIndexing, SearchTable } from "#lambdas/search/search-table.ts";
import { batchGet, inBatches } from "#lambdas/table/batch-get.ts";

/** The count of a tag in the search index, where it differs from the works that have it. */
export interface TagCount {
  readonly tag: string;
  readonly says: number;
  readonly counted: number;
}

/** Which of these tags are counted otherwise, by key. */
export async function findTagDifferences(index: OpenIndex, tags: ReadonlyMap<string, number>): Promise<TagCount[]> {
  const items = await inBatches([...tags.keys()], (batch) => {
    const requests = batch.map((tag) => TagCountEntity.build(BatchGetRequest).key({ tag }));
    const command = SearchTable.build(BatchGetCommand)
      .requests(...requests)
      .options({ consistent: true });
    return batchGet({ send: (read) => index.read(read) }, command);
  });
  const stored = new Map(items.flatMap((item) => (item ? [[item.tag, item.count] as const] : [])));
  return [...tags]
    .map(([tag, counted]) => ({ tag, counted, says: stored.get(tag) ?? 0 }))
    .filter(({ says, counted }) => says !== counted);
}

/** Counts a tag anew from the index's own lists. False where those differ from the works, which making the index anew mends. */
export async function correctTagCount(index: OpenIndex, { tag, counted }: TagCount): Promise<boolean> {
  await countTags({ index, indexing: openIndexing() }, [tag]);
  const get = TagCountEntity.build(GetItemCommand).key({ tag }).options({ consistent: true });
  return (await index.read(get)).Item?.count === counted;
}
