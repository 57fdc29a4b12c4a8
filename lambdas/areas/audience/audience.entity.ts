import { Entity } from "dynamodb-toolbox/entity";
import { item, number } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type DayOfMonth = `${"0" | "1" | "2"}${Digit}` | "30" | "31";
export type CountOfDay = `${"views" | "gained"}${DayOfMonth}`;

const DAYS_OF_MONTH = Array.from({ length: 31 }, (_, nth) => String(nth + 1).padStart(2, "0"));

const optionalCount = () => number().optional();

const countsOfDays = Object.fromEntries(
  ["views", "gained"].flatMap((kind) => DAYS_OF_MONTH.map((day) => [kind + day, optionalCount()])),
) as Readonly<Record<CountOfDay, ReturnType<typeof optionalCount>>>;

/**
 * A month's counts by day: an artwork's views and gained popularity, a page's views or new followers. A month in one item
 * makes a view one write unit and a year of an artist few read units. The partition isn't the account's own, so that a
 * crowd slows down only the counting.
 */
export const AudienceEntity = new Entity({
  name: "audience",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    artistId: partitionKey("AUDIENCE"),
    /** `2026-11#` and the subject: an artwork's id, `profile` or `followers`. */
    place: sortKey("MONTH"),
    /** `views05` is the number of views on the fifth day, `gained05` what an artwork or page gained in popularity or followers. */
    ...countsOfDays,
  }),
});
