import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/limits.ts";
import { createdOf, isoOf } from "../../platform/runtime/time.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { EmailChangeEntity } from "../auth/email-change.entity.ts";
import { KnownBrowserEntity } from "../auth/known-browser.entity.ts";
import { SessionEntity } from "../auth/session.entity.ts";
import { FavoriteEntity } from "../favorites/favorite.entity.ts";
import { FollowEntity } from "../follows/follow.entity.ts";
import { BlockEntity } from "../messages/block.entity.ts";
import { InboxEntity } from "../messages/thread.entity.ts";
import { NotificationEntity, ProcessedEventEntity } from "../notifications/notification.entity.ts";
import { PasskeyEntity, PendingTotpEntity, RecoveryCodeEntity, TotpEntity } from "../second-factor/factors.entity.ts";
import { DataExportEntity } from "../users/data-export.entity.ts";
import { UserEntity } from "../users/user.entity.ts";
import { type Exported, type ExportedKind, exported } from "./exported.ts";

interface OwnKind {
  /** Name of their section in the export. */
  readonly section: string;
  readonly kind: Pick<ExportedKind<never>, "ofStored" | "without">;
  /** Which of them are exported; all where it isn't said. */
  readonly only?: (sortKey: string) => boolean;
}

/** Kinds of items in a user's own partition, by the sort key or its first part. */
const OWN_KINDS: Readonly<Record<string, OwnKind>> = {
  U: {
    section: "account",
    kind: exported(UserEntity, {
      without: {
        avatarKey: "a secret",
        until: "of the system",
        notBefore: "of the system",
        passwordFrom: "of the system",
        exemptSession: "of the system",
        resetUntil: "of the system",
        recoveryCodeSets: "of the system",
        undoneFrom: "of the system",
        undoneAt: "of the system",
        lastNotice: "of the system",
        unsubscribeKey: "a secret",
      },
      also: ({ userId, customerId }) => ({
        created: createdOf(userId),
        ...(customerId ? { savedCards: "Kept by Stripe alone. Your settings list them." } : {}),
      }),
    }),
  },
  DX: {
    section: "dataExport",
    kind: exported(DataExportEntity, {
      without: {
        userId: "of the system",
        exportId: "of the system",
        requested: "of the system",
        done: "of the system",
        expires: "of the system",
      },
      also: ({ requested, expires }) => ({ asked: isoOf(requested), until: isoOf(expires) }),
    }),
  },
  EC: {
    section: "emailChange",
    kind: exported(EmailChangeEntity, {
      without: { userId: "of the system", tokenHash: "a secret", notBefore: "of the system" },
    }),
  },
  SE: {
    section: "sessions",
    kind: exported(SessionEntity, {
      without: { userId: "of the system", sessionId: "of the system", started: "of the system", used: "of the system" },
      also: ({ started, used }) => ({ began: isoOf(started), lastUsed: isoOf(used) }),
    }),
  },
  B: {
    section: "knownBrowsers",
    kind: exported(KnownBrowserEntity, {
      without: { userId: "of the system", digest: "a secret" },
      also: ({ expires }) => ({ lastLogIn: isoOf(expires - LIFETIMES.knownBrowser) }),
    }),
  },
  TOTP: {
    section: "authenticatorApp",
    kind: exported(TotpEntity, {
      without: { userId: "of the system", encrypted: "a secret", lastStep: "of the system" },
    }),
  },
  "TOTP#pending": {
    section: "pendingAuthenticatorApp",
    kind: exported(PendingTotpEntity, {
      without: { userId: "of the system", encrypted: "a secret" },
    }),
  },
  PK: {
    section: "passkeys",
    kind: exported(PasskeyEntity, {
      without: {
        userId: "of the system",
        digest: "a secret",
        passkeyId: "of the system",
        credentialId: "a secret",
        publicKey: "a secret",
        counter: "of the system",
      },
    }),
  },
  RC: {
    section: "recoveryCodes",
    kind: exported(RecoveryCodeEntity, {
      without: { userId: "of the system", digest: "a secret" },
      also: () => ({ used: false }),
    }),
  },
  F: {
    section: "favorites",
    kind: exported(FavoriteEntity, {
      without: { userId: "of the system", list: "of the system", favoriteId: "of the system", day: "of the system" },
      also: ({ list, favoriteId }) => ({ added: createdOf(favoriteId), removed: list === undefined }),
    }),
  },
  FO: {
    section: "follows",
    kind: exported(FollowEntity, {
      without: {
        userId: "of the system",
        list: "of the system",
        followId: "of the system",
        ofArtist: "of the system",
        notified: "of the system",
      },
      also: ({ list, notified, followId }) => ({
        began: createdOf(followId),
        ended: list === undefined,
        notifies: notified !== undefined,
      }),
    }),
  },
  N: {
    section: "notifications",
    kind: exported(NotificationEntity, {
      without: { userId: "of the system", notificationId: "of the system", actorId: "another person's" },
      also: ({ notificationId }) => ({ created: createdOf(notificationId) }),
    }),
  },
  MT: {
    section: "inbox",
    kind: exported(InboxEntity, {
      without: {
        userId: "of the system",
        list: "of the system",
        lastMessageId: "of the system",
        firstUnread: "of the system",
      },
    }),
  },
  BL: { section: "blockedPeople", kind: exported(BlockEntity, { without: { userId: "of the system" } }) },
  T: {
    section: "mails",
    kind: exported(ProcessedEventEntity, {
      without: { userId: "of the system", notificationId: "of the system", expires: "of the system" },
      also: ({ expires }) => ({ sent: isoOf(expires - LIFETIMES.processedEvent) }),
    }),
    // Others say that a notification was delivered, which is there itself, under ids of who caused it.
    only: (sortKey) => sortKey.startsWith("T#mail#"),
  },
};

/** Kinds that hold nothing but counts, locks and digests, which expire within minutes to days. */
const TRANSIENT = ["AN", "FP", "K", "Q", "UB", "UP", "WS"];

function kindOf(sortKey: string): OwnKind | undefined {
  const [first = ""] = sortKey.split("#");
  const kind = OWN_KINDS[sortKey] ?? OWN_KINDS[first];
  if (!kind && !TRANSIENT.includes(first)) throw new Error(`The export doesn't know what a user's item ${first} is.`);
  return kind;
}

/**
 * Everything in a user's own partition, by section; one query for each megabyte. Throws at an item of a kind that isn't declared
 * here, so that nothing is left out unnoticed.
 */
export async function readOwnItems(table: OpenTable, userId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: `U#${userId}` })
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  const sections: Record<string, Exported[]> = Object.fromEntries(
    Object.values(OWN_KINDS).map(({ section }) => [section, []]),
  );
  for (const item of Items) {
    const sortKey = String(item.sk);
    const found = kindOf(sortKey);
    if (found && (found.only?.(sortKey) ?? true)) sections[found.section]?.push(found.kind.ofStored(item));
  }
  return sections;
}

/** Attributes that these sections leave out. */
export const OWN_OMISSIONS = Object.fromEntries(
  Object.values(OWN_KINDS).map(({ section, kind }) => [section, kind.without]),
);
