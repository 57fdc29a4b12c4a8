import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

const NewWork = z.object({
  kind: z.literal("newWork"),
  artworkId: z.string(),
  /** Followers whose notification failed in their page's message. */
  only: z.optional(z.array(z.string())),
});
type NewWork = z.output<typeof NewWork>;

const AnnouncementPage = z.object({
  kind: z.literal("announcement"),
  announcementId: z.string(),
  /** Followers whose notification failed in their page's message. */
  only: z.optional(z.array(z.string())),
});

/** Followers to notify. */
export type FollowersPage = NewWork | z.output<typeof AnnouncementPage>;

const ClosedAccount = z.object({ kind: z.literal("closedAccount"), userId: z.string() });

/** One page of work: followers to notify, or a closed account's leftovers. */
export const FollowPage = z.discriminatedUnion("kind", [NewWork, AnnouncementPage, ClosedAccount]);
export type FollowPage = z.output<typeof FollowPage>;

/** Queue of jobs that run page by page: each message adds the next one. */
export interface FollowPages {
  add(page: FollowPage): Promise<void>;
}

export function openFollowPages({ FOLLOW_PAGES_URL }: { readonly FOLLOW_PAGES_URL: string }): FollowPages {
  const client = new SQSClient({});
  return {
    async add(page) {
      await client.send(new SendMessageCommand({ QueueUrl: FOLLOW_PAGES_URL, MessageBody: JSON.stringify(page) }));
    },
  };
}
