import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { UpdateItemInput } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/lifetimes.ts";
import {
  DECISION_FIGURES,
  DECISION_HOURS,
  type DecisionFigure,
  FIGURES,
  type Figure,
  type Numbers,
  type YearReport,
} from "#shared/model/numbers.ts";
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
  readonly figures: Partial<Readonly<Record<Figure | DecisionFigure, number>>>;
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

/** The stored days of a range, with one query; a year takes a few read units. */
async function findDays(table: OpenTable, range: Pick<DayRange, "start" | "end">) {
  const [first, last] = [getKey(DayNumbersEntity, { day: range.start }), getKey(DayNumbersEntity, { day: range.end })];
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: first.pk, range: { between: [first.sk, last.sk] } })
    .options({ maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  return mapReadable(Items, (item) => formatter.format(item));
}

/** The figures of every day of a range. */
export async function findNumbers(table: OpenTable, range: DayRange): Promise<Numbers["series"]> {
  const byDay = new Map((await findDays(table, range)).map((item) => [item.day, item]));
  return listDays(range).map((day) => {
    const item = byDay.get(day);
    const figures = Object.fromEntries(FIGURES.map((figure) => [figure, item?.[figure] ?? 0]));
    return { day, ...(figures as Record<Figure, number>) };
  });
}

/** The figure that counts a decision by how long it took. */
export const getDecisionTime = (hours: number): DecisionFigure =>
  `decided${DECISION_HOURS.find((most) => hours <= most) ?? "Later"}`;

/** A year's decisions. */
export async function findYearReport(table: OpenTable, year: string): Promise<YearReport> {
  const days = await findDays(table, { start: `${year}-01-01`, end: `${year}-12-31` });
  const sum = (figure: DecisionFigure) => days.reduce((total, day) => total + (day[figure] ?? 0), 0);
  const sums = Object.fromEntries(DECISION_FIGURES.map((figure) => [figure, sum(figure)])) as Record<
    DecisionFigure,
    number
  >;
  const times = DECISION_HOURS.map((hours) => sums[getDecisionTime(hours)]);
  const decided = times.reduce((total, count) => total + count, sums.decidedLater);
  const countWithin = (last: number) => times.slice(0, last + 1).reduce((total, count) => total + count, 0);
  const medianHours = decided > 0 ? DECISION_HOURS.find((_hours, at) => countWithin(at) * 2 >= decided) : undefined;
  const { notices, takedowns, suspensions, appeals, appealsGranted, appealsRefused } = sums;
  return {
    year,
    since: days[0]?.day ?? null,
    ...{ notices, decided, medianHours: medianHours ?? null, takedowns, suspensions },
    ...{ appeals, appealsGranted, appealsRefused },
  };
}
