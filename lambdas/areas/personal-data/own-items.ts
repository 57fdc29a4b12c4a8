import type { Entity } from "dynamodb-toolbox/entity";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { UserConnectionEntity } from "../../events/sockets/connection.entity.ts";
import { getCreatedAt, toIso } from "../../platform/runtime/time.ts";
import { getKey, parseKey } from "../../platform/table/item-key.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { IdempotencyEntity } from "../../platform/table/transact-once.ts";
import { AnnouncementTimesEntity } from "../announcements/announcement-times.entity.ts";
import { EmailChangeEntity } from "../auth/email-change.entity.ts";
import { KnownBrowserEntity } from "../auth/known-browser.entity.ts";
import { SessionEntity } from "../auth/session.entity.ts";
import { MembershipEntity } from "../collections/collection.entity.ts";
import { CommentQuotaEntity } from "../community/comment-quota.entity.ts";
import { FavoriteEntity } from "../favorites/favorite.entity.ts";
import { FollowEntity } from "../follows/follow.entity.ts";
import { FollowerNoticeQuotaEntity } from "../follows/follower-notice.entity.ts";
import { UploadedBytesEntity, UploadSlotEntity } from "../media/upload-quota.entity.ts";
import { BlockEntity } from "../messages/block.entity.ts";
import { InboxEntity } from "../messages/thread.entity.ts";
import { NotificationEntity, ProcessedEventEntity } from "../notifications/notification.entity.ts";
import {
  FactorProofEntity,
  PasskeyEntity,
  PendingTotpEntity,
  RecoveryCodeEntity,
  TotpEntity,
} from "../second-factor/factors.entity.ts";
import { DataExportEntity } from "../users/data-export.entity.ts";
import { UserEntity } from "../users/user.entity.ts";
import { declareExport, type Exported, type ExportedKind } from "./declare-export.ts";

interface OwnKind {
  /** Name of their section in the export. */
  readonly section: string;
  readonly kind: Pick<ExportedKind<never>, "entity" | "exportStored" | "without">;
  /** Filter of exported items; all by default. */
  readonly only?: (item: Exported) => boolean;
}

