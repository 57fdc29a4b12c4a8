import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { BatchDeleteRequest } from "dynamodb-toolbox/entity/actions/batchDelete";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { BatchWriteCommand, execute } from "dynamodb-toolbox/table/actions/batchWrite";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { isLostRace } from "../../platform/table/conditions.ts";
import type { Change, Setting } from "../document.ts";
import { buildSortKey, EntryEntity, LOG, SearchTable } from "./table.ts";

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];

export interface Entry {
  readonly sequence: number;
  readonly changes: readonly (Change | Setting)[];
}

/** Entries after a sequence number, in order; one query's worth. */
export async function readEntries(after: number): Promise<Entry[]> {
  const { Items = [] } = await SearchTable.build(QueryCommand)
    .query({ partition: LOG, range: { gt: buildSortKey(after) } })
    .entities(EntryEntity)
    .options({ consistent: true, entityAttrFilter: false })
    .send();
  return Promise.all(
    Items.map(async ({ sequence, changes }) => ({
      sequence,
      changes: JSON.parse(String(await decompress(changes))) as Entry["changes"],
    })),
  );
}

/** Sequence number of the newest entry; 0 before the first. */
export async function readLastSequence(): Promise<number> {
  const { Items: [last] = [] } = await SearchTable.build(QueryCommand)
    .query({ partition: LOG })
    .entities(EntryEntity)
    .options({ consistent: true, entityAttrFilter: false, reverse: true, limit: 1, attributes: ["sequence"] })
    .send();
  return last?.sequence ?? 0;
}

/** Appends an entry; false if the sequence number is taken. */
export async function addEntry({ sequence, changes }: Entry): Promise<boolean> {
  const entry = { sequence, changes: await compress(JSON.stringify(changes)) };
  try {
    await EntryEntity.build(PutItemCommand)
      .item(entry)
      .options({ condition: { attr: "sequence", exists: false } })
      .send();
    return true;
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}

/** DynamoDB's maximum number of items per batch write. */
const MAX_AT_ONCE = 25;

/** Deletes the entries up to a sequence number. */
export async function removeEntries(last: number) {
  for (;;) {
    const { Items = [] } = await SearchTable.build(QueryCommand)
      .query({ partition: LOG, range: { lte: buildSortKey(last) } })
      .entities(EntryEntity)
      .options({ entityAttrFilter: false, consistent: true, limit: MAX_AT_ONCE, attributes: ["sequence"] })
      .send();
    if (Items.length === 0) return;
    const requests = Items.map(({ sequence }) => EntryEntity.build(BatchDeleteRequest).key({ sequence }));
    const { UnprocessedItems } = await execute(SearchTable.build(BatchWriteCommand).requests(...requests));
    if (Object.keys(UnprocessedItems ?? {}).length > 0)
      throw new Error("The log of the search index kept some entries");
  }
}
