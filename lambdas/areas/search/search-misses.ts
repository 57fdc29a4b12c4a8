import { createHash } from "node:crypto";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS, MISSES } from "#shared/limits.ts";
import { getRecentDays, listDays, toDay } from "../../platform/runtime/day-range.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { getKeyPrefix } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { computeAddressKey } from "../../platform/throttle/address-key.ts";
import { splitWords } from "../../search-engine/words.ts";
import { SearchMissEntity } from "./search-miss.entity.ts";

/** The same for all spellings that the search doesn't tell apart; empty if nothing of the query can be found. */
const toMissWords = (query: string) => splitWords(query).join(" ").slice(0, LIMITS.searchQuery.max);

/** The visitor's bucket for these words on this day. */
const getBucket = (words: string, day: string, sourceIp: string) =>
  createHash("sha256")
    .update(JSON.stringify([words, day, computeAddressKey(sourceIp)]))
    .digest()
    .readUInt32BE() % MISSES.buckets;

/** Counts a visitor's search that found nothing, once a day. One write. */
export async function countMiss(table: OpenTable, query: string, sourceIp: string, now: Date) {
  const words = toMissWords(query);
  if (!words) return;
  const day = toDay(now);
  await table.send(
    SearchMissEntity.build(UpdateItemCommand).item({
      day,
      words,
      buckets: $add(new Set([getBucket(words, day, sourceIp)])),
      expires: epochSeconds(now) + LIFETIMES.searchMiss,
    }),
  );
}

const formatter = SearchMissEntity.build(EntityFormatter);

/** A day's misses: those of one page of the table, so that nobody makes the list expensive. */
async function queryMisses(table: OpenTable, day: string) {
  const partition = getKeyPrefix(SearchMissEntity, { day }).pk;
  const { Items = [] } = await table.send(MarketplaceTable.build(QueryCommand).query({ partition }));
  return mapReadable(Items, (item) => {
    const { words, buckets } = formatter.format(item);
    return { words, visitors: buckets.size };
  });
}

/**
 * The days up to today with their searches that found nothing, and the most frequent words of these. Words that few people
 * searched for stay untold, since they may be about somebody.
 */
export async function findMisses(table: OpenTable, now: Date) {
  const days = listDays(getRecentDays(MISSES.days, now));
  const found = await Promise.all(days.map((day) => queryMisses(table, day)));
  const counts = new Map<string, number>();
  for (const { words, visitors } of found.flat()) counts.set(words, (counts.get(words) ?? 0) + visitors);
  return {
    days: days.map((day, at) => ({ day, count: (found[at] ?? []).reduce((sum, { visitors }) => sum + visitors, 0) })),
    missed: [...counts]
      .filter(([, count]) => count >= MISSES.least)
      .sort(([, one], [, other]) => other - one)
      .slice(0, MISSES.shown)
      .map(([words, count]) => ({ words, count })),
  };
}
