import { Readable } from "node:stream";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { writeWithinQuota } from "#lambdas/areas/media/upload-quota.ts";
import { buildOpenAccountCheck } from "#lambdas/areas/users/open-account.ts";
import { isLostRace } from "#lambdas/platform/table/conditions.ts";
import { retryThrottled } from "#lambdas/platform/table/retries.ts";

const key = (of: string) => ({ pk: { S: of } });

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "cancelled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** A client that gets these answers, call by call, and its requests; the last answer repeats. */
function answered(...answers: (object | Error)[]) {
  const asked: unknown[] = [];
  const client = new DynamoDBClient({ region: "local", credentials: { accessKeyId: "a", secretAccessKey: "b" } });
  client.middlewareStack.add(
    () => async (call) => {
      const answer = answers[asked.length] ?? answers.at(-1);
      asked.push((call.input as { RequestItems?: unknown }).RequestItems);
      if (answer instanceof Error) throw answer;
      return { response: {}, output: { ...answer, $metadata: {} } as never };
    },
    { step: "initialize", priority: "low" },
  );
  return { client: retryThrottled(client), asked };
}

test("unprocessed keys of a batch are read in a second call, and the results are combined", async () => {
  const { client, asked } = answered(
    {
      Responses: { t: [key("a")] },
      UnprocessedKeys: { t: { Keys: [key("b")] } },
      ConsumedCapacity: [{ CapacityUnits: 1 }],
    },
    { Responses: { t: [key("b")] }, UnprocessedKeys: {}, ConsumedCapacity: [{ CapacityUnits: 2 }] },
  );
  const both = { t: { Keys: [key("a"), key("b")] } };
  const answer = await client.send(new BatchGetItemCommand({ RequestItems: both }));
  expect(asked).toEqual([both, { t: { Keys: [key("b")] } }]);
  expect(answer.Responses).toEqual({ t: [key("a"), key("b")] });
  expect(answer.ConsumedCapacity).toEqual([{ CapacityUnits: 1 }, { CapacityUnits: 2 }]);
  expect(answer.UnprocessedKeys).toEqual({});
});

test("the document client's second call has marshalled keys", async () => {
  const bodies: string[] = [];
  const answers = [
    { Responses: { t: [key("a")] }, UnprocessedKeys: { t: { Keys: [key("b")], ConsistentRead: true } } },
    { Responses: { t: [key("b")] }, UnprocessedKeys: {} },
  ];
  const client = new DynamoDBClient({
    region: "local",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    requestHandler: {
      async handle({ body }: { body: Uint8Array }) {
        const answer = JSON.stringify(answers[bodies.length]) ?? "";
        bodies.push(new TextDecoder().decode(body));
        return { response: { statusCode: 200, headers: {}, body: Readable.from([Buffer.from(answer)]) } };
      },
    },
  });
  const RequestItems = { t: { Keys: [{ pk: "a" }, { pk: "b" }], ConsistentRead: true } };
  const documents = DynamoDBDocumentClient.from(retryThrottled(client));
  const answer = await documents.send(new BatchGetCommand({ RequestItems }));
  expect(bodies.map((body) => JSON.parse(body).RequestItems.t)).toEqual([
    { Keys: [key("a"), key("b")], ConsistentRead: true },
    { Keys: [key("b")], ConsistentRead: true },
  ]);
  expect(answer.Responses).toEqual({ t: [{ pk: "a" }, { pk: "b" }] });
});

test("items unprocessed after eight calls are returned", { timeout: 20_000 }, async () => {
  const left = { t: [{ PutRequest: { Item: key("a") } }] };
  const { client, asked } = answered({ UnprocessedItems: left });
  const answer = await client.send(new BatchWriteItemCommand({ RequestItems: left }));
  expect(asked).toHaveLength(8);
  expect(answer.UnprocessedItems).toEqual(left);
});

const transaction = new TransactWriteItemsCommand({ TransactItems: [] });

test("a transaction cancelled only by throttling is retried", async () => {
  const { client, asked } = answered(
    cancelled("None", "ThrottlingError"),
    cancelled("ProvisionedThroughputExceeded"),
    {},
  );
  await client.send(transaction);
  expect(asked).toHaveLength(3);
});

test.each([["ConditionalCheckFailed"], ["ThrottlingError", "TransactionConflict"], ["ValidationError"], []])(
  "one cancelled for %s %s isn't retried",
  async (...codes) => {
    const { client, asked } = answered(cancelled(...codes));
    await expect(client.send(transaction)).rejects.toThrow(TransactionCanceledException);
    expect(asked).toHaveLength(1);
  },
);

test("a lost race is a failed condition or a transaction conflict, and no other cancellation", () => {
  const lost = (error: Error) => isLostRace(error);
  expect(lost(new ConditionalCheckFailedException({ message: "", $metadata: {} }))).toBe(true);
  expect(lost(cancelled("None", "ConditionalCheckFailed"))).toBe(true);
  expect(lost(cancelled("TransactionConflict"))).toBe(true);
  expect(lost(cancelled("ThrottlingError"))).toBe(false);
  expect(lost(cancelled("ValidationError", "None"))).toBe(false);
  expect(lost(new Error("elsewhere"))).toBe(false);
});

test("an upload answers 429 after lost races, and other cancellations are thrown", async () => {
  const announceTo = (...answers: (object | Error)[]) => {
    const table = {
      async send<T>(): Promise<T> {
        const answer = answers.shift() ?? cancelled("TransactionConflict");
        if (answer instanceof Error) throw answer;
        return answer as T;
      },
    };
    const upload = { ownerId: "u", mediaId: "m", bytes: 1, write: () => buildOpenAccountCheck("u").write };
    return writeWithinQuota(table, upload, new Date());
  };
  const noSlots = { Items: [] };
  expect(await announceTo(noSlots)).toMatchObject({ code: "too_many_requests" });
  await expect(announceTo(noSlots, cancelled("ValidationError"))).rejects.toThrow(TransactionCanceledException);
});
