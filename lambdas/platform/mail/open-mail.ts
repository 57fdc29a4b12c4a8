import { SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { type EmailTemplate, renderHtml, renderSubject, renderText } from "./email-template.ts";

/**
 * The provider refused this mail for good: sending it again would be refused again. Neither this nor the next holds the
 * provider's own message, which may quote an address.
 */
export class MailRefused extends Error {}

/**
 * The provider takes no mail of ours, whomever it is for: the account is suspended, paused, unverified or over a limit. Hours
 * may pass until it does. Whatever else a send throws is a passing failure, and another try may succeed.
 */
export class MailWithheld extends Error {}

/** Sends mail in the operators' name; the only module that knows the provider. */
export interface Mail {
  /** The operators' own address. */
  readonly operators: string;
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
    send: (to, email) => post(to, email),
    sendToOperators: (email, replyTo) => post(OPERATORS_MAIL, email, replyTo),
  };
}

/** Lets a mail program stop mails of this kind by one call: https://www.rfc-editor.org/rfc/rfc8058 */
const buildHeaders = ({ unsubscribe }: EmailTemplate) =>
  unsubscribe
    ? {
        Headers: [
          { Name: "List-Unsubscribe", Value: `<${unsubscribe.call}>` },
          { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
        ],
      }
    : {};

/** Translates a provider's error into its consequence for this mail. */
function explain(error: unknown) {
  if (!(error instanceof SESv2ServiceException) || error.$fault !== "client") return error;
  const description = `${error.name}, request ${error.$metadata.requestId}`;
  return isAboutThisMail(error) ? new MailRefused(description) : new MailWithheld(description);
}

/**
 * Everything else that the provider refuses is about the account or its rights. One kind means both: content that it doesn't
 * take, and identities that aren't verified, the recipient's among them as long as the account is in the sandbox.
 */
const isAboutThisMail = ({ name, message }: SESv2ServiceException) =>
  name === "BadRequestException" || (name === "MessageRejected" && !message.includes("not verified"));
