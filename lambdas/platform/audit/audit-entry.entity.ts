import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { partitionKey, sortKey } from "../table/item-key.ts";
import { AuditTable } from "./audit-table.ts";

/** One event, or a copy of it in another shard of the day. Its key ends with a random id, so that existing entries can't be addressed without the right to read. */
export const AuditEntryEntity = new Entity({
  name: "auditEntry",
  table: AuditTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    /** `2026-11-22#7`. */
    dayShard: partitionKey("AUDIT_DAY"),
    /** `2026-11-22T10:00:00.000Z#` and a UUIDv7 of that moment, whose random part keeps it unknown. */
    place: sortKey("ENTRY"),
    /** A user's id, an operator's ARN or name, or `stripe`; absent for a visitor. */
    who: string().optional(),
    event: string(),
    target: string().optional(),
    /** `done`, the failure's code, or `internal` if the result is unknown. */
    outcome: string(),
    /** Of an operator's action or look. */
    reason: string().optional(),
    requestId: string().optional(),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
