import type { BaseServices } from "../runtime/base-services.ts";
import { counted } from "../runtime/counted.ts";

/** Ids in a mail's log line: never e-mail addresses, names or content. */
export interface MailFacts {
  /** Name of the mail's template. */
  readonly kind: string;
  readonly userId?: string | undefined;
  readonly orderId?: string | undefined;
  /** Id of the request that caused it, if not the function's own. */
  readonly askedBy?: string | undefined;
}

type Services = Pick<BaseServices, "log">;

/** One log line per decision about a mail, so that one query shows its history. */
export const mailLog = {
  sent: ({ log }: Services, facts: MailFacts) => log.info("A mail was sent", { mail: "sent", ...facts }),
  skipped: (
    { log }: Services,
    facts: MailFacts,
    reason:
      | "account closed"
      | "announcement gone"
      | "author blocked"
      | "held for a summary"
      | "no account"
      | "read before"
      | "sent before"
      | "switched off",
  ) => log.info("A mail was skipped", { mail: "skipped", reason, ...facts }),
  /** Queued until the provider accepts mail again. */
  deferred: ({ log }: Services, facts: MailFacts, error: unknown) =>
    log.error("A mail was deferred", {
      ...counted("MailsDeferred"),
      mail: "deferred",
      reason: describeError(error),
      ...facts,
    }),
  givenUp: ({ log }: Services, facts: MailFacts, error: unknown) =>
    log.error("A mail failed permanently", {
      ...counted("MailsGivenUp"),
      mail: "given up",
      reason: describeError(error),
      ...facts,
    }),
};

/** Only the kind of a foreign error: the provider's messages may quote e-mail addresses. */
const describeError = (error: unknown) =>
  error instanceof Error ? error.message.replaceAll(/\S+@\S+/g, "…") : "unknown";
