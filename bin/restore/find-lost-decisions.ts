import { openAuditTable } from "#lambdas/platform/audit/audit-table.ts";
import { findEntries } from "#lambdas/platform/audit/find-entries.ts";
import type { AuditEvent } from "#shared/audit.ts";

/** The command that makes each decision of operators which only the table holds once more, by the target's id. */
const REPEATED_BY: Partial<Record<AuditEvent, (id: string) => string>> = {
  "account.erase": (id) => `erase-user --user ${id}`,
  "account.block": (id) => `block --user ${id}`,
  "account.unblock": (id) => `unblock --user ${id}`,
  "artwork.block": (id) => `block --artwork ${id}`,
  "artwork.unblock": (id) => `unblock --artwork ${id}`,
  "artwork.take_down": (id) => `takedown --link /artwork/${id} --reason … --reporter …`,
  "artwork.counter_notice": (id) => `counter-notice --link /artwork/${id} --answer …`,
};

/**
 * Operators' decisions about accounts and artwork that were done or failed since a moment, the oldest first. They come from the
 * audit log, whose table no restore touches.
 */
export async function* findLostDecisions(auditTableName: string, from: Date) {
  openAuditTable(auditTableName);
  for await (const { at, event, target, outcome } of findEntries({ from, until: new Date() })) {
    // A deed that failed may be done halfway; one that was refused changed nothing.
    if (outcome !== "done" && outcome !== "failed") continue;
    const command = REPEATED_BY[event as AuditEvent]?.(target ?? "");
    if (command) yield { at, command };
  }
}
