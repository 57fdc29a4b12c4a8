import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { getKey } from "../../platform/table/item-key.ts";
import { DAY_MS } from "../runtime/time.ts";
import { EVERY_ITEM } from "../table/query-all.ts";
import { AuditEntryEntity } from "./audit-entry.entity.ts";
import { buildDayShard, buildPlace, getShard, isAccount, SHARDS } from "./audit-log.ts";
import { AuditTable } from "./audit-table.ts";

interface Range {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

export interface AuditSearch extends Range {
  /** Only this account's actions and actions on it. */
  readonly userId?: string | undefined;
}

const toDay = (moment: Date) => moment.toISOString().slice(0, 10);

/** The UTC days of a range. */
function* listDays({ from, until }: Range) {
  for (let at = Date.parse(toDay(from)); at < until.getTime(); at += DAY_MS) yield toDay(new Date(at));
}

/** A query of a shard's day, by the places where it starts and ends. */
function buildQuery(dayShard: string, [from, until]: readonly [from: string, until: string]) {
  const first = getKey(AuditEntryEntity, { dayShard, place: from });
  const last = getKey(AuditEntryEntity, { dayShard, place: until });
  return AuditTable.build(QueryCommand)
    .query({ partition: first.pk, range: { between: [first.sk, last.sk] } })
    .entities(AuditEntryEntity);
}

interface StoredEntry {
  readonly place: string;
  readonly who?: string | undefined;
  readonly event: string;
  readonly target?: string | undefined;
  readonly outcome: string;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

function toEntry({ place, who, event, target, outcome, reason, requestId }: StoredEntry) {
  const [at = "", id = ""] = place.split("#");
  return { id, at, who, event, target, outcome, reason, requestId };
}

export type FoundEntry = ReturnType<typeof toEntry>;

async function queryEntries(day: string, shard: number, { from, until }: AuditSearch) {
  const query = buildQuery(buildDayShard(day, shard), [from.toISOString(), until.toISOString()]).options(EVERY_ITEM);
  const { Items = [] } = await query.send();
  return Items.map(toEntry);
}

const listShards = (subject: string | undefined) =>
  subject === undefined ? Array.from({ length: SHARDS }, (_, shard) => shard) : [getShard(subject)];

/** Entries of the audit log by day, oldest first; one query per day for an account, sixteen for all. */
export async function* findEntries(search: AuditSearch) {
  const { userId } = search;
  for (const day of listDays(search)) {
    const found = (await Promise.all(listShards(userId).map((shard) => queryEntries(day, shard, search)))).flat();
    // An operator's entry may be in two shards.
    const byId = new Map(found.map((entry) => [entry.id, entry]));
    yield* [...byId.values()]
      .filter(({ who, target }) => !userId || who === userId || target === userId)
      .sort((one, other) => one.at.localeCompare(other.at));
  }
}

/** True if the event equals the filter, or the filter is its prefix up to "." or "_". */
export const matchesEvent = (event: string, filter: string) =>
  event === filter || (event.startsWith(filter) && /^[._]/.test(event.slice(filter.length)));

export interface AuditFilter extends Range {
  readonly who?: string | undefined;
  /** An event, or the first part of several. */
  readonly event?: string | undefined;
  readonly target?: string | undefined;
  /** Id of the entry before which the search starts. */
  readonly before?: string | undefined;
}

/** The filter's entries of a shard's day, newest first, read as they are needed. */
async function* listNewest(dayShard: string, { from, until, before, ...filter }: AuditFilter, atOnce: number) {
  const end = before ? buildPlace(before) : until.toISOString();
  const { who, event, target } = filter;
  // Without a filter a page is enough; with one, only a megabyte at once finds rare entries soon.
  const limit = (who ?? event ?? target) ? {} : { limit: atOnce };
  for (let start: Record<string, unknown> | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await buildQuery(dayShard, [from.toISOString(), end])
      .options({ reverse: true, entityAttrFilter: false, ...limit, ...(start ? { exclusiveStartKey: start } : {}) })
      .send();
    for (const entry of Items.map(toEntry)) {
      if (entry.id === before) continue;
      if (who && entry.who !== who) continue;
      if (target && entry.target !== target) continue;
      if (event && !matchesEvent(entry.event, event)) continue;
      yield entry;
    }
    if (!LastEvaluatedKey) return;
    start = LastEvaluatedKey;
  }
}

const isLater = (one: FoundEntry, other: FoundEntry | undefined) =>
  other === undefined || one.at > other.at || (one.at === other.at && one.id > other.id);

/** Entries of several lists that are sorted newest first, in that order and each once. */
async function* mergeNewest(lists: readonly AsyncGenerator<FoundEntry, void>[]) {
  const heads = await Promise.all(lists.map(async (list) => (await list.next()).value ?? undefined));
  for (let last: FoundEntry | undefined; ; ) {
    let newest: FoundEntry | undefined;
    for (const head of heads) if (head && isLater(head, newest)) newest = head;
    if (!newest) return;
    if (newest.id !== last?.id) yield newest;
    last = newest;
    const at = heads.indexOf(newest);
    heads[at] = (await lists[at]?.next())?.value ?? undefined;
  }
}

/** A page of the filter's entries, newest first; one query per day and shard, of which an account's actions are in one. */
export async function findNewestEntries(filter: AuditFilter, limit: number): Promise<readonly FoundEntry[]> {
  const { before, who } = filter;
  const until = before ? new Date(Date.parse(buildPlace(before).split("#")[0] ?? "") + 1) : filter.until;
  const found: FoundEntry[] = [];
  for (const day of [...listDays({ from: filter.from, until })].reverse()) {
    const shards = listShards(who && isAccount(who) ? who : undefined);
    const lists = shards.map((shard) => listNewest(buildDayShard(day, shard), filter, limit));
    for await (const entry of mergeNewest(lists)) {
      found.push(entry);
      if (found.length === limit) return found;
    }
  }
  return found;
}
