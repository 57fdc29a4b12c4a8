import { Entity } from "dynamodb-toolbox/entity";
import { item, number, string } from "dynamodb-toolbox/schema";
import { prefix } from "dynamodb-toolbox/transformers/prefix";
import { AuditTable } from "./audit-table.ts";

/** One event. Its key ends with a random id, so nobody without the right to read can name an entry that exists. */
export const AuditEntryEntity = new Entity({
  name: "auditEntry",
  table: AuditTable,
  entityAttribute: false,
  timestamps: false,
  schema: item({
    /** `2026-11-22#7`. */
    dayShard: string().key().savedAs("pk").transform(prefix("AL")),
    /** `2026-11-22T10:00:00.000Z#` and a random id. */
    place: string().key().savedAs("sk").transform(prefix("E")),
    /** A user's id, an operator's ARN or name, or `stripe`; a visitor has none. */
    who: string().optional().savedAs("w"),
    event: string().savedAs("e"),
    target: string().optional().savedAs("g"),
    /** `done`, the failure's code, or `internal` where it isn't known how the call ended. */
    outcome: string().savedAs("o"),
    requestId: string().optional().savedAs("r"),
    /** Epoch seconds. */
    expires: number().savedAs("ttl"),
  }),
});
