import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { getKey } from "../../platform/table/item-key.ts";
import { EVERY_ITEM } from "../table/query-all.ts";
import { AuditEntryEntity } from "./audit-entry.entity.ts";
import { buildDayShard, getShard, SHARDS } from "./audit-log.ts";
import { AuditTable } from "./audit-table.ts";

export interface AuditSearch {
  /** Only this account's actions and actions on it. */
  readonly userId?: string | undefined;
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const toDay = (moment: Date) => moment.toISOString().slice(0, 10);

/** The UTC days of a range. */
function* listDays({ from, until }: AuditSearch) {
  for (let at = Date.parse(toDay(from)); at < until.getTime(); at += DAY_MS) yield toDay(new Date(at));
}

async function queryEntries(day: string, shard: number, { from, until }: AuditSearch) {
  const dayShard = buildDayShard(day, shard);
  const first = getKey(AuditEntryEntity, { dayShard, place: from.toISOString() });
  const last = getKey(AuditEntryEntity, { dayShard, place: until.toISOString() });
  const query = AuditTable.build(QueryCommand)
    .query({ partition: first.pk, range: { between: [first.sk, last.sk] } })
    .entities(AuditEntryEntity)
    .options(EVERY_ITEM);
  const { Items = [] } = await query.send();
  return Items.map(({ place, who, event, target, outcome, requestId }) => {
    return { at: place.slice(0, place.indexOf("#")), who, event, target, outcome, requestId };
  });
}

/** Entries of the audit log by day, oldest first; one query per day for an account, sixteen for all. */
export async function* findEntries(search: AuditSearch) {
  const { userId } = search;
  const shards = userId ? [getShard(userId)] : Array.from({ length: SHARDS }, (_, shard) => shard);
  for (const day of listDays(search)) {
    const found = (await Promise.all(shards.map((shard) => queryEntries(day, shard, search)))).flat();
    yield* found
      .filter(({ who, target }) => !userId || who === userId || target === userId)
      .sort((one, other) => one.at.localeCompare(other.at));
  }
}
