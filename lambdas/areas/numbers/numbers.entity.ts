import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { DECISION_FIGURES, type DecisionFigure, FIGURES, type Figure } from "#shared/model/numbers.ts";
import { constantSortKey, partitionKey, sortKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable } from "../../platform/table/marketplace-table.ts";

const optionalNumber = () => number().optional();

const figures = Object.fromEntries(
  [...FIGURES, ...DECISION_FIGURES].map((figure) => [figure, optionalNumber()]),
) as Readonly<Record<Figure | DecisionFigure, ReturnType<typeof optionalNumber>>>;

const KEY = "NUMBERS";

/** The marketplace's figures of a UTC day; a day before the first one counted has no item. */
export const DayNumbersEntity = new Entity({
  name: "dayNumbers",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    pk: string().key().const(KEY).hidden(),
    /** YYYY-MM-DD. */
    day: sortKey("DAY"),
    ...figures,
  }),
});

/** A record of the table's stream that was counted, so that its repeat isn't. */
export const CountedRecordEntity = new Entity({
  name: "countedRecord",
  table: MarketplaceTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    eventId: partitionKey("COUNTED"),
    sk: constantSortKey("COUNTED"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
