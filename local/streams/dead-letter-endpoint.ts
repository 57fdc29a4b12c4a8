import { createHash, randomUUID } from "node:crypto";
import type { SQSEvent } from "aws-lambda";
import { type Access, errorTypeOf, signerOf, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { readBody } from "#local/services/http-server.ts";
import { queueArn, queueOfArn, queueOfUrl } from "#local/template/names.ts";
import type { QueueSpec } from "#local/template/queues.ts";
import { AWS_QUOTAS } from "../../shared/aws-quotas.ts";
import type { AsyncQueue } from "./async-queue.ts";
import type { DeadLetter, DeadLetters } from "./dead-letters.ts";
import { enqueue, md5 } from "./queue-endpoint.ts";

const PREFIX = "AmazonSQS.";

interface Input {
  QueueUrl?: string;
  /** Of the dead-letter queue, where a task is named by it. */
  SourceArn?: string;
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  WaitTimeSeconds?: number;
  MaxResults?: number;
  ReceiptHandle?: string;
}

interface Dependencies {
  queues: () => readonly QueueSpec[];
  asyncQueue: Pick<AsyncQueue, "add">;
  deadLetters: DeadLetters;
  access?: Access;
}

/** How often tasks are listed before a new one is among them, and then until it has ended. */
const LOOKS_UNLISTED = 1;
const LOOKS_RUNNING = 1;

/** A task that moves a queue's messages back, the newest first in its list. */
interface MoveTask {
  readonly started: number;
  readonly count: number;
  looks: number;
}

const isUnlisted = ({ looks }: MoveTask) => looks <= LOOKS_UNLISTED;
const isRunning = ({ looks }: MoveTask) => looks <= LOOKS_UNLISTED + LOOKS_RUNNING;

/** A queue that nothing consumes, and what an operation on it answers. */
type Operation = (queue: QueueSpec, input: Input, url: (name: string) => string) => object;

/** The body as SQS has it: a message keeps its own, Lambda puts the event there that a function couldn't handle. */
function bodyOf({ payload }: DeadLetter, isMessage: boolean) {
  return isMessage ? ((payload as SQSEvent).Records[0]?.body ?? "") : JSON.stringify(payload);
}

const receiptOf = (letter: DeadLetter) => createHash("sha256").update(JSON.stringify(letter)).digest("hex");

/** SQS's operations that dead letters are looked at and handed over again with. */
export function createDeadLetterEndpoint({
  queues,
  asyncQueue,
  deadLetters,
  access = UNRESTRICTED,
}: Dependencies): ServiceHandler {
  /** Until when a message that was received is hidden, in epoch ms. */
  const hidden = new Map<string, number>();
  /** Queues whose next short poll finds their messages. */
  const polled = new Set<string>();
  const tasks = new Map<string, MoveTask[]>();
  const sourcesOf = ({ name }: QueueSpec) => queues().filter(({ deadLetterQueue }) => deadLetterQueue === name);
  const visible = ({ name }: QueueSpec) =>
    deadLetters.list(name).filter((letter) => (hidden.get(receiptOf(letter)) ?? 0) <= Date.now());

  const operations: Readonly<Record<string, Operation>> = {
    GetQueueAttributes: (queue) => ({
      Attributes: { QueueArn: queue.arn, ApproximateNumberOfMessages: String(visible(queue).length) },
    }),
    ListDeadLetterSourceQueues: (queue, _input, url) => ({
      queueUrls: sourcesOf(queue).map(({ name }) => url(name)),
    }),
    ReceiveMessage(
      queue,
      { MaxNumberOfMessages = 1, VisibilityTimeout = queue.visibilitySeconds, WaitTimeSeconds = 0 },
    ) {
      // A short poll asks some of the servers, so every other one meets those that have none.
      if (WaitTimeSeconds === 0 && !polled.delete(queue.name)) {
        polled.add(queue.name);
        return {};
      }
      const isMessage = sourcesOf(queue).length > 0;
      const Messages = visible(queue)
        .slice(0, MaxNumberOfMessages)
        .map((letter) => {
          const ReceiptHandle = receiptOf(letter);
          hidden.set(ReceiptHandle, Date.now() + VisibilityTimeout * 1000);
          const Body = bodyOf(letter, isMessage);
          return { MessageId: ReceiptHandle.slice(0, 32), ReceiptHandle, Body, MD5OfBody: md5(Body) };
        });
      return Messages.length > 0 ? { Messages } : {};
    },
    DeleteMessage({ name }, { ReceiptHandle }) {
      const letter = deadLetters.list(name).find((candidate) => receiptOf(candidate) === ReceiptHandle);
      if (letter) deadLetters.remove(name, letter);
      return {};
    },
    StartMessageMoveTask(queue) {
      const sources = sourcesOf(queue);
      let count = 0;
      for (const letter of deadLetters.list(queue.name)) {
        const source = sources.find(({ consumer }) => consumer === letter.functionName);
        if (!source) continue;
        enqueue(source, bodyOf(letter, true), asyncQueue);
        deadLetters.remove(queue.name, letter);
        count += 1;
      }
      const others = tasks.get(queue.name) ?? [];
      tasks.set(queue.name, [{ started: Date.now(), count, looks: 0 }, ...others]);
      return { TaskHandle: randomUUID() };
    },
    ListMessageMoveTasks({ name, arn }, { MaxResults = 1 }) {
      const all = tasks.get(name) ?? [];
      for (const task of all) task.looks += 1;
      const listed = all.filter((task) => !isUnlisted(task)).slice(0, MaxResults);
      return {
        Results: listed.map((task) => ({
          ...{ Status: isRunning(task) ? "RUNNING" : "COMPLETED", SourceArn: arn, StartedTimestamp: task.started },
          ApproximateNumberOfMessagesMoved: isRunning(task) ? 0 : task.count,
        })),
      };
    },
  };

  return async (request, response) => {
    const target = String(request.headers["x-amz-target"] ?? "");
    const name = target.slice(PREFIX.length);
    const operation = target.startsWith(PREFIX) && Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) return false;
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
      return true;
    };
    const input: Input = JSON.parse((await readBody(request, AWS_QUOTAS.sqsMessage.max)).toString("utf8"));
    const queueName = input.SourceArn ? queueOfArn(input.SourceArn) : queueOfUrl(input.QueueUrl ?? "");
    const authorization = { action: `sqs:${name}`, resource: queueArn(queueName) };
    const refusal = access.refusalOf(signerOf(request.headers), [authorization]);
    if (refusal) {
      return answer(403, { __type: `com.amazon.coral.service#${errorTypeOf(refusal)}`, message: refusal.message });
    }
    const queue = queues().find((candidate) => candidate.name === queueName);
    if (!queue) {
      return answer(400, { __type: "com.amazonaws.sqs#QueueDoesNotExist", message: `No queue ${queueName}` });
    }
    if (name === "StartMessageMoveTask" && tasks.get(queueName)?.some(isRunning)) {
      const message =
        "There is already a task running. Only one active task is allowed for a source queue arn at a given time.";
      return answer(400, { __type: "com.amazonaws.sqs#UnsupportedOperation", message });
    }
    if (name === "StartMessageMoveTask" && sourcesOf(queue).length === 0) {
      const message = "Source queue must be configured as a Dead Letter Queue.";
      return answer(400, { __type: "com.amazonaws.sqs#UnsupportedOperation", message });
    }
    const urlOf = (other: string) => (input.QueueUrl ?? other).replace(/[^/]*$/, other);
    return answer(200, operation(queue, input, urlOf));
  };
}
