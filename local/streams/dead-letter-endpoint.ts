import { createHash } from "node:crypto";
import type { SQSEvent } from "aws-lambda";
import { type Access, getErrorType, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import { readBody } from "#local/services/http-server.ts";
import { queueArn, queueOfUrl } from "#local/template/names.ts";
import type { QueueSpec } from "#local/template/queues.ts";
import type { DeadLetter, DeadLetters } from "./dead-letters.ts";
import { md5, toMessageAttributes } from "./queue-endpoint.ts";

const PREFIX = "AmazonSQS.";

interface Input {
  QueueUrl?: string;
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  WaitTimeSeconds?: number;
  ReceiptHandle?: string;
}

interface Dependencies {
  queues: () => readonly QueueSpec[];
  deadLetters: DeadLetters;
  access?: Access;
}

/** A queue that nothing consumes, and what an operation on it answers. */
type Operation = (queue: QueueSpec, input: Input, url: (name: string) => string) => object;

/** The body as SQS has it: a message keeps its own, Lambda puts the event there that a function couldn't handle. */
function getBody({ payload }: DeadLetter, isMessage: boolean) {
  return isMessage ? ((payload as SQSEvent).Records[0]?.body ?? "") : JSON.stringify(payload);
}

const getReceipt = (letter: DeadLetter) => createHash("sha256").update(JSON.stringify(letter)).digest("hex");

/** SQS's operations that dead letters are looked at, handed over again and dropped with. */
export function createDeadLetterEndpoint({ queues, deadLetters, access = UNRESTRICTED }: Dependencies): ServiceHandler {
  /** Until when a message that was received is hidden, in epoch ms. */
  const hidden = new Map<string, number>();
  /** Queues whose next short poll finds their messages. */
  const polled = new Set<string>();
  const listSources = ({ name }: QueueSpec) => queues().filter(({ deadLetterQueue }) => deadLetterQueue === name);
  const visible = ({ name }: QueueSpec) =>
    deadLetters.list(name).filter((letter) => (hidden.get(getReceipt(letter)) ?? 0) <= Date.now());

  const operations: Readonly<Record<string, Operation>> = {
    GetQueueAttributes: (queue) => ({
      Attributes: { QueueArn: queue.arn, ApproximateNumberOfMessages: String(visible(queue).length) },
    }),
    ListDeadLetterSourceQueues: (queue, _input, url) => ({
      queueUrls: listSources(queue).map(({ name }) => url(name)),
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
      const isMessage = listSources(queue).length > 0;
      const Messages = visible(queue)
        .slice(0, MaxNumberOfMessages)
        .map((letter) => {
          const ReceiptHandle = getReceipt(letter);
          hidden.set(ReceiptHandle, Date.now() + VisibilityTimeout * 1000);
          const Body = getBody(letter, isMessage);
          const MessageAttributes = isMessage ? toMessageAttributes(letter.payload as SQSEvent) : {};
          const MessageId = ReceiptHandle.slice(0, 32);
          return { MessageId, ReceiptHandle, Body, MessageAttributes, MD5OfBody: md5(Body) };
        });
      return Messages.length > 0 ? { Messages } : {};
    },
    DeleteMessage({ name }, { ReceiptHandle }) {
      const letter = deadLetters.list(name).find((candidate) => getReceipt(candidate) === ReceiptHandle);
      if (letter) deadLetters.remove(name, letter);
      return {};
    },
    ChangeMessageVisibility(_queue, { ReceiptHandle = "", VisibilityTimeout = 0 }) {
      hidden.set(ReceiptHandle, Date.now() + VisibilityTimeout * 1000);
      return {};
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
    const queueName = queueOfUrl(input.QueueUrl ?? "");
    const authorization = { action: `sqs:${name}`, resource: queueArn(queueName) };
    const refusal = access.findRefusal(parseSigner(request.headers), [authorization]);
    if (refusal) {
      return answer(403, { __type: `com.amazon.coral.service#${getErrorType(refusal)}`, message: refusal.message });
    }
    const queue = queues().find((candidate) => candidate.name === queueName);
    if (!queue) {
      return answer(400, { __type: "com.amazonaws.sqs#QueueDoesNotExist", message: `No queue ${queueName}` });
    }
    const getUrl = (other: string) => (input.QueueUrl ?? other).replace(/[^/]*$/, other);
    return answer(200, operation(queue, input, getUrl));
  };
}
