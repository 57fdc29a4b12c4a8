import type { SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { isWanted } from "#shared/model/notifications.ts";
import { composeAnnouncementMail } from "../../areas/announcements/announcement-mail.ts";
import { findPublicAnnouncement } from "../../areas/announcements/deliver-announcement.ts";
import { findSignups } from "../../areas/auth/find-signups.ts";
import { issueToken } from "../../areas/auth/mailed-token.ts";
import { MailRequest } from "../../areas/auth/open-mail-requests.ts";
import { buildVerificationEmail } from "../../areas/auth/verification-token.ts";
import { hasBlocked } from "../../areas/messages/find-blocks.ts";
import { countUnreadThreads, isFirstUnread } from "../../areas/messages/find-threads.ts";
import { findClaimant, findEmailOwner, type User } from "../../areas/users/find-user.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import { createUnsubscribeLinks } from "../../areas/users/unsubscribe-links.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { mailLog } from "../../platform/mail/mail-log.ts";
import { holdMail, sendOnce } from "../../platform/mail/mail-once.ts";
import {
  AnnouncementMail,
  DeferredMail,
  HeldMail,
  openDeferredMails,
  type Unread,
} from "../../platform/mail/open-deferred-mails.ts";
import { type Mail, MailRefused, openMail } from "../../platform/mail/open-mail.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { type OpenedServices, openServices } from "../../platform/runtime/serve.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { type OpenTable, openTable } from "../../platform/table/marketplace-table.ts";
import { sendSpaced } from "../../platform/throttle/spaced-mail.ts";
import { countReceivedMail } from "../../platform/throttle/throttle.ts";

type Services = Pick<BaseServices, "log" | "now" | "siteOrigin"> & { readonly table: OpenTable; readonly mail: Mail };

/** Mails the requested link if it matches an account. Throws if a retry may succeed. */
export async function processMailRequest(services: Services, request: MailRequest) {
  const { mail } = services;
  const { requestId, kind, email, username = "" } = request;
  const users = await FIND_ACCOUNTS[kind](services, request);
  const logFields = { kind: TEMPLATES[kind], askedBy: requestId };
  if (users.length === 0) return mailLog.skipped(services, logFields, "no account");
  const spaced = { kind, recipientKey: `${email} ${username}`, requestId };
  const isTurn = await sendSpaced(services, spaced, async () => {
    for (const user of users) {
      await mail.send(user.email, await EMAIL_BUILDERS[kind](services, user));
      mailLog.sent(services, { ...logFields, userId: user.userId });
    }
  }).catch((error: unknown) => {
    if (!(error instanceof MailRefused)) throw error;
    mailLog.givenUp(services, logFields, error);
    return true;
  });
  if (!isTurn) mailLog.skipped(services, logFields, "sent before");
}

/** Template by kind of request. */
const TEMPLATES = { forgot: "passwordReset", resend: "verification" } as const;

/** The accounts whose links are mailed to the address. */
const FIND_ACCOUNTS = {
  forgot: async ({ table }: Services, { email }: MailRequest) => {
    const userId = await findEmailOwner(table, email);
    const user = userId ? await findOpenUser(table, userId) : undefined;
    return user?.verified ? [user] : [];
  },
  /** None once the address has an owner, since no link would verify it any more. */
  resend: async ({ table, now }: Services, { email, username }: MailRequest) => {
    if (await findEmailOwner(table, email)) return [];
    const named = username && (await findClaimant(table, { kind: "NAME", value: username }, now()));
    const ids = username ? [named] : await findSignups(table, email, now(), LIMITS.waitingSignups);
    const users = await Promise.all(ids.map((userId) => (userId ? findOpenUser(table, userId) : undefined)));
    return users.filter((user) => user !== undefined).filter((user) => isWaiting(user, email, now()));
  },
} as const;

const isWaiting = ({ verified, until = 0, ...user }: User, email: string, now: Date) =>
  !verified && until > epochSeconds(now) && user.email.toLowerCase() === email.toLowerCase();

const EMAIL_BUILDERS = {
  forgot: async (services: Services, user: User): Promise<EmailTemplate> => {
    const secret = await issueToken(services, "reset", user);
    return emailTemplates.passwordReset(`${services.siteOrigin}/reset_password/user/${user.userId}/token/${secret}`);
  },
  /** The link lives no longer than what it verifies: asking again doesn't extend the reservation of name and address. */
  resend: (services: Services, user: User): Promise<EmailTemplate> =>
    buildVerificationEmail(services, user, user.until),
} as const;

/** Reason why a deferred message is no longer mailed; undefined if it is. */
async function findSkipReason(table: OpenTable, userId: string, unread: Unread) {
  const [isUnread, reader, isBlocked] = await Promise.all([
    isFirstUnread(table, userId, unread),
    findOpenUser(table, userId),
    hasBlocked(table, userId, unread.authorId),
  ]);
  if (!isUnread) return "read before";
  if (!reader) return "account closed";
  if (isBlocked) return "author blocked";
  return isWanted(reader.notices, "messageMail") ? undefined : "switched off";
}

/** Mails a message that is still unread; above the hourly limit, leaves it to a summary. Duplicates are mailed once. */
async function mailMessage(services: RequestServices, { to, userId, event, email }: Deferred, unread: Unread) {
  const logFields = { kind: event.kind, userId };
  const skipReason = await findSkipReason(services.table, userId, unread);
  if (skipReason) return mailLog.skipped(services, logFields, skipReason);
  const { messageId, requestId } = unread;
  const isTurn = await sendSpaced(
    services,
    { kind: "message", recipientKey: `${userId} ${messageId}`, requestId },
    async () => {
      const until = await countReceivedMail(services, "messageMail", userId);
      if (until === undefined) return sendOnce(to, services, userId, event, email);
      return holdMail(services, { userId, notice: "messageMail", until });
    },
  );
  if (!isTurn) mailLog.skipped(services, logFields, "sent before");
}

/** Mails an announcement that is still public to a follower who still wants it; above the hourly limit, leaves it to a summary. */
async function mailAnnouncement(services: RequestServices, { announcementId, userId, requestId }: AnnouncementMail) {
  const { table } = services;
  const event = { key: `mail#announcement#${announcementId}`, kind: "announcement" };
  const logFields = { kind: event.kind, userId };
  const [announcement, reader] = await Promise.all([
    findPublicAnnouncement(table, announcementId),
    findOpenUser(table, userId),
  ]);
  if (!announcement) return mailLog.skipped(services, logFields, "announcement gone");
  if (!reader) return mailLog.skipped(services, logFields, "account closed");
  if (!isWanted(reader.notices, "announcementMail")) return mailLog.skipped(services, logFields, "switched off");
  if (await hasBlocked(table, userId, announcement.artistId))
    return mailLog.skipped(services, logFields, "author blocked");
  const isTurn = await sendSpaced(
    services,
    { kind: "announcement", recipientKey: `${userId} ${announcementId}`, requestId },
    async () => {
      const until = await countReceivedMail(services, "announcementMail", userId);
      if (until !== undefined) return holdMail(services, { userId, notice: "announcementMail", until });
      const email = await composeAnnouncementMail(services, announcement, reader);
      return sendOnce(reader.email, services, userId, event, email);
    },
  );
  if (!isTurn) mailLog.skipped(services, logFields, "sent before");
}

/** The summary of one kind of mail; undefined if there is nothing to report. */
async function buildSummary(services: RequestServices, reader: User, notice: HeldMail["notice"]) {
  const { siteOrigin } = services;
  const unsubscribe = await createUnsubscribeLinks(services, reader, notice);
  if (notice === "announcementMail")
    return emailTemplates.noticesSummary(`${siteOrigin}/following`, "announcements", unsubscribe);
  if (notice !== "messageMail") {
    const subject = notice === "commentMail" ? "comments" : "reviews";
    return emailTemplates.noticesSummary(`${siteOrigin}/my_artwork`, subject, unsubscribe);
  }
  const unread = await countUnreadThreads(services.table, reader.userId);
  return unread === 0 ? undefined : emailTemplates.messagesSummary(`${siteOrigin}/messages`, unread, unsubscribe);
}

/** Sends one summary for all mails held until the same moment; the first to arrive sends it. */
async function mailSummary(services: RequestServices, held: HeldMail) {
  const { userId, notice, until, requestId } = held;
  const wait = until - epochSeconds(services.now());
  if (wait > 0) return services.deferredMails.hold(held, wait);
  const event = { key: `mail#summary#${notice}#${until}`, kind: `${notice} summary` };
  const logFields = { kind: event.kind, userId };
  const reader = await findOpenUser(services.table, userId);
  if (!reader) return mailLog.skipped(services, logFields, "account closed");
  if (!isWanted(reader.notices, notice)) return mailLog.skipped(services, logFields, "switched off");
  const email = await buildSummary(services, reader, notice);
  if (!email) return mailLog.skipped(services, logFields, "read before");
  const isTurn = await sendSpaced(
    services,
    { kind: "summary", recipientKey: `${userId} ${event.key}`, requestId },
    () => sendOnce(reader.email, services, userId, event, email),
  );
  if (!isTurn) mailLog.skipped(services, logFields, "sent before");
}

const Message = z.union([MailRequest, AnnouncementMail, DeferredMail, HeldMail]);

type Deferred = z.output<typeof DeferredMail>["deferred"];

const serviceFactories = { table: openTable, mail: openMail, deferredMails: openDeferredMails };

type RequestServices = OpenedServices<typeof serviceFactories> & BaseServices;

let services: RequestServices | undefined;

/** Mails requested links, mails that the provider refused for a while, unread messages and announcements. */
export async function handler(event: SQSEvent) {
  services ??= openServices("answer-mail-requests", serviceFactories, process.env);
  return processMailRequests(event, services);
}

export const processMailRequests = (event: SQSEvent, opened: RequestServices) =>
  consumeMessages(event, opened, Message, async (message) => {
    if ("held" in message) return mailSummary(opened, message.held);
    if ("announced" in message) return mailAnnouncement(opened, message.announced);
    if (!("deferred" in message)) return processMailRequest(opened, message);
    const { to, userId, event: mailed, email, unread } = message.deferred;
    if (unread) return mailMessage(opened, message.deferred, unread);
    return sendOnce(to, opened, userId, mailed, email);
  });
