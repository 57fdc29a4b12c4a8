import type { SQSEvent } from "aws-lambda";
import { openMail } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consumeMessages } from "../runtime/consume-messages.ts";
import { openServices, type ServicesOf } from "../runtime/serve.ts";
import { openTable } from "../table/marketplace-table.ts";
import { answerMailRequest } from "./answer-mail-request.ts";
import { MailRequest } from "./open-mail-requests.ts";

const serviceFactories = { table: openTable, mail: openMail };

type RequestServices = ServicesOf<typeof serviceFactories> & BaseServices;

let services: RequestServices | undefined;

/** Mails the links that were asked for. */
export async function handler(event: SQSEvent) {
  services ??= openServices("answer-mail-requests", serviceFactories, process.env);
  return answerMailRequests(event, services);
}

export const answerMailRequests = (event: SQSEvent, opened: RequestServices) =>
  consumeMessages(event, opened, MailRequest, (request) => answerMailRequest(opened, request));
