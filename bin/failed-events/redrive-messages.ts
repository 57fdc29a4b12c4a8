import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { ListDeadLetterSourceQueuesCommand, type Message, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Call, NOTHING_DONE } from "../command/command.ts";
import type { Stage } from "../command/stage.ts";
import { countMessages, forEachMessage } from "./queue-messages.ts";

/** The construct's name of a dead-letter queue, between that of its scope and the CDK's suffix. */
const KIND = /(Un[a-z]+[A-Z]\w*?)Queue[\dA-F]{8}$/;

interface DeadLetterQueue {
  readonly kind: string;
  readonly url: string;
}

/** The stage's dead-letter queues, named like their alarms, each with its source queue. */
export async function findDeadLetterQueues(stage: Stage) {
  const client = new SQSClient({});
  const queues: (DeadLetterQueue & { readonly source: string })[] = [];
  for (const [logicalId, url] of await stage.resources("AWS::SQS::Queue")) {
    const { queueUrls: [source] = [] } = await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: url }));
    if (source) queues.push({ kind: KIND.exec(logicalId)?.[1] ?? logicalId, url, source });
  }
  return queues;
}

/** Message attribute with the number of redrives, because a redrive changes the message's id. */
const REDRIVEN = "Redriven";

export const countRedrives = ({ MessageAttributes }: Pick<Message, "MessageAttributes">) =>
  Number(MessageAttributes?.[REDRIVEN]?.StringValue ?? 0);

type RedriveContext = Pick<Call, "isDry" | "record">;

/** Resends each message of a queue and then deletes it; an interruption in between causes a duplicate. */
async function redrive(
  { kind, url, print }: DeadLetterQueue & { readonly print: (count: number) => string },
  { isDry, record }: RedriveContext,
  resend: (message: Message) => Promise<unknown>,
) {
  const waiting = await countMessages(url);
  if (isDry) console.log(`${kind}: ${waiting} ${waiting === 1 ? "event" : "events"} failed. ${NOTHING_DONE}`);
  if (isDry || waiting === 0) return waiting;
  let count = 0;
  await record("events.redrive", url, () =>
    forEachMessage(url, async (message) => {
      await resend(message);
      count += 1;
      return true;
    }),
  );
  if (count > 0) console.log(`${kind}: ${print(count)}.`);
  const remaining = await countMessages(url);
  if (remaining > 0) {
    console.error(`${kind}: ${remaining} messages are still in flight. Run it again in a minute.`);
    process.exitCode = 1;
  }
  return count + remaining;
}

/** Redrives a queue's dead letters to their source queue, and reports those that were redriven before. */
export function redriveMessages(
  { kind, url, source }: DeadLetterQueue & { readonly source: string },
  context: RedriveContext,
) {
  const client = new SQSClient({});
  const print = (count: number) => `redrove ${count} events`;
  return redrive({ kind, url, print }, context, async (message) => {
    const times = countRedrives(message);
    if (times > 0) {
      console.log(`${kind}: ${message.MessageId} failed again after ${times} redrives; consider dropping it.`);
    }
    const MessageAttributes = {
      ...message.MessageAttributes,
      [REDRIVEN]: { DataType: "Number", StringValue: String(times + 1) },
    };
    await client.send(new SendMessageCommand({ QueueUrl: source, MessageBody: message.Body, MessageAttributes }));
  });
}

/** Invokes the function asynchronously with each failed event, because Lambda's own dead letters have no source queue. */
export function redriveEvents(queue: DeadLetterQueue, FunctionName: string, context: RedriveContext) {
  const client = new LambdaClient({});
  const print = (count: number) => `redrove ${count} events`;
  return redrive({ ...queue, print }, context, ({ Body = "" }) =>
    client.send(new InvokeCommand({ FunctionName, InvocationType: "Event", Payload: Buffer.from(Body) })),
  );
}
