import type { BaseServices } from "../runtime/base-services.ts";
import type { Letter } from "./letter.ts";
import type { Mail } from "./open-mail.ts";

/** Mails a notice of what has happened already: that it can't be delivered undoes nothing, so it is only logged. */
export async function tell({ mail, log }: Pick<BaseServices, "log"> & { mail: Mail }, to: string, letter: Letter) {
  await mail.send(to, letter).catch((error: unknown) => {
    log.error("A notice could not be mailed", { subject: letter.subject, error: error as Error });
  });
}
