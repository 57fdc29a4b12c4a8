import { createHash } from "node:crypto";
import type { InputItem } from "dynamodb-toolbox/entity";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $get } from "dynamodb-toolbox/entity/actions/update/symbols";
import { reportContent, reportScriptError, reportThread, writeTicket } from "#shared/contract/support.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ArtworkId, NoticeId, TicketId } from "#shared/model/ids.ts";
import { lookupText } from "#shared/model/primitives.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { SCRIPT_ERROR_ALLOWANCE } from "#shared/throttles.ts";
import type { EmailTemplate } from "../../platform/mail/email-template.ts";
import { counted } from "../../platform/runtime/counted.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { epochSeconds } from "../../platform/runtime/time.ts";
import { computeAddressKey } from "../../platform/throttle/address-key.ts";
import { createAllowance } from "../../platform/throttle/allowance.ts";
import { throttle, throttleAddress } from "../../platform/throttle/throttle.ts";
import { findAnnouncement } from "../announcements/find-announcements.ts";
import { buildCaseUrl } from "../cases/case-url.ts";
import { openCase } from "../cases/change-cases.ts";
import { findCollection } from "../collections/find-collections.ts";
import { findOwnThread, getOtherSide } from "../messages/find-threads.ts";
import { findByUsername } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { MessageEntity } from "./message.entity.ts";
import { NoticeEntity } from "./notice.entity.ts";
import { operatorEmailTemplates } from "./operator-email-templates.ts";
import type { SupportServices } from "./services.ts";

interface Message {
  /** Sender and text, for recognizing repeats. */
  readonly identity: readonly string[];
  /** E-mail address for the operators' answer. */
  readonly replyTo: string;
  readonly email: (number: string) => EmailTemplate;
  /** Stores data that operators need by the time they read the number. */
  readonly store?: (number: string) => Promise<unknown>;
}

/**
 * Mails a message to the operators and returns its number. A repeat keeps the number and isn't mailed twice; if the mail
 * fails, the call fails and a retry mails it.
 */
async function sendToOperatorsOnce(
  { table, mail, now, newId }: SupportServices,
  { identity, replyTo, email, store }: Message,
) {
  const digest = createHash("sha256").update(JSON.stringify(identity)).digest("base64url");
  const expires = epochSeconds(now()) + LIFETIMES.sameMessage;
  const { Attributes } = await table.send(
    MessageEntity.build(UpdateItemCommand)
      .item({ digest, number: $get("number", newId()), expires: $get("expires", expires) })
      .options({ returnValues: "ALL_NEW" }),
  );
  if (!Attributes?.number) throw new Error("The table returned no number");
  if (Attributes.sent) return Attributes.number;
  await store?.(Attributes.number);
  await mail.sendToOperators(email(Attributes.number), replyTo);
  await table.send(MessageEntity.build(UpdateItemCommand).item({ digest, sent: true }));
  return Attributes.number;
}

export const writeTicketHandler = handle(
  writeTicket,
  async ({ body, actor: { userId }, sourceIp }, services: SupportServices) => {
    const user = await findOpenUser(services.table, userId);
    if (!user) return fail("forbidden");
    const refused = await throttle(services, "ticket", { sourceIp, account: userId });
    if (refused) return refused;
    const { ticketTitle: title, ticketBody } = body;
    const number = await sendToOperatorsOnce(services, {
      identity: ["ticket", userId, title, ticketBody],
      store: (caseId) =>
        openCase(services.table, { kind: "ticket", caseId, authorId: userId, title, text: ticketBody }, services.now()),
      replyTo: user.email,
      email: (number) =>
        operatorEmailTemplates.ticket({
          number,
          title,
          body: ticketBody,
          sender: `${formatNameWithHandle(user)}, ${user.email},`,
          caseHref: buildCaseUrl(services, number),
        }),
    });
    return { ticketId: TicketId.parse(number) };
  },
);

/**
 * The full URL of a public page on this site; links to other sites never reach an operator's mail, and conversations have
 * their own route.
 */
