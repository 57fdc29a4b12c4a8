import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { type Letter, letterHtml, letterText, onOneLine } from "./letter.ts";

/** Sends letters in the operators' name. */
export interface Mail {
  send(to: string, letter: Letter): Promise<void>;
  /** To the operators themselves, whose answer goes to `replyTo`. */
  sendToOperators(letter: Letter, replyTo: string): Promise<void>;
}

interface MailEnvironment {
  readonly MAIL_FROM: string;
  readonly OPERATORS_MAIL: string;
}

export function openMail({ MAIL_FROM, OPERATORS_MAIL }: MailEnvironment): Mail {
  const client = new SESv2Client({});

  async function post(to: string, letter: Letter, replyTo?: string) {
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: MAIL_FROM,
        Destination: { ToAddresses: [to] },
        ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
        Content: {
          Simple: {
            Subject: { Data: onOneLine(letter.subject) },
            Body: { Html: { Data: letterHtml(letter) }, Text: { Data: letterText(letter) } },
          },
        },
      }),
    );
  }

  return {
    send: (to, letter) => post(to, letter),
    sendToOperators: (letter, replyTo) => post(OPERATORS_MAIL, letter, replyTo),
  };
}
