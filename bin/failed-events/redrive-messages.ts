import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { ListDeadLetterSourceQueuesCommand, type Message, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Call, NOTHING_DONE } from "../command/command.ts";
import type { Stage } from "../command/stage.ts";
import { countMessages, forEachMessage } from "./queue-messages.ts";

/** A dead-letter queue is named after its construct, between that of its folder and the CDK's suffix. */
const KIND = /(Un[a-z]+[A-Z]\w*?)Queue[\dA-F]{8}$/;

interface DeadLetterQueue {
  readonly kind: string;
  readonly url: string;
}

/** The dead-letter queues of the stage's queues, named as the alarms are, each with the queue that its messages come from. */
export async function findDeadLetterQueues(stage: Stage) {
  const client = new SQSClient({});
  const queues: (DeadLetterQueue & { readonly source: string })[] = [];
  for (const [logicalId, url] of await stage.resources("AWS::SQS::Queue")) {
    const { queueUrls: [source] = [] } = await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: url }));
    if (source) queues.push({ kind: KIND.exec(logicalId)?.[1] ?? logicalId, url, source });
  }
  return queues;
}

/** Counts how often a message was moved back; it goes with the message, which gets another id each time. */
const REDRIVEN = "Redriven";

export const redrivenTimes = ({ MessageAttributes }: Pick<Message, "MessageAttributes">) =>
  Number(MessageAttributes?.[REDRIVEN]?.StringValue ?? 0);

type Work = Pick<Call, "isDry" | "record">;

/** Hands each message of a queue over, and deletes it once it is taken: a run that is ended in between may hand one over twice. */
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

/** Moves a queue's dead letters back to the queue that they came from, and names those that were moved back before. */
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

/**
 * Hands events that a function couldn't take to it once more, as asynchronous calls; Lambda's own dead letters have no source queue
 * that they could be moved to.
 */
export function redriveEvents(queue: DeadLetterQueue, FunctionName: string, work: Work) {
  const client = new LambdaClient({});
  const print = (count: number) => `handed ${count} events over`;
  return redrive({ ...queue, print }, work, ({ Body = "" }) =>
    client.send(new InvokeCommand({ FunctionName, InvocationType: "Event", Payload: Buffer.from(Body) })),
  );
}