/** Kinds of items in a user's own partition. */
const OWN_KINDS: readonly OwnKind[] = [
  {
    section: "account",
    kind: declareExport(UserEntity, {
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
        suspendedBy: "another person's",
      },
      derive: ({ userId, customerId }) => ({
        created: getCreatedAt(userId),
        ...(customerId ? { savedCards: "Kept by Stripe alone. Your settings list them." } : {}),
      }),
    }),
  },
  {
    section: "dataExport",
    kind: declareExport(DataExportEntity, {
      without: {
        userId: "of the system",
        exportId: "of the system",
        requested: "of the system",
        done: "of the system",
        expires: "of the system",
      },
      derive: ({ requested, expires }) => ({ asked: toIso(requested), until: toIso(expires) }),
    }),
  },
  {
    section: "emailChange",
    kind: declareExport(EmailChangeEntity, {
      without: { userId: "of the system", tokenHash: "a secret", notBefore: "of the system" },
    }),
  },
  {
    section: "sessions",
    kind: declareExport(SessionEntity, {
      without: { userId: "of the system", sessionId: "of the system", started: "of the system", used: "of the system" },
      derive: ({ started, used }) => ({ began: toIso(started), lastUsed: toIso(used) }),
    }),
  },
  {
    section: "knownBrowsers",
    kind: declareExport(KnownBrowserEntity, {
      without: { userId: "of the system", digest: "a secret" },
      derive: ({ expires }) => ({ lastLogIn: toIso(expires - LIFETIMES.knownBrowser) }),
    }),
  },
  {
    section: "authenticatorApp",
    kind: declareExport(TotpEntity, {
      without: { userId: "of the system", encrypted: "a secret", lastStep: "of the system" },
    }),
  },
  {
    section: "pendingAuthenticatorApp",
    kind: declareExport(PendingTotpEntity, {
      without: { userId: "of the system", encrypted: "a secret" },
    }),
  },
  {
    section: "passkeys",
    kind: declareExport(PasskeyEntity, {
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
  {
    section: "recoveryCodes",
    kind: declareExport(RecoveryCodeEntity, {
      without: { userId: "of the system", digest: "a secret" },
      derive: () => ({ used: false }),
    }),
  },
  {
    section: "favorites",
    kind: declareExport(FavoriteEntity, {
      without: { userId: "of the system", list: "of the system", favoriteId: "of the system", day: "of the system" },
      derive: ({ list, favoriteId }) => ({ added: getCreatedAt(favoriteId), removed: list === undefined }),
    }),
  },
  {
    section: "follows",
    kind: declareExport(FollowEntity, {
      without: {
        userId: "of the system",
        list: "of the system",
        followId: "of the system",
        ofArtist: "of the system",
        notified: "of the system",
      },
      derive: ({ list, notified, followId }) => ({
        began: getCreatedAt(followId),
        ended: list === undefined,
        notifies: notified !== undefined,
      }),
    }),
  },
  {
    section: "notifications",
    kind: declareExport(NotificationEntity, {
      without: { userId: "of the system", notificationId: "of the system", actorId: "another person's" },
      derive: ({ notificationId }) => ({ created: getCreatedAt(notificationId) }),
    }),
  },
  {
    section: "inbox",
    kind: declareExport(InboxEntity, {
      without: {
        userId: "of the system",
        list: "of the system",
        lastMessageId: "of the system",
        firstUnread: "of the system",
      },
    }),
  },
  {
    section: "sharedCollections",
    kind: declareExport(MembershipEntity, { without: { userId: "of the system", ownerId: "another person's" } }),
  },
  { section: "blockedPeople", kind: declareExport(BlockEntity, { without: { userId: "of the system" } }) },
  {
    section: "mails",
    kind: declareExport(ProcessedEventEntity, {
      without: { userId: "of the system", notificationId: "of the system", expires: "of the system" },
      derive: ({ expires }) => ({ sent: toIso(expires - LIFETIMES.processedEvent) }),
    }),
    // Others only deduplicate notifications, which are exported themselves, and contain other people's ids.
    only: (item) => String(parseKey(ProcessedEventEntity, item)?.event).startsWith("mail#"),
  },
];

/** Kinds with only counts, locks, times and digests, which expire. */
const TRANSIENT: readonly Entity[] = [
  AnnouncementTimesEntity,
  CommentQuotaEntity,
  FactorProofEntity,
  FollowerNoticeQuotaEntity,
  IdempotencyEntity,
  UploadedBytesEntity,
  UploadSlotEntity,
  UserConnectionEntity,
];

function findKind(key: Exported): OwnKind | undefined {
  const kind = OWN_KINDS.find(({ kind: { entity } }) => parseKey(entity, key));
  if (!kind && !TRANSIENT.some((entity) => parseKey(entity, key))) {
    throw new Error(`The export has no mapping for items of kind ${String(key.sk).split("#")[0]}`);
  }
  return kind;
}

/**
 * All items in a user's own partition, by section; one query per megabyte. Throws for an undeclared kind, so that nothing is
 * omitted unnoticed.
 */
export async function readOwnItems(table: OpenTable, userId: string) {
  const query = MarketplaceTable.build(QueryCommand)
    .query({ partition: getKey(UserEntity, { userId }).pk })
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY });
  const { Items = [] } = await table.send(query);
  const sections: Record<string, Exported[]> = Object.fromEntries(OWN_KINDS.map(({ section }) => [section, []]));
  for (const item of Items) {
    const found = findKind(item);
    if (found && (found.only?.(item) ?? true)) sections[found.section]?.push(found.kind.exportStored(item));
  }
  return sections;
}

/** Omitted attributes of these sections. */
export const OWN_OMISSIONS = Object.fromEntries(OWN_KINDS.map(({ section, kind }) => [section, kind.without]));
