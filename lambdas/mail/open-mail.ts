import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { type Letter, letterHtml, letterText } from "./letter.ts";

/** Sends letters in the operators' name. */
export interface Mail {
  send(to: string, letter: Letter): Promise<void>;
}

export function openMail({ MAIL_FROM }: { readonly MAIL_FROM: string }): Mail {
  const client = new SESv2Client({});
  return {
    async send(to, letter) {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: MAIL_FROM,
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: { Data: letter.subject },
              Body: { Html: { Data: letterHtml(letter) }, Text: { Data: letterText(letter) } },
            },
          },
        }),
      );
    },
  };
}
