import { createHash, randomUUID } from "node:crypto";
import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import type { AuditEvent } from "#shared/audit.ts";
import type { FailureCode } from "#shared/failures.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/time.ts";
import { conditionHeld } from "../table/conditions.ts";
import { AuditEntryEntity } from "./audit-entry.entity.ts";
import { openAuditTable } from "./audit-table.ts";

/** An event in the audit log. Ids only: no name, address or text of a person. */
export interface AuditEntry {
  readonly at: Date;
  /** A user's id, an operator's ARN or name, or `stripe`; a visitor has none. */
  readonly who?: string | undefined;
  readonly event: AuditEvent;
  readonly target?: string | undefined;
  /** Of a command `started` comes first, and the last is none of a route's failures. */
  readonly outcome: "started" | "done" | "refused" | "failed" | FailureCode;
  readonly requestId?: string | undefined;
}

export interface AuditLog {
  /** Appends an entry; throws where the log doesn't take it. */
  record(entry: AuditEntry): Promise<void>;
  /** Does the work of an entry and keeps none, so that the time of an answer doesn't tell whether it was about an account. */
  feign(entry: AuditEntry): Promise<void>;
}

/** A partition takes 1,000 writes a second, so a day has as many as this. */
export const SHARDS = 16;

/** Partition of a day (YYYY-MM-DD) and shard. */
export const buildDayShard = (day: string, shard: number) => `${day}#${shard}`;

/** The shard that holds all entries of an account, or of whatever an entry without one is about. */
export const getShard = (subject: string) => createHash("sha256").update(subject).digest().readUInt32BE() % SHARDS;

/** A user's entries are together, those of operators and visitors with the account that they are about. */
const getSubject = ({ who, target, requestId }: AuditEntry) =>
  (who && UUID.test(who) ? who : (target ?? who)) ?? requestId ?? "";

const UUID = /^[0-9a-f-]{36}$/;

const put = (entry: AuditEntry, day: string, place: string) => {
  const { at, who, event, target, outcome, requestId } = entry;
  return AuditEntryEntity.build(PutItemCommand).item({
    dayShard: buildDayShard(day, getShard(getSubject(entry))),
    place,
    ...{ who, event, target, outcome, requestId },
    expires: epochSeconds(at) + LIFETIMES.auditEntry,
  });
};

/** A call waits two seconds at most for its entry; operators and exports wait as the SDK does. */
export const WITHIN_CALL = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1000, throwOnRequestTimeout: true },
} satisfies DynamoDBClientConfig;

/** Opens the audit log that the environment names; one process writes one. */
export function openAuditLog(
  { AUDIT_TABLE_NAME }: { readonly AUDIT_TABLE_NAME: string },
  client: DynamoDBClientConfig = {},
): AuditLog {
  openAuditTable(AUDIT_TABLE_NAME, client);
  return {
    async record(entry) {
      const moment = entry.at.toISOString();
      const append = put(entry, moment.slice(0, 10), `${moment}#${randomUUID()}`).options({
        condition: { attr: "event", exists: false },
      });
      // The key is this entry's own, so whatever is there is what a first attempt has written whose answer came late.
      await conditionHeld(append.send());
    },
    // Each takes the place of the one before, on no day that is ever read.
    feign: async (entry) => void (await put(entry, "feigned", "feigned").send()),
  };
}
