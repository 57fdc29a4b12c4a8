import type { BaseServices } from "../runtime/base-services.ts";
import type { EmailTemplate } from "./email-template.ts";
import { type MailFacts, mailLog } from "./mail-log.ts";
import { type Mail, MailWithheld } from "./open-mail.ts";

/**
 * Mails a notice of something that has already happened; a failure is only logged. Returns false if the provider accepts no
 * mail from us.
 */
export async function sendBestEffort(
  services: Pick<BaseServices, "log"> & { mail: Mail },
  to: string,
  email: EmailTemplate,
  facts: MailFacts,
) {
  try {
    await services.mail.send(to, email);
    mailLog.sent(services, facts);
    return true;
  } catch (error) {
    mailLog.givenUp(services, facts, error);
    return !(error instanceof MailWithheld);
  }
}
