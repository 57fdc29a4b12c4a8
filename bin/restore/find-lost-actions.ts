import { openAuditTable } from "#lambdas/platform/audit/audit-table.ts";
import { findEntries } from "#lambdas/platform/audit/find-entries.ts";
import type { AuditEvent } from "#shared/audit.ts";

/** The command that repeats each action whose result is stored only in the table, by the target's id. */
const REPEAT_COMMANDS: Partial<Record<AuditEvent, (id: string) => string>> = {
  "account.erase": (id) => `erase-user --user ${id}`,
  "account.block": (id) => `block --user ${id} --reason … --rule …`,
  "account.unblock": (id) => `unblock --user ${id} --reason …`,
  "item.hide": (key) => `item hide --key "${key}"`,
  "item.unhide": (key) => `item unhide --key "${key}"`,
  "artwork.block": (id) => `block --artwork ${id}`,
  "artwork.unblock": (id) => `unblock --artwork ${id}`,
  "artwork.mark_mature": (id) => `mature mark --artwork ${id} --reason … --rule …`,
  "artwork.unmark_mature": (id) => `mature unmark --artwork ${id} --reason …`,
  "artwork.take_down": (id) => `takedown --link /artwork/${id} --reason … --reporter …`,
  "artwork.counter_notice": (id) => `counter-notice --link /artwork/${id} --answer …`,
  "artwork.restore": (id) => `counter-notice --link /artwork/${id} --restore`,
};

/**
 * Operators' actions on accounts, artwork and items since a given time that were done, failed, or only started; oldest first.
 * They come from the audit log, whose table isn't restored.
 */
export async function findLostActions(auditTableName: string, from: Date) {
  openAuditTable(auditTableName);
  const started = new Map<string, string>();
  const lost: { readonly at: string; readonly command: string }[] = [];
  for await (const { at, event, target = "", outcome } of findEntries({ from, until: new Date() })) {
    const command = REPEAT_COMMANDS[event as AuditEvent]?.(target);
    if (!command) continue;
    if (outcome === "started") started.set(command, at);
    else started.delete(command);
    // A failed action may be partly done; a refused one changed nothing.
    if (outcome === "done" || outcome === "failed") lost.push({ at, command });
  }
  for (const [command, at] of started) lost.push({ at, command });
  return lost.sort((one, other) => one.at.localeCompare(other.at));
}
