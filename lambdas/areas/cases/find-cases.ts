import type { FormattedItem } from "dynamodb-toolbox/entity";
import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import type { CaseKind, CaseStatus } from "#shared/model/case.ts";
import { batchGet, inBatches } from "../../platform/table/batch-get.ts";
import { INDEX } from "../../platform/table/indexes.ts";
import { parseKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryPage } from "../../platform/table/query-page.ts";
import { buildAuthorPartition, buildCaseList, buildSubjectPartition, CaseEntity } from "./case.entity.ts";

export type CaseItem = FormattedItem<typeof CaseEntity>;

export async function findCase(table: OpenTable, caseId: string) {
  const { Item } = await table.send(CaseEntity.build(GetItemCommand).key({ caseId }).options({ consistent: true }));
  return Item;
}

/** Cases by their ids, consistently, in the same order; missing ones are left out. */
const readCases = async (table: OpenTable, caseIds: readonly string[]): Promise<CaseItem[]> => {
  const found = await inBatches(caseIds, (batch) => {
    const requests = batch.map((caseId) => CaseEntity.build(BatchGetRequest).key({ caseId }));
    const command = MarketplaceTable.build(BatchGetCommand).requests(...requests);
    return batchGet(table, command.options({ consistent: true }));
  });
  return found.flatMap((item) => item ?? []);
};

const readId = (item: Record<string, unknown>) => parseKey(CaseEntity, item)?.caseId ?? "";

interface CasePage {
  readonly status: CaseStatus;
  readonly kinds: readonly CaseKind[];
  /** The place of the last case. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/**
 * A page of open cases, by what is due first, or of closed ones, the latest first. One query for each kind, whatever the number
 * of cases. The page may lack cases that were closed or reopened a moment ago, because the index lags.
 */
export async function queryCases(table: OpenTable, { status, kinds, cursor, limit }: CasePage) {
  const isOpen = status === "open";
  const range = cursor ? { range: isOpen ? { gt: cursor } : { lt: cursor } } : {};
  const lists = await Promise.all(
    kinds.map((kind) =>
      queryPage(
        table,
        { index: INDEX.ranked, partition: buildCaseList(status, kind), ...range },
        { limit, reverse: !isOpen },
        (item) => ({ caseId: readId(item), place: String(item.rankedSk) }),
      ),
    ),
  );
  const order = isOpen ? 1 : -1;
  const listed = lists
    .flat()
    .sort((one, other) => (one.place < other.place ? -order : order))
    .slice(0, limit);
  const found = await readCases(
    table,
    listed.map(({ caseId }) => caseId),
  );
  return {
    items: found.filter((item) => item.status === status),
    cursor: listed.at(-1)?.place ?? null,
    hasMore: listed.length === limit,
  };
}

/** The open cases of a kind, as many as one read returns, and when the oldest was made; undefined without any. */
export async function countOpenCases(table: OpenTable, kind: CaseKind) {
  const { Items = [], LastEvaluatedKey } = await table.send(
    MarketplaceTable.build(QueryCommand).query({ index: INDEX.ranked, partition: buildCaseList("open", kind) }),
  );
  // A list is sorted by the day on which its cases are due, which is a fixed time after they were made.
  const [first] = Items;
  const oldest = first && (await findCase(table, readId(first)));
  return oldest && { kind, count: Items.length, isMore: LastEvaluatedKey !== undefined, oldest: oldest.created };
}

const queryIds = async (
  table: OpenTable,
  query: { readonly index: "byOwner" | "shownByOwner"; readonly partition: string },
) => {
  const { Items = [] } = await table.send(
    MarketplaceTable.build(QueryCommand)
      .query({ index: INDEX[query.index], partition: query.partition })
      .options({ maxPages: Number.POSITIVE_INFINITY }),
  );
  return Items.map(readId);
};

/** Every case about an artwork, order or account, the latest first. */
export async function findCasesAbout(table: OpenTable, subjectId: string) {
  const ids = await queryIds(table, { index: "shownByOwner", partition: buildSubjectPartition(subjectId) });
  return (await readCases(table, ids)).sort((one, other) => (one.created < other.created ? 1 : -1));
}

/** Every notice and ticket that an account wrote. */
export const findCasesBy = async (table: OpenTable, authorId: string) =>
  readCases(table, await queryIds(table, { index: "byOwner", partition: buildAuthorPartition(authorId) }));
