import { AUDIT_EVENTS } from "#shared/audit.ts";
import { FAILURES } from "#shared/failures.ts";
import type { LogEntry } from "#shared/model/operator.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { LOOK_REASON_LABELS } from "./looks/look-reasons.ts";

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const toWords = (name: string) => capitalize(name.replaceAll("_", " "));

/** The name of a mail's template in words, e.g. "Account suspended". */
export const formatMail = (kind: string) =>
  capitalize(kind.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`));

/** An event in words, e.g. "Session: begin second factor". */
export function formatEvent(event: string): string {
  const [kind = "", ...rest] = event.split(".");
  return rest.length > 0 ? `${toWords(kind)}: ${rest.join(" ").replaceAll("_", " ")}` : toWords(kind);
}

const EVENTS = Object.keys(AUDIT_EVENTS);

const getKind = (event: string) => event.split(".")[0] ?? "";

/** The events by the first part of their names. */
export const EVENT_GROUPS = [...new Set(EVENTS.map(getKind))]
  .map((kind) => ({ kind, name: toWords(kind), events: EVENTS.filter((event) => getKind(event) === kind) }))
  .sort((one, other) => one.name.localeCompare(other.name));

export const formatOutcome = (outcome: string): string =>
  Object.hasOwn(FAILURES, outcome) ? FAILURES[outcome as keyof typeof FAILURES].message : toWords(outcome);

export const formatActor = ({ who, actor }: LogEntry): string =>
  actor ? formatNameWithHandle(actor) : (who ?? "A visitor");

export const formatTarget = ({ target, targetPerson }: LogEntry): string =>
  targetPerson ? formatNameWithHandle(targetPerson) : (target ?? "");

/** A kept reason in words; a case's id or an operator's text as it is. */
export const formatReason = ({ reason = "" }: LogEntry): string =>
  Object.hasOwn(LOOK_REASON_LABELS, reason) ? LOOK_REASON_LABELS[reason as keyof typeof LOOK_REASON_LABELS] : reason;
