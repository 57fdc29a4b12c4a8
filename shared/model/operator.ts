import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { Person } from "./account.ts";
import { AskedDays } from "./day.ts";
import { choice, id, pageQuery, requiredCode, requiredLines } from "./primitives.ts";

/** Permissions of operators, each granted by itself. */
export const OPERATOR_PERMISSIONS = ["moderation", "support", "curation", "finance"] as const;

export const OperatorPermission = choice(OPERATOR_PERMISSIONS);
export type OperatorPermission = z.output<typeof OperatorPermission>;

/** Permissions that a route requires: one, any of several, or all of several. */
export type RequiredPermission =
  | OperatorPermission
  | { readonly anyOf: readonly OperatorPermission[] }
  | { readonly allOf: readonly OperatorPermission[] };

/** True if these permissions are what a route requires; without a requirement any operator may call it. */
export function isPermitted(required: RequiredPermission | undefined, permissions: readonly OperatorPermission[]) {
  const has = (permission: OperatorPermission) => permissions.includes(permission);
  if (required === undefined) return true;
  if (typeof required === "string") return has(required);
  return "anyOf" in required ? required.anyOf.some(has) : required.allOf.every(has);
}

/** The caller's own permissions. */
export const OperatorAccount = z.object({ name: z.string(), permissions: z.array(OperatorPermission) });
export type OperatorAccount = z.output<typeof OperatorAccount>;

/** The field `reason` in the body of every operator's action: the audit log keeps it, and its receiver may read it. */
export const OperatorReason = requiredLines(LIMITS.operatorReason.max);

/** An item of the queue. */
export const CaseId = id<"case">();
export type CaseId = z.output<typeof CaseId>;

/** Reasons to look at private things outside the queue. */
export const LOOK_REASONS = ["asked_by_owner", "report", "payment_problem", "security", "legal_request"] as const;

const KeptReason = choice(LOOK_REASONS);

/** The parameter `reason` in the query of every look at private things: an item of the queue, or a kept reason. */
export const LookReason = requiredCode(LIMITS.lookedUp.max).check(
  z.refine((reason) => KeptReason.safeParse(reason).success || CaseId.safeParse(reason).success, MESSAGES.invalid),
);
export type LookReason = z.output<typeof LookReason>;

/** A look at private things. */
export const Look = z.object({ reason: LookReason });

/** A search for one account or order, by exactly one name, number, id or link. */
export const LookSearch = z.extend(Look, { q: requiredCode(LIMITS.lookedUp.max) });
export type LookSearch = z.output<typeof LookSearch>;

/** An entry of the audit log. */
export const LogEntry = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** An account's id, the name of a command's operator, or `stripe`; absent for a visitor. */
  who: z.optional(z.string()),
  /** The account in `who`. */
  actor: z.optional(Person),
  event: z.string(),
  target: z.optional(z.string()),
  /** The account in `target`. */
  targetPerson: z.optional(Person),
  /** `done`, or the failure's code. */
  outcome: z.string(),
  /** Of an operator's action or look. */
  reason: z.optional(z.string()),
});
export type LogEntry = z.output<typeof LogEntry>;

/** Filters of the audit log. `who` and `target`: an id or a username; `event`: an event, or the first part of several. */
export const LogQuery = z.extend(z.extend(pageQuery(LIMITS.logPage), AskedDays.shape), {
  reason: LookReason,
  who: z.optional(requiredCode(LIMITS.lookedUp.max)),
  event: z.optional(requiredCode(LIMITS.lookedUp.max)),
  target: z.optional(requiredCode(LIMITS.lookedUp.max)),
});
export type LogQuery = z.output<typeof LogQuery>;
