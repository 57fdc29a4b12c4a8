import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { type EmailTemplate, onOneLine, renderHtml, renderText } from "./email-template.ts";

/**
 * The provider refused this mail for good: sending it again would be refused again. Whatever else a send throws is a
 * passing failure, and another try may succeed.
 */
export class MailRefused extends Error {}

/** Sends mail in the operators' name; the only module that knows the provider. */
export interface Mail {
  send(to: string, email: EmailTemplate): Promise<void>;
  /** To the operators themselves, whose answer goes to `replyTo`. */
  sendToOperators(email: EmailTemplate, replyTo: string): Promise<void>;
}

interface MailEnvironment {
  readonly MAIL_FROM: string;
  readonly OPERATORS_MAIL: string;
}

export function openMail({ MAIL_FROM, OPERATORS_MAIL }: MailEnvironment): Mail {
  const client = new SESv2Client({});

  async function post(to: string, email: EmailTemplate, replyTo?: string) {
    const call = client.send(
      new SendEmailCommand({
        FromEmailAddress: MAIL_FROM,
        Destination: { ToAddresses: [to] },
        ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
        Content: {
          Simple: {
            Subject: { Data: onOneLine(email.subject) },
            Body: { Html: { Data: renderHtml(email) }, Text: { Data: renderText(email) } },
          },
        },
      }),
    );
    await call.catch((error: unknown) => {
      throw isRefusal(error) ? new MailRefused(error.message, { cause: error }) : error;
    });
  }

  return {
    send: (to, email) => post(to, email),
    sendToOperators: (email, replyTo) => post(OPERATORS_MAIL, email, replyTo),
  };
}

/** The sender's or the address's fault, as opposed to a limit that we reached for now. */
const isRefusal = (error: unknown): error is SESv2ServiceException =>
  error instanceof SESv2ServiceException &&
  error.$fault === "client" &&
  !["TooManyRequestsException", "LimitExceededException"].includes(error.name);
