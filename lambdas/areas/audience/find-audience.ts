import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { type DayRange, listDays } from "../../platform/runtime/day-range.ts";
import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { AudienceEntity, type CountOfDay } from "./audience.entity.ts";
import { buildPlace, getMonth, type Subject } from "./count-audience.ts";

const formatter = AudienceEntity.build(EntityFormatter);

type MonthItem = ReturnType<typeof formatter.format>;

/** Counts of one subject on one day. */
export interface DayCounts {
  readonly subject: Subject;
  readonly day: string;
  readonly views: number;
  /** Popularity of an artwork, or followers. */
  readonly gained: number;
}

/** The days of a month with counts. Negative counts are ended follows from before counting started. */
function toDayCounts(month: MonthItem): DayCounts[] {
  const [name = "", subject = ""] = month.place.split("#");
  return Array.from({ length: 31 }, (_, nth) => String(nth + 1).padStart(2, "0")).flatMap((day) => {
    const [views, gained] = (["views", "gained"] as const).map((kind) =>
      Math.max(0, month[`${kind}${day}` as CountOfDay] ?? 0),
    );
    return views || gained ? [{ subject, day: `${name}-${day}`, views: views ?? 0, gained: gained ?? 0 }] : [];
  });
}

const isInRange =
  ({ start, end }: Pick<DayRange, "start" | "end">) =>
  ({ day }: DayCounts) =>
    day >= start && day <= end;

/** Sorts after every subject. */
const LAST = "~";

/** Every count of an artist in a range, with one query; a read unit covers some forty artworks and months. */
export async function queryAudience(table: OpenTable, artistId: string, range: Pick<DayRange, "start" | "end">) {
  const first = getKey(AudienceEntity, { artistId, place: buildPlace(getMonth(range.start), "") });
  const last = getKey(AudienceEntity, { artistId, place: buildPlace(getMonth(range.end), LAST) });
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: first.pk, range: { between: [first.sk, last.sk] } })
    .options({ maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  return mapReadable(Items, (item) => formatter.format(item))
    .flatMap(toDayCounts)
    .filter(isInRange(range));
}

/** Views of one artwork in a range, with a read per month. */
export async function countViews(
  table: OpenTable,
  { artistId, artworkId }: { artistId: string; artworkId: string },
  range: DayRange,
) {
  const months = [...new Set(listDays(range).map(getMonth))];
  const items = await Promise.all(
    months.map(async (month) => {
      const key = { artistId, place: buildPlace(month, artworkId) };
      return (await table.send(AudienceEntity.build(GetItemCommand).key(key))).Item;
    }),
  );
  return items
    .flatMap((item) => (item ? toDayCounts(item) : []))
    .filter(isInRange(range))
    .reduce((sum, { views }) => sum + views, 0);
}

const findMonths = (table: OpenTable, artistId: string) => queryAll(table, AudienceEntity, { artistId });

/** Every count of an artist, by a consistent read. */
export const findAllCounts = async (table: OpenTable, artistId: string) =>
  (await findMonths(table, artistId)).flatMap(toDayCounts);

const IN_FLIGHT = 10;

/** Deletes up to `most` months of a closed account's counts; returns how many were deleted. Safe to repeat. */
export async function deleteAudience(table: OpenTable, artistId: string, most: number): Promise<number> {
  const months = (await findMonths(table, artistId)).slice(0, most);
  await forEachConcurrently(months, IN_FLIGHT, async ({ place }) => {
    await table.send(AudienceEntity.build(DeleteItemCommand).key({ artistId, place }));
  });
  return months.length;
}
