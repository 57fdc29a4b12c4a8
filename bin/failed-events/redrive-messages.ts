import { setTimeout as sleep } from "node:timers/promises";
import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { type Call, NOTHING_DONE } from "../command/command.ts";
import type { Stage } from "../command/stage.ts";

const POLL_MS = 2000;

/** A dead-letter queue is named after its construct, between that of its folder and the CDK's suffix. */
const KIND = /(Un[a-z]+[A-Z]\w*?)Queue[\dA-F]{8}$/;

/** The dead-letter queues of the stage's queues, named as the alarms are. */
export async function findDeadLetterQueues(stage: Stage) {
  const client = new SQSClient({});
  const queues: { kind: string; url: string }[] = [];
  for (const [logicalId, url] of await stage.resources("AWS::SQS::Queue")) {
    const { queueUrls = [] } = await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: url }));
    if (queueUrls.length > 0) queues.push({ kind: KIND.exec(logicalId)?.[1] ?? logicalId, url });
  }
  return queues;
}

async function attributesOf(client: SQSClient, QueueUrl: string) {
  const AttributeNames = ["QueueArn", "ApproximateNumberOfMessages"] as const;
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
  const { Attributes } = await client.send(command);
  return { arn: Attributes?.QueueArn ?? "", count: Number(Attributes?.ApproximateNumberOfMessages) };
}

/** How many messages wait in a queue, about. */
export const countMessages = async (client: SQSClient, url: string) => (await attributesOf(client, url)).count;

export const sayCount = (kind: string, count: number) =>
  console.log(`${kind}: ${count} ${count === 1 ? "event" : "events"} failed. ${NOTHING_DONE}`);

const latestTask = async (client: SQSClient, SourceArn: string) =>
  (await client.send(new ListMessageMoveTasksCommand({ SourceArn }))).Results?.[0];

/**
 * Waits until the newest task that began after a moment (epoch ms) has ended, and says how many messages it moved. SQS names a task by its
 * handle only while it runs, and the list may lag behind the start: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListMessageMoveTasksResultEntry.html
 */
async function waitForTask(client: SQSClient, kind: string, SourceArn: string, after: number) {
  for (;;) {
    const task = await latestTask(client, SourceArn);
    const { Status, StartedTimestamp = 0, FailureReason, ApproximateNumberOfMessagesMoved = 0 } = task ?? {};
    if (StartedTimestamp > after) {
      if (Status === "FAILED") throw new Error(`${kind}: SQS gave up: ${FailureReason ?? "it doesn't say why"}.`);
      if (Status === "COMPLETED" || Status === "CANCELLED") return ApproximateNumberOfMessagesMoved;
    }
    await sleep(POLL_MS);
  }
}

/** Has SQS move a queue's dead letters back to the queues that they came from, and waits until it has. */
export async function redriveMessages(kind: string, url: string, { isDry, record }: Pick<Call, "isDry" | "record">) {
  const client = new SQSClient({});
  const { arn: SourceArn, count } = await attributesOf(client, url);
  if (isDry) sayCount(kind, count);
  if (isDry) return count;
  const { Status, StartedTimestamp = 0 } = (await latestTask(client, SourceArn)) ?? {};
  // A run that was ended has left its task to SQS, which takes one at a time.
  let moved = Status === "RUNNING" ? await waitForTask(client, kind, SourceArn, StartedTimestamp - 1) : 0;
  const left = await countMessages(client, url);
  if (left > 0) {
    moved += await record("events.redrive", url, async () => {
      await client.send(new StartMessageMoveTaskCommand({ SourceArn }));
      return waitForTask(client, kind, SourceArn, StartedTimestamp);
    });
  }
  if (left > 0 || moved > 0) console.log(`${kind}: moved ${moved} events back.`);
  return Math.max(left, moved);
}
