import {
  type BatchGetItemCommandInput,
  type BatchGetItemCommandOutput,
  type BatchWriteItemCommandInput,
  type BatchWriteItemCommandOutput,
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";

/** Attempts of a write that conflicts with a transaction. */
export const CONFLICT_ATTEMPTS = 8;
const MAX_BACKOFF_MS = 800;

/** Exponential backoff with full jitter. */
export const backOff = (tried: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(MAX_BACKOFF_MS, 25 * 2 ** tried)));

/** The outcome of an attempt whose item was changed since it was read. */
export const CHANGED = Symbol("changed");

/** Repeats a read with its conditional write while others change the item in between. Throws after too many conflicts. */
export async function retryChanged<T>(item: string, attempt: () => Promise<T | typeof CHANGED>): Promise<T> {
  for (let tried = 1; tried <= CONFLICT_ATTEMPTS; tried++) {
    const outcome = await attempt();
    if (outcome !== CHANGED) return outcome;
    await backOff(tried);
  }
  throw new Error(`Gave up after repeated concurrent changes of ${item}`);
}

/**
 * Makes the client retry single writes refused because of a concurrent transaction, for which the SDK doesn't retry; nothing
 * was written.
 */
export function retryConflicts(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (call) => {
      for (let tried = 1; ; tried++) {
        try {
          return await next(call);
        } catch (error) {
          if (!(error instanceof TransactionConflictException) || tried === CONFLICT_ATTEMPTS) throw error;
          await backOff(tried);
        }
      }
    },
    { step: "initialize", name: "retryConflicts" },
  );
  return client;
}

const ATTEMPTS = 8;

/** Cancellation reasons that are transient, besides those of the other writes. */
const THROTTLED = ["ThrottlingError", "ProvisionedThroughputExceeded"];

type Input = Pick<BatchGetItemCommandInput | BatchWriteItemCommandInput, "RequestItems">;
type Output = Partial<BatchGetItemCommandOutput & BatchWriteItemCommandOutput>;

/** True if only throttling cancelled the transaction; nothing was written. */
function isThrottled(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).flatMap(({ Code }) => (Code && Code !== "None" ? [Code] : []));
  return codes.length > 0 && codes.every((code) => THROTTLED.includes(code));
}

const getUnprocessed = ({ UnprocessedKeys, UnprocessedItems }: Output) => UnprocessedKeys ?? UnprocessedItems ?? {};

/** Merges two partial results of a batch. */
function mergeOutputs(first: Output, next: Output): Output {
  const responses = { ...first.Responses };
  for (const [table, items] of Object.entries(next.Responses ?? {}))
    responses[table] = [...(responses[table] ?? []), ...items];
  const capacity = [...(first.ConsumedCapacity ?? []), ...(next.ConsumedCapacity ?? [])];
  return {
    ...next,
    ...(first.Responses || next.Responses ? { Responses: responses } : {}),
    ...(capacity.length > 0 ? { ConsumedCapacity: capacity } : {}),
  };
}

/**
 * Makes the client retry, with backoff, unprocessed parts of batches and throttled transactions, since the SDK treats the
 * first as a success and the second as final. After eight attempts, a batch returns the unprocessed rest.
 */
export function retryThrottled(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (call) => {
      let answer: Output | undefined;
      let input = call.input as Input;
      for (let tried = 1; ; tried++) {
        try {
          const result = await next({ ...call, input: input as typeof call.input });
          const output = result.output as Output;
          answer = answer ? mergeOutputs(answer, output) : output;
          const left = getUnprocessed(output);
          if (Object.keys(left).length === 0 || tried === ATTEMPTS)
            return { ...result, output: answer as typeof result.output };
          input = { ...input, RequestItems: left };
        } catch (error) {
          if (!isThrottled(error) || tried === ATTEMPTS) throw error;
        }
        await backOff(tried);
      }
    },
    { step: "initialize", name: "retryThrottled" },
  );
  return client;
}
