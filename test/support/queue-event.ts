import type { SQSEvent } from "aws-lambda";

/** SQS's event for a batch of messages at a given attempt. */
export function queueEvent(messages: readonly unknown[], attempt = 1): SQSEvent {
  const attributes = { ApproximateReceiveCount: String(attempt) };
  const Records = messages.map((message, at) => ({
    messageId: String(at),
    body: typeof message === "string" ? message : JSON.stringify(message),
    attributes,
  }));
  return { Records } as unknown as SQSEvent;
}
