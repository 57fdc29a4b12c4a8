import { createHash, randomUUID } from "node:crypto";
import type { SQSEvent } from "aws-lambda";
import { type Access, getErrorType, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { AWS_QUOTAS } from "#local/quotas.ts";
import { readBody } from "#local/services/http-server.ts";
import { queueArn, queueOfUrl, REGION } from "#local/template/names.ts";
import type { QueueSpec } from "#local/template/queues.ts";
import type { AsyncQueue } from "./async-queue.ts";

const SEND = "AmazonSQS.SendMessage";

type MessageAttributes = Readonly<Record<string, { readonly DataType: string; readonly StringValue?: string }>>;

interface SendMessage {
  QueueUrl?: string;
  MessageAttributes?: MessageAttributes;
  MessageBody?: string;
  DelaySeconds?: number;
}

export const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** A message's attributes as Lambda's event has them. */
const toEventAttributes = (attributes: MessageAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue }]) => [
      name,
      { dataType: DataType, stringValue: StringValue },
    ]),
  );

/** The same as SQS has them, of the message in an event. */
export const toMessageAttributes = ({ Records: [record] }: SQSEvent): MessageAttributes =>
  Object.fromEntries(
    Object.entries(record?.messageAttributes ?? {}).map(([name, { dataType, stringValue = "" }]) => [
      name,
      { DataType: dataType, StringValue: stringValue },
    ]),
  );

/** Lambda's event for one message. */
const buildEvent = (messageId: string, body: string, { arn }: QueueSpec, attributes: MessageAttributes) => ({
  Records: [
    {
      messageId,
      receiptHandle: messageId,
      body,
      attributes: { ApproximateReceiveCount: "1", SentTimestamp: String(Date.now()) },
      messageAttributes: toEventAttributes(attributes),
      md5OfBody: md5(body),
      eventSource: "aws:sqs",
      eventSourceARN: arn,
      awsRegion: REGION,
    },
  ],
});

/** Hands a message to the queue's function after the delay; a queue that nothing consumes keeps none here. */
function enqueue(
  queue: QueueSpec,
  { MessageBody: body = "", MessageAttributes = {}, DelaySeconds: delaySeconds }: SendMessage,
  asyncQueue: Pick<AsyncQueue, "add">,
) {
  const { consumer, attempts, deadLetterQueue, reportsItemFailures, batchSize } = queue;
  const id = randomUUID();
  if (consumer) {
    const delayMs = (delaySeconds ?? queue.delaySeconds) * 1000;
    // Without a dead-letter queue SQS retries until the message expires; JSON can't hold Infinity.
    const rule = { attempts: Math.min(attempts, 1_000), deadLetterQueue, reportsItemFailures, batchSize };
    asyncQueue.add(consumer, buildEvent(id, body, queue, MessageAttributes), id, { delayMs, rule });
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
    const sent: SendMessage = JSON.parse(body.toString("utf8"));
    const { QueueUrl = "", MessageBody = "" } = sent;
    const authorization = { action: "sqs:SendMessage", resource: queueArn(queueOfUrl(QueueUrl)) };
    const refusal = access.findRefusal(parseSigner(request.headers), [authorization]);
    if (refusal) {
      return answer(403, { __type: `com.amazon.coral.service#${getErrorType(refusal)}`, message: refusal.message });
    }
    const queue = queues().find(({ name }) => name === queueOfUrl(QueueUrl));
    if (!queue) {
      const message = `The laptop has no queue ${QueueUrl}`;
      return answer(400, { __type: "com.amazonaws.sqs#QueueDoesNotExist", message });
    }
    const id = enqueue(queue, sent, asyncQueue);
    return answer(200, { MessageId: id, MD5OfMessageBody: md5(MessageBody) });
  };
}
