import { createHash } from "node:crypto";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { v7 as uuidv7 } from "uuid";
import type { AuditEvent } from "#shared/audit.ts";
import type { FailureCode } from "#shared/failures.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { epochSeconds, getCreatedAt } from "../runtime/time.ts";
import { conditionHeld } from "../table/conditions.ts";
import { AuditEntryEntity } from "./audit-entry.entity.ts";
import { openAuditTable } from "./audit-table.ts";

/** An event in the audit log. Contains ids and operators' reasons, but no names, e-mail addresses or other texts of people. */
export interface AuditEntry {
  readonly at: Date;
  /** A user's id, an operator's ARN or name, or `stripe`; absent for a visitor. */
  readonly who?: string | undefined;
  readonly event: AuditEvent;
  readonly target?: string | undefined;
  /** Of a command: `started`, then a result that isn't a route's failure. */
  readonly outcome: "started" | "done" | "refused" | "failed" | FailureCode;
  /** Of an operator's action or look. */
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface AuditLog {
  /** Appends an entry; throws if that fails. */
  record(entry: AuditEntry): Promise<void>;
  /** Takes as long as recording an entry but keeps none, so that an answer's timing doesn't disclose an account. */
  feign(entry: AuditEntry): Promise<void>;
}

/** Partitions of a day, since each takes 1,000 writes a second. */
export const SHARDS = 16;

/** Partition of a day (YYYY-MM-DD) and shard. */
export const buildDayShard = (day: string, shard: number) => `${day}#${shard}`;

/** The place in its day of an entry with this UUIDv7, and thus of the cursor after it. */
export const buildPlace = (entryId: string) => `${getCreatedAt(entryId)}#${entryId}`;

/** The shard with all entries of an account, or of the entry's other subject. */
export const getShard = (subject: string) => createHash("sha256").update(subject).digest().readUInt32BE() % SHARDS;

/** A user's entries are stored together, those of commands and visitors with the account that they affect. */
const getSubject = ({ who, target, requestId }: AuditEntry) =>
  (who && isAccount(who) ? who : (target ?? who)) ?? requestId ?? "";

/** True if an entry's `who` is an account, whose own shard has its entries. */
export const isAccount = (who: string) => /^[0-9a-f-]{36}$/.test(who);

/** The shards of an entry. An operator's, which names a reason, is stored with the target as well, since both are searched. */
const listShards = (entry: AuditEntry) => {
  const { target, reason } = entry;
  return [...new Set([getShard(getSubject(entry)), ...(reason && target ? [getShard(target)] : [])])];
};

const buildEntry = (entry: AuditEntry, dayShard: string, place: string) => {
  const { at, who, event, target, outcome, reason, requestId } = entry;
  return AuditEntryEntity.build(PutItemCommand).item({
    dayShard,
    place,
    ...{ who, event, target, outcome, reason, requestId },
    expires: epochSeconds(at) + LIFETIMES.auditEntry,
  });
};

/** A call waits at most two seconds for its entry; operators and exports wait as the SDK does. */
export const WITHIN_CALL = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1000, throwOnRequestTimeout: true },
} satisfies DynamoDBClientConfig;

/** Opens the audit log that the environment names, once per process. */
export function openAuditLog(
  { AUDIT_TABLE_NAME }: { readonly AUDIT_TABLE_NAME: string },
  client: DynamoDBClientConfig = {},
): AuditLog {
  openAuditTable(AUDIT_TABLE_NAME, client);
  return {
    async record(entry) {
      const place = buildPlace(uuidv7({ msecs: entry.at.getTime() }));
      const appends = listShards(entry).map((shard) =>
        buildEntry(entry, buildDayShard(place.slice(0, 10), shard), place).options({
          condition: { attr: "event", exists: false },
        }),
      );
      // The key is unique to this entry, so an existing item is a first attempt whose answer was late.
      await Promise.all(appends.map((append) => conditionHeld(append.send())));
    },
    // Each replaces the previous one, under a day that is never read.
    feign: async (entry) =>
      void (await buildEntry(entry, buildDayShard("feigned", getShard(getSubject(entry))), "feigned").send()),
  };
}
