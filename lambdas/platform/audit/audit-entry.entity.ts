import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../table/item-key.ts";
import { AuditTable } from "./audit-table.ts";

/** One event. Its key ends with a random id, so nobody without the right to read can name an entry that exists. */
export const AuditEntryEntity = new Entity({
  name: "auditEntry",
  table: AuditTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    /** `2026-11-22#7`. */
    dayShard: partitionKey("AUDIT_DAY"),
    /** `2026-11-22T10:00:00.000Z#` and a random id. */
    place: sortKey("ENTRY"),
    /** A user's id, an operator's ARN or name, or `stripe`; a visitor has none. */
    who: string().optional(),
    event: string(),
    target: string().optional(),
    /** `done`, the failure's code, or `internal` where it isn't known how the call ended. */
    outcome: string(),
    requestId: string().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
