import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";

/** How long a message that was received is hidden from another run, in seconds. */
const HIDDEN = 120;

/** A long poll asks all of SQS's servers, a short one some, which may have nothing of a queue that isn't empty; in seconds. */
const LONG_POLL = 20;

/** How many messages wait in a queue, about. */
export async function countMessages(QueueUrl: string) {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["ApproximateNumberOfMessages"] });
  const { Attributes } = await new SQSClient({}).send(command);
  return Number(Attributes?.ApproximateNumberOfMessages);
}

/** Receives each message of a queue once, and deletes it where it is handled by then; the others wait there as before. */
export async function forEachMessage(QueueUrl: string, handle: (message: Message) => Promise<boolean>) {
  const client = new SQSClient({});
  const input = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: HIDDEN, WaitTimeSeconds: LONG_POLL };
  const left = new Map<string, string | undefined>();
  try {
    for (;;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ ...input, MessageAttributeNames: ["All"] }),
      );
      const messages = Messages.filter(({ MessageId = "" }) => !left.has(MessageId));
      if (messages.length === 0) return;
      for (const message of messages) {
        const { MessageId = "", ReceiptHandle } = message;
        if (await handle(message)) await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        else left.set(MessageId, ReceiptHandle);
      }
    }
  } finally {
    for (const ReceiptHandle of left.values()) {
      // One that was hidden for longer than that is there by itself.
      const shown = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
      await client.send(shown).catch(() => {});
    }
  }
}
