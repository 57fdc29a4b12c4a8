import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { UpdateItemInput } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { FIGURES, type Figure, type Numbers } from "#shared/model/numbers.ts";
import { type DayRange, listDays } from "../../platform/runtime/day-range.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { getKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { CountedRecordEntity, DayNumbersEntity } from "./numbers.entity.ts";

/** Amounts that a record adds to the figures of a day. */
export interface Counted {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly figures: Partial<Readonly<Record<Figure, number>>>;
}

/** Adds to a day's figures, once for each record of the stream. */
export async function addFigures(table: OpenTable, eventId: string, { day, figures }: Counted, now: Date) {
  const added = Object.entries(figures).map(([figure, amount]) => [figure, $add(amount)]);
  await transact(table, [
    {
      write: CountedRecordEntity.build(PutTransaction)
        .item({ eventId, expires: epochSeconds(now) + LIFETIMES.processedEvent })
        .options({ condition: { attr: "eventId", exists: false } }),
      failure: "done",
    },
    {
      write: DayNumbersEntity.build(UpdateTransaction).item({
        day,
        ...Object.fromEntries(added),
      } as UpdateItemInput<typeof DayNumbersEntity>),
    },
  ]);
}

const formatter = DayNumbersEntity.build(EntityFormatter);

/** The figures of every day of a range, with one query; a year takes a few read units. */
export async function findNumbers(table: OpenTable, range: DayRange): Promise<Numbers["series"]> {
  const [first, last] = [getKey(DayNumbersEntity, { day: range.start }), getKey(DayNumbersEntity, { day: range.end })];
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: first.pk, range: { between: [first.sk, last.sk] } })
    .options({ maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  const items = mapReadable(Items, (item) => formatter.format(item));
  const byDay = new Map(items.map((item) => [item.day, item]));
  return listDays(range).map((day) => {
    const item = byDay.get(day);
    const figures = Object.fromEntries(FIGURES.map((figure) => [figure, item?.[figure] ?? 0]));
    return { day, ...(figures as Record<Figure, number>) };
  });
}
