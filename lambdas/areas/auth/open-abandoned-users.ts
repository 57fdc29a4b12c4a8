import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";

/** The Cognito user of an account that was never verified and is deleted from the table. */
export const AbandonedUser = z.object({ userId: z.string() });
export type AbandonedUser = z.output<typeof AbandonedUser>;

/** Queue for deleting abandoned sign-ups from Cognito. */
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
