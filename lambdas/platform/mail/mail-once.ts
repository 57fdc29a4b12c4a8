import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { ProcessedEventEntity } from "../../areas/notifications/notification.entity.ts";
import { findUser } from "../../areas/users/find-user.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/time.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { EmailTemplate } from "./email-template.ts";
import { type MailFacts, mailLog } from "./mail-log.ts";
import type { DeferredMails, HeldMail, MailedEvent } from "./open-deferred-mails.ts";
import { type Mail, MailRefused, MailWithheld } from "./open-mail.ts";

interface SendingServices extends Pick<BaseServices, "log" | "now"> {
  readonly table: OpenTable;
  readonly mail: Mail;
}

export interface MailServices extends SendingServices {
  readonly deferredMails: DeferredMails;
}

/** Mails a user about an event once, at their current e-mail address; closed accounts get no mail. */
export async function mailOnce(services: MailServices, userId: string, event: MailedEvent, email: EmailTemplate) {
  const user = await findUser(services.table, userId);
  if (!user) return mailLog.skipped(services, toFacts(userId, event), "no account");
  if (user.deactivatedAt) return mailLog.skipped(services, toFacts(userId, event), "account closed");
  await mailOnceTo(user.email, services, userId, event, email);
}

/**
 * Mails one of a user's addresses once per event; only a crash between the mail and its record causes a duplicate. If the
 * provider refuses all mail, it is queued so that it doesn't block others; a mail refused for good is only logged. Throws if
 * an immediate retry may succeed.
 */
export const mailOnceTo = (
  address: string,
  services: MailServices,
  userId: string,
  event: MailedEvent,
  email: EmailTemplate,
) => processOnce(services, userId, event, () => sendOrDefer(address, services, userId, event, email));

/** Sends a mail or queues it; the queue's consumer then records the event. */
export const sendOrDefer = (
  address: string,
  services: MailServices,
  userId: string,
  event: MailedEvent,
  email: EmailTemplate,
): Promise<Processed> =>
  send(address, services, userId, event, email).catch(async (error: unknown): Promise<Processed> => {
    if (!(error instanceof MailWithheld)) throw error;
    await services.deferredMails.add({ to: address, userId, event, email });
    mailLog.deferred(services, toFacts(userId, event), error);
    return "later";
  });

/** Leaves a mail to the summary at the end of its window. Each held mail has a request id of its own. */
export async function holdMail(
  services: Pick<MailServices, "log" | "now" | "deferredMails"> & Pick<BaseServices, "newId">,
  held: Omit<HeldMail, "requestId">,
) {
  mailLog.skipped(services, { kind: `${held.notice} single`, userId: held.userId }, "held for a summary");
  await services.deferredMails.hold(
    { ...held, requestId: services.newId() },
    held.until - epochSeconds(services.now()),
  );
}

/** Replaces a user's id in a mail's record and log line. */
const OPERATORS = "operators";

export const mailOperatorsOnce = (services: MailServices, event: MailedEvent, email: EmailTemplate) =>
  mailOnceTo(services.mail.operators, services, OPERATORS, event, email);

/** Mails a user's address about an event once, also if it was deferred before. Throws while the provider accepts no mail. */
export const sendOnce = (
  address: string,
  services: SendingServices,
  userId: string,
  event: MailedEvent,
  email: EmailTemplate,
) => processOnce(services, userId, event, () => send(address, services, userId, event, email));

async function send(
  address: string,
  services: SendingServices,
  userId: string,
  event: MailedEvent,
  email: EmailTemplate,
): Promise<Processed> {
  try {
    await services.mail.send(address, email);
    mailLog.sent(services, toFacts(userId, event));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    mailLog.givenUp(services, toFacts(userId, event), error);
    return "refused";
  }
  return "done";
}

/** `later` keeps the event unprocessed; `refused`: the provider accepts no such mail, e.g. because earlier ones bounced. */
type Processed = "done" | "refused" | "later";

/** Runs the work for an event unless it was done for this user within a month. */
export async function processOnce(
  services: SendingServices,
  userId: string,
  event: MailedEvent,
  process: () => Promise<Processed>,
) {
  const { table, now } = services;
  const key = { userId, event: event.key };
  const { Item } = await table.send(ProcessedEventEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  if (Item) return mailLog.skipped(services, toFacts(userId, event), "sent before");
  const processed = await process();
  if (processed === "later") return;
  const mailed = { mail: event.kind, ...(processed === "refused" ? { refused: true } : {}) };
  const expires = epochSeconds(now()) + LIFETIMES.processedEvent;
  await table.send(ProcessedEventEntity.build(PutItemCommand).item({ ...key, ...mailed, expires }));
}

const toFacts = (userId: string, { kind, orderId }: MailedEvent): MailFacts => ({ kind, userId, orderId });