function resolveLink(link: string, siteOrigin: string): string | undefined {
  const address = URL.parse(link, siteOrigin);
  return address?.origin === siteOrigin && !/^\/messages(\/|$)/.test(address.pathname) ? address.href : undefined;
}

/** The subject of a reported page: an artwork, an announcement with its present title, or an account. */
async function findReported({ table, now }: SupportServices, href: string) {
  const [, folder, name = ""] = /^\/(\w+)\/([^/]+)$/.exec(new URL(href).pathname) ?? [];
  if (folder === "user") {
    const { data: username } = lookupText().safeParse(name);
    return username ? { reportedId: (await findByUsername(table, username, now()))?.userId } : {};
  }
  const { data: id } = ArtworkId.safeParse(name);
  if (!id) return {};
  if (folder === "announcement") {
    const announcement = await findAnnouncement(table, id);
    return announcement && { announcementId: id, reportedId: announcement.artistId, title: announcement.title };
  }
  if (folder === "collection") return { reportedId: (await findCollection(table, id))?.ownerId };
  return folder === "artwork" ? { artworkId: id } : {};
}

type Notice = Pick<InputItem<typeof NoticeEntity>, "href" | "email" | "threadId" | "reporterId"> & {
  /** The other side of a conversation. */
  readonly reportedId?: string;
};

/** Stores a report and mails it to the operators, whose reply goes to its sender. */
async function sendNotice(services: SupportServices, { href, email, reportedId, ...ids }: Notice, reason: string) {
  const number = await sendToOperatorsOnce(services, {
    identity: ["notice", email, href, reason, ...(ids.reporterId ? [ids.reporterId] : [])],
    store: async (noticeId) => {
      const { table, now } = services;
      const expires = epochSeconds(now()) + LIFETIMES.notice;
      await table.send(NoticeEntity.build(PutItemCommand).item({ noticeId, href, email, ...ids, expires }));
      const { threadId, reporterId: authorId } = ids;
      const subject = threadId
        ? ({ kind: "conversation", threadId, reportedId } as const)
        : ({ kind: "notice", ...(await findReported(services, href)) } as const);
      await openCase(table, { ...subject, caseId: noticeId, href, authorId, text: reason }, now());
    },
    replyTo: email,
    email: (number) =>
      operatorEmailTemplates.notice({ number, href, reason, email, caseHref: buildCaseUrl(services, number) }),
  });
  return { noticeId: NoticeId.parse(number) };
}

export const reportContentHandler = handle(
  reportContent,
  async ({ body: { link, reason, email }, sourceIp }, services: SupportServices) => {
    const href = resolveLink(link, services.siteOrigin);
    if (!href) return fail("invalid_request", { fields: { link: MESSAGES.invalid } });
    const refused = await throttleAddress(services, "notice", sourceIp);
    return refused ?? sendNotice(services, { href, email }, reason);
  },
);

export const reportThreadHandler = handle(
  reportThread,
  async ({ params: { threadId }, body: { reason }, actor: { userId } }, services: SupportServices) => {
    const user = await findOpenUser(services.table, userId);
    if (!user) return fail("forbidden");
    const thread = await findOwnThread(services.table, threadId, userId);
    if (!thread) return fail("thread_not_found");
    const href = `${services.siteOrigin}/messages/${threadId}`;
    const reportedId = getOtherSide(thread, userId);
    return sendNotice(services, { href, email: user.email, threadId, reporterId: userId, reportedId }, reason);
  },
);

const takeScriptErrors = createAllowance(SCRIPT_ERROR_ALLOWANCE);

export const reportScriptErrorHandler = handle(
  reportScriptError,
  async ({ body: { page, kind }, sourceIp }, { log, now }: SupportServices) => {
    const retryAfter = takeScriptErrors(computeAddressKey(sourceIp), 1, now());
    if (retryAfter !== undefined) return fail("too_many_requests", { retryAfter });
    log.warn("A script of a page failed", { ...counted("ScriptErrors"), page, kind });
    return undefined;
  },
);
