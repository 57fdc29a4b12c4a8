import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { UpdateItemInput } from "dynamodb-toolbox/entity/actions/update";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { toDay } from "../../platform/runtime/day-range.ts";
import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { AudienceEntity, type CountOfDay } from "./audience.entity.ts";

/** An artwork's id, or another counter of an artist. */
export type Subject = string;
export const PROFILE = "profile";
export const FOLLOWERS = "followers";

interface CounterKey {
  readonly artistId: string;
  readonly subject: Subject;
  /** YYYY-MM-DD. */
  readonly day: string;
}

const MONTH_LENGTH = "YYYY-MM".length;

export const getMonth = (day: string) => day.slice(0, MONTH_LENGTH);

export const buildPlace = (month: string, subject: Subject) => `${month}#${subject}`;

/** Update of one day's count. */
const toCountUpdate = (
  { artistId, subject, day }: CounterKey,
  kind: "views" | "gained",
  value: number | ReturnType<typeof $add>,
) =>
  ({
    artistId,
    place: buildPlace(getMonth(day), subject),
    [`${kind}${day.slice(MONTH_LENGTH + 1)}` satisfies string as CountOfDay]: value,
  }) as UpdateItemInput<typeof AudienceEntity>;

/** Adds a view to its day; one artist's views are limited by a partition's 1,000 writes a second. */
export const addView = (table: OpenTable, counter: CounterKey) =>
  table.send(AudienceEntity.build(UpdateItemCommand).item(toCountUpdate(counter, "views", $add(1))));

/** Sets how much popularity an artwork gained on a day. */
export const setGained = (table: OpenTable, counter: CounterKey, count: number) =>
  table.send(AudienceEntity.build(UpdateItemCommand).item(toCountUpdate(counter, "gained", count)));

/**
 * Counts a follow on its first day or removes it there; in the transaction that starts or ends the follow, so that repeats
 * don't count.
 */
export const countFollow = ({ artistId, followId }: { artistId: string; followId: string }, change: 1 | -1) => ({
  write: AudienceEntity.build(UpdateTransaction).item(
    toCountUpdate({ artistId, subject: FOLLOWERS, day: toDay(getCreatedAt(followId)) }, "gained", $add(change)),
  ),
});
