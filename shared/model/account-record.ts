import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { ListedSession, Person } from "./account.ts";
import { OwnArtworkCard } from "./artwork.ts";
import { Case } from "./case.ts";
import { ArtworkId, OrderId, UserId } from "./ids.ts";
import { NOTIFICATION_TYPES } from "./notifications.ts";
import { LookReason, OperatorPermission, OperatorReason } from "./operator.ts";
import { ORDER_SIDES, ORDER_STATUSES } from "./order.ts";
import { choice, optionalLines, optionalText, pageQuery, requiredCode, requiredText, text } from "./primitives.ts";

export const ACCOUNT_STATES = ["open", "unverified", "suspended", "blocked", "closed"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** An account as operators see it: a blocked or closed one keeps its username. */
export const FoundPerson = z.extend(Person, {
  name: z.string(),
  state: choice(ACCOUNT_STATES),
  /** The side of the order that was searched; null for other searches. */
  side: z.nullable(choice(["buyer", "seller"])),
});
export type FoundPerson = z.output<typeof FoundPerson>;

export const FoundPeople = z.object({ items: z.array(FoundPerson) });

export const AccountPageLook = z.extend(pageQuery(), { reason: LookReason });

export const AccountOrdersLook = z.extend(AccountPageLook, { side: choice(ORDER_SIDES) });

/** An account's refused call. */
const AccountRefusal = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  event: z.string(),
  /** The failure's code. */
  outcome: z.string(),
});

/** An account as operators see it. Times are ISO 8601. */
export const AccountRecord = z.object({
  id: UserId,
  name: z.string(),
  fullName: z.string(),
  avatar: z.nullable(z.string()),
  state: choice(ACCOUNT_STATES),
  /** State of the account that an action refers to; it is refused once that has changed. */
  version: z.string(),
  /** Null once the account is closed. */
  email: z.nullable(z.string()),
  verified: z.boolean(),
  created: z.string(),
  /** The last suspension; `own` if the caller made it. */
  suspension: z.nullable(
    z.object({
      at: z.string(),
      reason: z.string(),
      rule: z.string(),
      answeredAt: z.nullable(z.string()),
      liftedAt: z.nullable(z.string()),
      own: z.boolean(),
    }),
  ),
  blockedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  sells: z.boolean(),
  operatorPermissions: z.array(OperatorPermission),
  /** Visible artworks; of a blocked account those whose block isn't finished. */
  shown: z.number(),
  /** Valid ones, the latest used first. */
  sessions: z.array(z.omit(ListedSession, { current: true })),
  factors: z.object({ apps: z.number(), passkeys: z.number(), recoveryCodes: z.number() }),
  /** When the password was last entered up to the second factor, in the last hour; null otherwise. */
  passwordProvenAt: z.nullable(z.string()),
  /** When the next copy of the data can be requested; null if that is now. */
  exportAgain: z.nullable(z.string()),
  /** Refused calls of the last days, newest first. */
  refusals: z.array(AccountRefusal),
});
export type AccountRecord = z.output<typeof AccountRecord>;

/** Mails and notifications to the account in the last 30 days, newest first, without the texts. Times are ISO 8601. */
export const AccountMails = z.object({
  /** `kind`: the mail's template. `refused`: the mail service refused it for good, e.g. because earlier mails bounced. */
  mails: z.array(z.object({ id: z.string(), kind: z.string(), sent: z.string(), refused: z.boolean() })),
  notifications: z.array(
    z.object({ id: z.string(), type: choice(NOTIFICATION_TYPES), created: z.string(), read: z.boolean() }),
  ),
});
export type AccountMails = z.output<typeof AccountMails>;

/** Cases that the account wrote, and those about its artwork, newest first. */
export const AccountCases = z.object({ by: z.array(Case), against: z.array(Case) });

export const AccountArtwork = OwnArtworkCard;

export const AccountOrder = z.object({
  orderId: OrderId,
  artworkId: ArtworkId,
  title: z.string(),
  status: choice(ORDER_STATUSES),
  /** ISO 8601. */
  placed: z.string(),
  /** The account's own side in cents: spent or earned; null without the permission. */
  amount: z.nullable(z.number()),
});
export type AccountOrder = z.output<typeof AccountOrder>;

/** The fields of every action on an account: its reason, and the state that the operator saw. */
export const AccountAction = z.object({
  reason: OperatorReason,
  version: text().check(z.regex(/^[\w-]{16}$/, MESSAGES.invalid)),
});

/** The section of the terms, or the law. */
const OperatorRule = requiredText(LIMITS.operatorRule.max);

/** A block or a suspension. */
export const RuledAccountAction = z.extend(AccountAction, { rule: OperatorRule });

/** Actions whose mail can be previewed. */
export const ACCOUNT_MAILS = [
  "end_sessions",
  "suspend",
  "lift_suspension",
  "block",
  "unblock",
  "export",
  "erase",
] as const;
export type AccountMail = (typeof ACCOUNT_MAILS)[number];

/** An action whose mail is previewed, before its texts are complete. */
export const AccountMailDraft = z.object({
  action: choice(ACCOUNT_MAILS),
  reason: optionalLines(LIMITS.operatorReason.max),
  rule: optionalText(LIMITS.operatorRule.max),
});

const checked = () => z.literal(true, { error: MESSAGES.required });

/** The check that the audit log can't have: the owner answered a mail from the account's address. */
export const FactorsRemoval = z.extend(AccountAction, { addressAnswered: checked() });

export const AccountErasure = z.extend(AccountAction, { username: requiredCode(LIMITS.lookedUp.max) });
