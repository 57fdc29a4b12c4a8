import type { BaseServices } from "../runtime/base-services.ts";
import type { EmailTemplate } from "./email-template.ts";
import type { Mail } from "./open-mail.ts";

/** Mails a notice of what has happened already: that it can't be delivered undoes nothing, so it is only logged. */
export async function sendBestEffort(
  { mail, log }: Pick<BaseServices, "log"> & { mail: Mail },
  to: string,
  email: EmailTemplate,
) {
  await mail.send(to, email).catch((error: unknown) => {
    log.error("A notice could not be mailed", { subject: email.subject, error: error as Error });
  });
}
