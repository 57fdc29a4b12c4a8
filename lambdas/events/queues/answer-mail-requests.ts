import type { SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { isWanted } from "#shared/model/notice-switches.ts";
import { findSignups } from "../../areas/auth/find-signups.ts";
import { issueToken } from "../../areas/auth/mailed-token.ts";
import { MailRequest } from "../../areas/auth/open-mail-requests.ts";
import { verificationEmail } from "../../areas/auth/verification-token.ts";
import { hasBlocked } from "../../areas/messages/find-blocks.ts";
import { isFirstUnread } from "../../areas/messages/find-threads.ts";
import { findClaimant, findOwnerOf, type User } from "../../areas/users/find-user.ts";
import { findOpenUser } from "../../areas/users/open-account.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { mailLine } from "../../platform/mail/mail-line.ts";
import { sendOnce } from "../../platform/mail/mail-once.ts";
import { DeferredMail } from "../../platform/mail/open-deferred-mails.ts";
import { type Mail, MailRefused, openMail } from "../../platform/mail/open-mail.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consumeMessages } from "../../platform/runtime/consume-messages.ts";
import { openServices, type ServicesOf } from "../../platform/runtime/serve.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { type OpenTable, openTable } from "../../platform/table/marketplace-table.ts";
import { sendSpaced } from "../../platform/throttle/spaced-mail.ts";

type Services = Pick<BaseServices, "log" | "now" | "siteOrigin"> & { readonly table: OpenTable; readonly mail: Mail };

/** Mails the link that was asked for, if the address has an account for it. Throws where another try may succeed. */
export async function answerMailRequest(services: Services, request: MailRequest) {
  const { mail } = services;
  const { requestId, kind, email, username = "" } = request;
  const users = await accountsFor[kind](services, request);
  const facts = { kind: TEMPLATES[kind], askedBy: requestId };
  if (users.length === 0) return mailLine.skipped(services, facts, "no account");
  let isDecided = false;
  const spaced = { what: kind, subject: `${email} ${username}`, requestId };
  await sendSpaced(services, spaced, async () => {
    isDecided = true;
    for (const user of users) {
      await mail.send(user.email, await emailOf[kind](services, user));
      mailLine.sent(services, { ...facts, userId: user.userId });
    }
  }).catch((error: unknown) => {
    if (!(error instanceof MailRefused)) throw error;
    mailLine.givenUp(services, facts, error);
  });
  if (!isDecided) mailLine.skipped(services, facts, "sent before");
}

/** Which mail answers a request. */
const TEMPLATES = { forgot: "passwordReset", resend: "verification" } as const;

/** The accounts whose links the address gets. */
const accountsFor = {
  forgot: async ({ table }: Services, { email }: MailRequest) => {
    const userId = await findOwnerOf(table, email);
    const user = userId ? await findOpenUser(table, userId) : undefined;
    return user?.verified ? [user] : [];
  },
  /** None once the address has an owner, since no link would verify it any more. */
  resend: async ({ table, now }: Services, { email, username }: MailRequest) => {
    if (await findOwnerOf(table, email)) return [];
    const named = username && (await findClaimant(table, { kind: "NAME", value: username }, now()));
    const ids = username ? [named] : await findSignups(table, email, now(), LIMITS.waitingSignups);
    const users = await Promise.all(ids.map((userId) => (userId ? findOpenUser(table, userId) : undefined)));
    return users.filter((user) => user !== undefined).filter((user) => isWaiting(user, email, now()));
  },
} as const;

const isWaiting = ({ verified, until = 0, ...user }: User, email: string, now: Date) =>
  !verified && until > epochSeconds(now) && user.email.toLowerCase() === email.toLowerCase();

const emailOf = {
  forgot: async (services: Services, user: User): Promise<EmailTemplate> => {
    const secret = await issueToken(services, "reset", user);
    return emailTemplates.passwordReset(`${services.siteOrigin}/reset_password/user/${user.userId}/token/${secret}`);
  },
  /** The link lives no longer than what it verifies: asking again keeps no name and no address any longer. */
  resend: (services: Services, user: User): Promise<EmailTemplate> => verificationEmail(services, user, user.until),
} as const;

/** Why a message isn't mailed any more that was to be mailed when it came; undefined where it is. */
async function whyUnwanted(
  table: OpenTable,
  userId: string,
  unread: { readonly threadId: string; readonly messageId: string; readonly authorId: string },
) {
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

const Message = z.union([MailRequest, DeferredMail]);

const serviceFactories = { table: openTable, mail: openMail };

type RequestServices = ServicesOf<typeof serviceFactories> & BaseServices;

let services: RequestServices | undefined;

/** Mails the links that were asked for, what was deferred when the provider took no mail, and messages that nobody has read. */
export async function handler(event: SQSEvent) {
  services ??= openServices("answer-mail-requests", serviceFactories, process.env);
  return answerMailRequests(event, services);
}

export const answerMailRequests = (event: SQSEvent, opened: RequestServices) =>
  consumeMessages(event, opened, Message, async (message) => {
    if (!("deferred" in message)) return answerMailRequest(opened, message);
    const { to, userId, event: mailed, email, unread } = message.deferred;
    const unwanted = unread && (await whyUnwanted(opened.table, userId, unread));
    if (unwanted) return mailLine.skipped(opened, { kind: mailed.kind, userId }, unwanted);
    return sendOnce(to, opened, userId, mailed, email);
  });
