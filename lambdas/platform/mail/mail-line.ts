import type { BaseServices } from "../runtime/base-services.ts";
import { counted } from "../runtime/counted.ts";

/** Ids of a mail's log line: never an address, a name or the mail's content. */
export interface MailFacts {
  /** Which of the product's mails. */
  readonly kind: string;
  readonly userId?: string | undefined;
  readonly orderId?: string | undefined;
  /** The request that asked for it, where that isn't the function's own. */
  readonly askedBy?: string | undefined;
}

type Services = Pick<BaseServices, "log">;

/** Every decision about a mail is one line of the log, so that one query tells what became of it. */
export const mailLine = {
  sent: ({ log }: Services, facts: MailFacts) => log.info("A mail was sent", { mail: "sent", ...facts }),
  skipped: (
    { log }: Services,
    facts: MailFacts,
    reason:
      | "account closed"
      | "author blocked"
      | "held for a summary"
      | "no account"
      | "read before"
      | "sent before"
      | "switched off",
  ) => log.info("A mail was skipped", { mail: "skipped", reason, ...facts }),
  /** It waits in a queue until the provider takes mail again. */
  deferred: ({ log }: Services, facts: MailFacts, error: unknown) =>
    log.error("A mail was deferred", {
      ...counted("MailsDeferred"),
      mail: "deferred",
      reason: describeError(error),
      ...facts,
    }),
  givenUp: ({ log }: Services, facts: MailFacts, error: unknown) =>
    log.error("A mail was given up", {
      ...counted("MailsGivenUp"),
      mail: "given up",
      reason: describeError(error),
      ...facts,
    }),
};

/** The kind of error alone where it isn't ours: a message of the provider's may quote an address. */
const describeError = (error: unknown) =>
  error instanceof Error ? error.message.replaceAll(/\S+@\S+/g, "…") : "unknown";
