import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";

/** Seconds for which a received message is hidden from other runs. */
const VISIBILITY_SECONDS = 120;

/** A long poll queries all of SQS's servers; a short one may miss messages. */
const LONG_POLL_SECONDS = 20;

/** Approximate number of messages in a queue. */
export async function countMessages(QueueUrl: string) {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessages"] });
  const { Attributes } = await new SQSClient({}).send(command);
  return Number(Attributes?.ApproximateNumberOfMessages);
}

/** Receives each message of a queue once, and deletes it if it was handled; the others become visible again. */
export async function forEachMessage(QueueUrl: string, handle: (message: Message) => Promise<boolean>) {
  const client = new SQSClient({});
  const input = {
    QueueUrl,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: VISIBILITY_SECONDS,
    WaitTimeSeconds: LONG_POLL_SECONDS,
  };
  const remaining = new Map<string, string | undefined>();
  try {
    for (;;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ ...input, MessageAttributeNames: ["All"] }),
      );
      const messages = Messages.filter(({ MessageId = "" }) => !remaining.has(MessageId));
      if (messages.length === 0) return;
      for (const message of messages) {
        const { MessageId = "", ReceiptHandle } = message;
        if (await handle(message)) await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        else remaining.set(MessageId, ReceiptHandle);
      }
    }
  } finally {
    for (const ReceiptHandle of remaining.values()) {
      // Fails if the visibility timeout has passed, and then the message is visible anyway.
      const shown = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
      await client.send(shown).catch(() => {});
    }
  }
}
