import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import type { NoticeSwitch } from "#shared/model/notifications.ts";
import type { EmailTemplate } from "./email-template.ts";

const Link = z.object({ label: z.string(), href: z.string() });

const Text = z.union([z.string(), z.object({ own: z.string() })]);

const Email = z.object({
  subject: z.string(),
  paragraphs: z.array(Text),
  picture: z.optional(z.object({ src: z.string(), width: z.number(), height: z.number(), alt: z.string() })),
  facts: z.optional(z.array(z.tuple([z.string(), Text]))),
  action: z.optional(Link),
  further: z.optional(Link),
  replyToOperators: z.optional(z.literal(true)),
  unsubscribe: z.optional(z.object({ page: z.string(), call: z.string() })),
});

const UnreadMessage = {
  threadId: z.string(),
  messageId: z.string(),
  authorId: z.string(),
  /** Distinguishes duplicates of the same message. */
  requestId: z.string(),
};
export type Unread = z.output<z.ZodMiniObject<typeof UnreadMessage>>;

/**
 * A mail to a user that is sent later, with its content, since its subject may change. Used while the provider accepts no
 * mail, and to wait whether its recipient reads the message first.
 */
export const DeferredMail = z.object({
  deferred: z.object({
    to: z.string(),
    userId: z.string(),
    event: z.object({ key: z.string(), kind: z.string(), orderId: z.optional(z.string()) }),
    email: Email,
    /** The message that it announces; the mail is sent only if that is still unread and wanted. */
    unread: z.optional(z.object(UnreadMessage)),
  }),
});

/** A mail about an announcement, composed when it is sent, since that may be deleted or edited meanwhile. */
export const AnnouncementMail = z.object({
  announced: z.object({
    announcementId: z.string(),
    userId: z.string(),
    /** Distinguishes duplicates of the same message. */
    requestId: z.string(),
  }),
});
export type AnnouncementMail = z.output<typeof AnnouncementMail>["announced"];

const SUMMARIZED = [
  "announcementMail",
  "messageMail",
  "commentMail",
  "reviewMail",
] as const satisfies readonly NoticeSwitch[];

/** A mail above the recipient's limit, replaced by a later summary. */
export const HeldMail = z.object({
  held: z.object({
    userId: z.string(),
    /** The switch of this kind of mail. */
    notice: z.enum(SUMMARIZED),
    /** Epoch seconds; all mails held until then share one summary. */
    until: z.number(),
    requestId: z.string(),
  }),
});
export type HeldMail = z.output<typeof HeldMail>["held"];

export const isSummarized = (notice: NoticeSwitch): notice is HeldMail["notice"] =>
  SUMMARIZED.some((summarized) => summarized === notice);

export interface DeferredMails {
  /** Delivers it again within this many seconds; a queue delays for at most 15 minutes. */
  hold(mail: HeldMail, seconds: number): Promise<void>;
  announce(mail: AnnouncementMail): Promise<void>;
  add(mail: {
    readonly to: string;
    readonly userId: string;
    readonly event: MailedEvent;
    readonly email: EmailTemplate;
    readonly unread?: Unread;
  }): Promise<void>;
}

/** An event that a user is mailed about once. */
export interface MailedEvent {
  readonly key: string;
  readonly kind: string;
  readonly orderId?: string | undefined;
}

/** SQS's longest delay of a message, in seconds. */
const MAX_DELAY = 15 * 60;

export function openDeferredMails({ DEFERRED_MAILS_URL }: { readonly DEFERRED_MAILS_URL: string }): DeferredMails {
  const client = new SQSClient({});
  const send = async (message: object, DelaySeconds?: number) => {
    const call = { QueueUrl: DEFERRED_MAILS_URL, MessageBody: JSON.stringify(message), DelaySeconds };
    await client.send(new SendMessageCommand(call));
  };
  return {
    announce: (announced) => send({ announced }),
    add: (deferred) => send({ deferred }),
    hold: (held, seconds) => send({ held }, Math.min(Math.max(seconds, 0), MAX_DELAY)),
  };
}
