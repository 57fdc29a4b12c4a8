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

/** Number of times that a message was moved back; an attribute of the message, because its id changes each time. */
const REDRIVEN = "Redriven";

export const redrivenTimes = ({ MessageAttributes }: Pick<Message, "MessageAttributes">) =>
  Number(MessageAttributes?.[REDRIVEN]?.StringValue ?? 0);

type Work = Pick<Call, "isDry" | "record">;

/** Resends each message of a queue, and deletes it once that succeeded; an interruption in between causes a duplicate. */
async function redrive(
  { kind, url, print }: DeadLetterQueue & { readonly print: (count: number) => string },
  { isDry, record }: Work,
  handOver: (message: Message) => Promise<unknown>,
) {
  const waiting = await countMessages(url);
  if (isDry) console.log(`${kind}: ${waiting} ${waiting === 1 ? "event" : "events"} failed. ${NOTHING_DONE}`);
  if (isDry || waiting === 0) return waiting;
  let count = 0;
  await record("events.redrive", url, () =>
    forEachMessage(url, async (message) => {
      await handOver(message);
      count += 1;
      return true;
    }),
  );
  if (count > 0) console.log(`${kind}: ${print(count)}.`);
  const left = await countMessages(url);
  if (left > 0) {
    console.error(`${kind}: SQS counts ${left} that it hands to nobody yet: run it again in a minute.`);
    process.exitCode = 1;
  }
  return count + left;
}

/** Moves a queue's dead letters back to their source queue, and reports those moved before. */
export function redriveMessages({ kind, url, source }: DeadLetterQueue & { readonly source: string }, work: Work) {
  const client = new SQSClient({});
  const print = (count: number) => `moved ${count} events back`;
  return redrive({ kind, url, print }, work, async (message) => {
    const times = redrivenTimes(message);
    if (times > 0) {
      console.log(`${kind}: ${message.MessageId} had come back after ${times} redrives: it may be one to drop.`);
    }
    const MessageAttributes = {
      ...message.MessageAttributes,
      [REDRIVEN]: { DataType: "Number", StringValue: String(times + 1) },
    };
    await client.send(new SendMessageCommand({ QueueUrl: source, MessageBody: message.Body, MessageAttributes }));
  });
}

/** Sends failed events to their function again, as asynchronous calls; Lambda's own dead letters have no source queue. */
export function redriveEvents(queue: DeadLetterQueue, FunctionName: string, work: Work) {
  const client = new LambdaClient({});
  const print = (count: number) => `handed ${count} events over`;
  return redrive({ ...queue, print }, work, ({ Body = "" }) =>
    client.send(new InvokeCommand({ FunctionName, InvocationType: "Event", Payload: Buffer.from(Body) })),
  );
}
