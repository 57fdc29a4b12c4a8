import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Call } from "../command/command.ts";
import { countMessages, sayCount } from "./redrive-messages.ts";

/** How long a message that is being handed over is hidden from another run, in seconds. */
const HIDDEN = 60;

/** A long poll asks all of SQS's servers, a short one some, which may have nothing of a queue that isn't empty; in seconds. */
const LONG_POLL = 20;

/**
 * Hands events that a function couldn't take to it once more, as asynchronous calls; Lambda's own dead letters have no source queue
 * that they could be moved to. A message is deleted once Lambda has taken the event.
 */
export async function redriveEvents(
  url: string,
  functionName: string,
  { isDry, record }: Pick<Call, "isDry" | "record">,
) {
  const [sqs, lambda] = [new SQSClient({}), new LambdaClient({})];
  const kind = "UndeliveredUploads";
  if (isDry) {
    const waiting = await countMessages(sqs, url);
    sayCount(kind, waiting);
    return waiting;
  }
  const receive = async () => {
    const input = { QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: HIDDEN, WaitTimeSeconds: LONG_POLL };
    return (await sqs.send(new ReceiveMessageCommand(input))).Messages ?? [];
  };
  let count = 0;
  const handOver = async (first: Awaited<ReturnType<typeof receive>>) => {
    for (let messages = first; messages.length > 0; messages = await receive()) {
      for (const { Body = "", ReceiptHandle } of messages) {
        await lambda.send(
          new InvokeCommand({ FunctionName: functionName, InvocationType: "Event", Payload: Buffer.from(Body) }),
        );
        await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
        count += 1;
      }
    }
  };
  const first = await receive();
  if (first.length > 0) await record("events.redrive", url, () => handOver(first));
  if (count > 0) console.log(`${kind}: handed ${count} events over.`);
  const left = await countMessages(sqs, url);
  if (left > 0) {
    console.error(`${kind}: SQS counts ${left} that it hands to nobody yet: run it again in a minute.`);
    process.exitCode = 1;
  }
  return count + left;
}
