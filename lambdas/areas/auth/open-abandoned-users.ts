import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

/** An account that is gone from the table, and that nobody ever verified. */
export const AbandonedUser = z.object({ userId: z.string() });
export type AbandonedUser = z.output<typeof AbandonedUser>;

/** Has the identity provider forget users whose sign-up came to nothing. */
export interface AbandonedUsers {
  add(user: AbandonedUser): Promise<void>;
}

export function openAbandonedUsers({ ABANDONED_USERS_URL }: { readonly ABANDONED_USERS_URL: string }): AbandonedUsers {
  const client = new SQSClient({});
  return {
    async add(user) {
      await client.send(new SendMessageCommand({ QueueUrl: ABANDONED_USERS_URL, MessageBody: JSON.stringify(user) }));
    },
  };
}
