import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

/** A link that anyone may have asked for; whether an account gets one is looked up by whoever answers it. */
export const MailRequest = z.object({
  requestId: z.string(),
  kind: z.enum(["forgot", "resend"]),
  email: z.string(),
  /** The account whose link is wanted, where whoever asks says so. */
  username: z.optional(z.string()),
});
export type MailRequest = z.output<typeof MailRequest>;

/** Has links mailed. */
export interface MailRequests {
  /** Returns once the request is queued, in the same time whether the address has an account or not. */
  add(request: MailRequest): Promise<void>;
}

export function openMailRequests({ MAIL_REQUESTS_URL }: { readonly MAIL_REQUESTS_URL: string }): MailRequests {
  const client = new SQSClient({});
  return {
    async add(request) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: MAIL_REQUESTS_URL,
          MessageBody: JSON.stringify(request satisfies MailRequest),
        }),
      );
    },
  };
}
