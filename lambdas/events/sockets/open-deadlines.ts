import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

/** Queue that checks a connection after its time to authenticate; the queue's delay is that time. */
export interface SocketDeadlines {
  set(connectionId: string): Promise<void>;
}

export function openDeadlines(environment: { readonly SOCKET_DEADLINES_URL: string }): SocketDeadlines {
  const client = new SQSClient({});
  const QueueUrl = environment.SOCKET_DEADLINES_URL;
  return {
    set: async (connectionId) => {
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ connectionId }) }));
    },
  };
}
