import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { issueEmailUndo } from "../../areas/auth/email-undo.ts";
import { MediaEntity } from "../../areas/media/media.entity.ts";
import { accountEmailTemplates } from "../../areas/users/account-email-templates.ts";
import { deleteDataExport } from "../../areas/users/data-exports.ts";
import type { User } from "../../areas/users/find-user.ts";
import { restrictionEmailTemplates } from "../../areas/users/restriction-email-templates.ts";
import { UserEntity } from "../../areas/users/user.entity.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { type MailServices, mailOnceTo } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { consume, parseImage } from "./consume.ts";
import { syncNewArtwork, syncOwner } from "./sync-artwork-owner.ts";

type SyncServices = BaseServices & MailServices;

/** Handles a changed account: updates the owner in its artwork, deletes replaced avatars, mails notices. */
export const syncAccount = (event: DynamoDBStreamEvent, services: SyncServices) =>
  consume(event, services, async (record) => {
    if (record.eventName === "MODIFY") return syncUser(record, services);
    if (record.eventName === "INSERT") return syncPublished(record, services);
  });

/** Handles a changed user; safe to repeat. */
async function syncUser(record: DynamoDBRecord, services: SyncServices) {
  const [before, after] = [parseImage(record, "OldImage", UserEntity), parseImage(record, "NewImage", UserEntity)];
  if (!before || !after) return;
  const { table, now } = services;
  const closed = Boolean(after.deactivatedAt && !before.deactivatedAt);
  const isAppearanceChanged = before.avatarKey !== after.avatarKey || before.fullName !== after.fullName;
  if (closed || isAppearanceChanged) await syncOwner(table, after.userId, now());
  if (closed) await deleteDataExport(table, after.userId);
  if (before.avatarMediaId && before.avatarMediaId !== after.avatarMediaId) {
    await table.send(MediaEntity.build(DeleteItemCommand).key({ mediaId: before.avatarMediaId }));
  }
  const notice = before.verified && (await buildNotice(before, after, closed, services));
  if (!notice) return;
  const event = { key: `mail#account#${record.eventID}`, kind: notice.kind };
  await mailOnceTo(before.email, services, after.userId, event, notice.email);
}

/** The mail to the account's former e-mail address about the change, if any. */
async function buildNotice(before: User, after: User, closed: boolean, services: SyncServices) {
  if (closed && after.closeReason)
    return { kind: "accountErased", email: accountEmailTemplates.erased(after.closeReason) };
  if (closed) {
    const email = emailTemplates.accountDeactivated({ hasSellerAccount: before.stripeId !== undefined });
    return { kind: "accountDeactivated", email };
  }
  if (before.factorsRemoved !== after.factorsRemoved) {
    return { kind: "factorsRemoved", email: emailTemplates.factorsRemoved(`${services.siteOrigin}/settings`) };
  }
  const { sessionsEnded } = after;
  if (sessionsEnded && sessionsEnded.notBefore !== before.sessionsEnded?.notBefore) {
    const email = accountEmailTemplates.sessionsEnded(`${services.siteOrigin}/login`, sessionsEnded.reason);
    return { kind: "accountSessionsEnded", email };
  }
  const restriction = buildSuspensionMail(before, after, services) ?? buildBlockMail(before, after, services);
  if (restriction) return restriction;
  if (before.email.toLowerCase() === after.email.toLowerCase()) return undefined;
  // No undo link to an address that lost the account by an undo.
  if (before.undoneAt !== after.undoneAt) return undefined;
  // The stream may be late; the period starts at the change.
  const token = await issueEmailUndo(services, before, after.emailChanged ?? epochSeconds(services.now()));
  return { kind: "emailChanged", email: emailTemplates.emailChanged(`${services.siteOrigin}/verify_token/${token}`) };
}

function buildSuspensionMail(before: User, { suspension }: User, { siteOrigin }: SyncServices) {
  if (!suspension) return undefined;
  if (suspension.suspensionId !== before.suspension?.suspensionId)
    return { kind: "accountSuspended", email: restrictionEmailTemplates.suspended(siteOrigin, suspension) };
  if (!suspension.liftedAt || before.suspension.liftedAt) return undefined;
  const email = restrictionEmailTemplates.lifted(siteOrigin, suspension.liftReason ?? "");
  return { kind: "accountSuspensionLifted", email };
}

function buildBlockMail(before: User, { blockedAt, blockStatement }: User, { siteOrigin }: SyncServices) {
  if (!blockStatement || Boolean(blockedAt) === Boolean(before.blockedAt)) return undefined;
  if (blockedAt) return { kind: "accountBlocked", email: restrictionEmailTemplates.blocked(blockStatement) };
  const email = restrictionEmailTemplates.unblocked(`${siteOrigin}/login`, blockStatement.endReason ?? "");
  return { kind: "accountUnblocked", email };
}

/** Handles artwork published at the same moment as its owner changed. */
async function syncPublished(record: DynamoDBRecord, { table, now }: SyncServices) {
  const artwork = parseImage(record, "NewImage", ArtworkEntity);
  if (artwork) await syncNewArtwork(table, artwork, now());
}
