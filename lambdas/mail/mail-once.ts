import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/limits.ts";
import { ProcessedEventEntity } from "../notifications/notification.entity.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { findUser } from "../users/find-user.ts";
import type { EmailTemplate } from "./email-template.ts";
import { type Mail, MailRefused } from "./open-mail.ts";

export interface MailServices extends Pick<BaseServices, "log" | "now"> {
  readonly table: OpenTable;
  readonly mail: Mail;
}

/** Mails a user about an event, once, at their present address; a closed account gets no mail. */
export async function mailOnce(services: MailServices, userId: string, event: string, email: EmailTemplate) {
  const user = await findUser(services.table, userId);
  if (user && !user.deactivatedAt) await mailOnceTo(user.email, services, userId, event, email);
}

/**
 * Mails one of a user's addresses, once for an event: only a process that dies between the mail and its record mails twice.
 * Throws where another try may succeed; a mail that is refused for good is only logged.
 */
export async function mailOnceTo(
  address: string,
  { table, mail, now, log }: MailServices,
  userId: string,
  event: string,
  email: EmailTemplate,
) {
  const key = { userId, event };
  const { Item: processed } = await table.send(
    ProcessedEventEntity.build(GetItemCommand).key(key).options({ consistent: true }),
  );
  if (processed) return;
  await mail.send(address, email).catch((error: unknown) => {
    if (!(error instanceof MailRefused)) throw error;
    log.error("A mail was refused", { subject: email.subject, error: error as Error });
  });
  const expires = epochSeconds(now()) + LIFETIMES.processedEvent;
  await table.send(ProcessedEventEntity.build(PutItemCommand).item({ ...key, expires }));
}
