import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { type EmailTemplate, renderHtml, renderSubject, renderText } from "./email-template.ts";

/**
 * The provider refused this mail permanently. Neither this nor the next error contains the provider's message, which may
 * quote an e-mail address.
 */
export class MailRefused extends Error {}

/**
 * The provider accepts no mail from us at all: the account is suspended, paused, unverified or over a limit, possibly for
 * hours. Other errors of sending are transient.
 */
export class MailWithheld extends Error {}

/** Sends mail in the operators' name; the only module that knows the provider. */
export interface Mail {
  /** The operators' own e-mail address. */
  readonly operators: string;
  send(to: string, email: EmailTemplate): Promise<void>;
  /** To the operators, with `replyTo` for their answer. */
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
            Subject: { Data: renderSubject(email) },
            ...buildHeaders(email),
            Body: { Html: { Data: renderHtml(email) }, Text: { Data: renderText(email) } },
          },
        },
      }),
    );
    await call.catch((error: unknown) => {
      throw explain(error);
    });
  }

  return {
    operators: OPERATORS_MAIL,
    send: (to, email) => post(to, email, email.replyToOperators ? OPERATORS_MAIL : undefined),
    sendToOperators: (email, replyTo) => post(OPERATORS_MAIL, email, replyTo),
  };
}

/** Lets a mail program unsubscribe with one call: https://www.rfc-editor.org/rfc/rfc8058 */
const buildHeaders = ({ unsubscribe }: EmailTemplate) =>
  unsubscribe
    ? {
        Headers: [
          { Name: "List-Unsubscribe", Value: `<${unsubscribe.call}>` },
          { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
        ],
      }
    : {};

/** Maps a provider's error to its consequence for the mail. */
function explain(error: unknown) {
  if (!(error instanceof SESv2ServiceException) || error.$fault !== "client") return error;
  const description = `${error.name}, request ${error.$metadata.requestId}`;
  return isAboutThisMail(error) ? new MailRefused(description) : new MailWithheld(description);
}

/**
 * True for BadRequestException and MessageRejected; every other client error concerns our account. SES also throws
 * MessageRejected for unverified identities, including the recipient's while the account is in the sandbox.
 */
const isAboutThisMail = ({ name, message }: SESv2ServiceException) =>
  name === "BadRequestException" || (name === "MessageRejected" && !message.includes("not verified"));
