import { SESv2ServiceException } from "@aws-sdk/client-sesv2";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/limits.ts";
import { ToldEventEntity } from "../notifications/notification.entity.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { findUser } from "../users/find-user.ts";
import type { Letter } from "./letter.ts";
import type { Mail } from "./open-mail.ts";

export interface MailServices extends Pick<BaseServices, "log" | "now"> {
  readonly table: OpenTable;
  readonly mail: Mail;
}

/** Mails a user of an event, once, to the address that they have now; a closed account is told nothing. */
export async function mailOnce(services: MailServices, userId: string, event: string, letter: Letter) {
  const user = await findUser(services.table, userId);
  if (user && !user.deactivatedAt) await mailOnceTo(user.email, services, userId, event, letter);
}

/**
 * Mails an address of a user's, once for an event: only a process that dies between the mail and its note mails twice.
 * Throws where another try may succeed; a mail that is refused for good is only logged.
 */
export async function mailOnceTo(
  address: string,
  { table, mail, now, log }: MailServices,
  userId: string,
  event: string,
  letter: Letter,
) {
  const key = { userId, event };
  const { Item: told } = await table.send(ToldEventEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  if (told) return;
  await mail.send(address, letter).catch((error: unknown) => {
    if (!isRefused(error)) throw error;
    log.error("A mail was refused", { subject: letter.subject, error: error as Error });
  });
  const expires = epochSeconds(now()) + LIFETIMES.toldEvent;
  await table.send(ToldEventEntity.build(PutItemCommand).item({ ...key, expires }));
}

/** Whether asking again is pointless: our fault or the address's, and not that we ask too often. */
const isRefused = (error: unknown) =>
  error instanceof SESv2ServiceException &&
  error.$fault === "client" &&
  !["TooManyRequestsException", "LimitExceededException"].includes(error.name);
