import type { SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { sendOnce } from "../mail/mail-once.ts";
import { DeferredMail } from "../mail/open-deferred-mails.ts";
import { openMail } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consumeMessages } from "../runtime/consume-messages.ts";
import { openServices, type ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { answerMailRequest } from "./answer-mail-request.ts";
import { MailRequest } from "./open-mail-requests.ts";

const Message = z.union([MailRequest, DeferredMail]);

const serviceFactories = { table: openTable, mail: openMail };

type RequestServices = ServicesOf<typeof serviceFactories> & BaseServices;

let services: RequestServices | undefined;

/** Mails the links that were asked for, and what was deferred when the provider took no mail. */
export async function handler(event: SQSEvent) {
  services ??= openServices("answer-mail-requests", serviceFactories, process.env);
  return answerMailRequests(event, services);
}

export const answerMailRequests = (event: SQSEvent, opened: RequestServices) =>
  consumeMessages(event, opened, Message, (message) => {
    if (!("deferred" in message)) return answerMailRequest(opened, message);
    const { to, userId, event: mailed, email } = message.deferred;
    return sendOnce(to, opened, userId, mailed, email);
  });
