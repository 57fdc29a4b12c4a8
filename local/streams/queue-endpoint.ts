import { createHash, randomUUID } from "node:crypto";
import { type Access, errorTypeOf, signerOf, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { readBody } from "#local/services/http-server.ts";
import { queueArn, queueOfUrl, REGION } from "#local/template/names.ts";
import type { QueueSpec } from "#local/template/queues.ts";
import { AWS_QUOTAS } from "../../shared/aws-quotas.ts";
import type { AsyncQueue } from "./async-queue.ts";

const SEND = "AmazonSQS.SendMessage";

interface SendMessage {
  QueueUrl?: string;
  MessageBody?: string;
  DelaySeconds?: number;
}

export const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** Lambda's event for one message. */
const eventOf = (messageId: string, body: string, { arn }: QueueSpec) => ({
  Records: [
    {
      messageId,
      receiptHandle: messageId,
      body,
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: String(Date.now()) },
      messageAttributes: {},
      md5OfBody: md5(body),
      eventSource: "aws:sqs",
      eventSourceARN: arn,
      awsRegion: REGION,
    },
  ],
});

/** Hands a message to the queue's function after the delay; a queue that nothing consumes keeps none here. */
export function enqueue(queue: QueueSpec, body: string, asyncQueue: Pick<AsyncQueue, "add">, delaySeconds?: number) {
  const { consumer, attempts, deadLetterQueue, reportsItemFailures, batchSize } = queue;
  const id = randomUUID();
  if (consumer) {
    const delayMs = (delaySeconds ?? queue.delaySeconds) * 1000;
    // Without a dead-letter queue SQS retries until the message expires; JSON can't hold Infinity.
    const rule = { attempts: Math.min(attempts, 1_000), deadLetterQueue, reportsItemFailures, batchSize };
    asyncQueue.add(consumer, eventOf(id, body, queue), id, { delayMs, rule });
  }
  return id;
}

/** SQS's SendMessage: responds once the message is persisted; its function is invoked after the delay. */
export function createQueueEndpoint(
  queues: () => readonly QueueSpec[],
  asyncQueue: Pick<AsyncQueue, "add">,
  access: Access = UNRESTRICTED,
): ServiceHandler {
  return async (request, response) => {
    if (request.headers["x-amz-target"] !== SEND) return false;
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
      return true;
    };
    const body = await readBody(request, AWS_QUOTAS.sqsMessage.max);
    const { QueueUrl = "", MessageBody = "", DelaySeconds }: SendMessage = JSON.parse(body.toString("utf8"));
    const authorization = { action: "sqs:SendMessage", resource: queueArn(queueOfUrl(QueueUrl)) };
    const refusal = access.refusalOf(signerOf(request.headers), [authorization]);
    if (refusal) {
      return answer(403, { __type: `com.amazon.coral.service#${errorTypeOf(refusal)}`, message: refusal.message });
    }
    const queue = queues().find(({ name }) => name === queueOfUrl(QueueUrl));
    if (!queue) {
      const message = `The laptop has no queue ${QueueUrl}`;
      return answer(400, { __type: "com.amazonaws.sqs#QueueDoesNotExist", message });
    }
    const id = enqueue(queue, MessageBody, asyncQueue, DelaySeconds);
    return answer(200, { MessageId: id, MD5OfMessageBody: md5(MessageBody) });
  };
}
