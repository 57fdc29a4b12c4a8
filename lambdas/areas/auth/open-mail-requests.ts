import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

/** A request for a link by anyone; the queue's consumer looks up whether it matches an account. */
export const MailRequest = z.object({
  requestId: z.string(),
  kind: z.enum(["forgot", "resend"]),
  email: z.string(),
  /** The account whose link is requested, if named. */
  username: z.optional(z.string()),
});
export type MailRequest = z.output<typeof MailRequest>;

/** Queue of requested mails. */
export interface MailRequests {
  /** Returns once the request is queued; the timing doesn't depend on whether the address has an account. */
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
