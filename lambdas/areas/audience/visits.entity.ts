import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { Table } from "dynamodb-toolbox/table";
import { VISITS_TABLE } from "../../platform/table/indexes.ts";
import { constantSortKey, partitionKey } from "../../platform/table/item-key.ts";

/** Visits of the day. It has no client until it is opened. */
export const VisitsTable = new Table({
  partitionKey: { name: VISITS_TABLE.partitionKey, type: "string" },
  sortKey: { name: VISITS_TABLE.sortKey, type: "string" },
});

const KEY = "KEY";

/** The secret key of a day; the next day's key replaces it, and there is no copy. */
export const VisitKeyEntity = new Entity({
  name: "visitKey",
  table: VisitsTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    pk: string().key().const(KEY).hidden(),
    sk: string().key().const(KEY).hidden(),
    /** YYYY-MM-DD. */
    day: string(),
    /** 256 random bits. */
    key: string(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});

/**
 * A visit of a page on a day, as a digest. Only with the day's key, and by guessing both, can visitor and page be found.
 */
export const VisitEntity = new Entity({
  name: "visit",
  table: VisitsTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    digest: partitionKey("VISIT"),
    sk: constantSortKey("VISIT"),
    /** Epoch seconds; the same for all visits of a day. */
    expires: number().savedAs("ttl"),
  }),
});
