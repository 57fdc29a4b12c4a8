import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import type { EmailTemplate } from "./email-template.ts";

const Link = z.object({ label: z.string(), href: z.string() });

const Text = z.union([z.string(), z.object({ own: z.string() })]);

const Email = z.object({
  subject: z.string(),
  paragraphs: z.array(Text),
  facts: z.optional(z.array(z.tuple([z.string(), Text]))),
  action: z.optional(Link),
  further: z.optional(Link),
  unsubscribe: z.optional(z.object({ page: z.string(), call: z.string() })),
});

/**
 * A mail to a user that is sent later: whole, for what it tells may have changed since. The provider took none of ours, or
 * its recipient may read first what it tells.
 */
export const DeferredMail = z.object({
  deferred: z.object({
    to: z.string(),
    userId: z.string(),
    event: z.object({ key: z.string(), kind: z.string(), orderId: z.optional(z.string()) }),
    email: Email,
    /** The message that it tells of, which is still unread when it is sent, and still wanted. */
    unread: z.optional(z.object({ threadId: z.string(), messageId: z.string(), authorId: z.string() })),
  }),
});

export interface DeferredMails {
  add(mail: {
    readonly to: string;
    readonly userId: string;
    readonly event: MailedEvent;
    readonly email: EmailTemplate;
    readonly unread?: { readonly threadId: string; readonly messageId: string; readonly authorId: string };
  }): Promise<void>;
}

/** An event that a user is mailed about once. */
export interface MailedEvent {
  readonly key: string;
  readonly kind: string;
  readonly orderId?: string | undefined;
}

export function openDeferredMails({ DEFERRED_MAILS_URL }: { readonly DEFERRED_MAILS_URL: string }): DeferredMails {
  const client = new SQSClient({});
  return {
    async add(deferred) {
      await client.send(
        new SendMessageCommand({ QueueUrl: DEFERRED_MAILS_URL, MessageBody: JSON.stringify({ deferred }) }),
      );
    },
  };
}
