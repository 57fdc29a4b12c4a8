import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import { listKeys } from "#lambdas/areas/artwork/artwork-lists.ts";
import { INDEX } from "#lambdas/platform/table/indexes.ts";
import { ORIGIN_HEADER } from "#shared/origin-secret.ts";

/**
 * The process of one function, in its environment: `measure.ts <event> <table> <key of an artwork>`. Prints the processor
 * milliseconds of a call of its handler, of a query of 20 cards and of a read by the SDK's document client.
 */
const [event = "", TableName = "", artworkKey = ""] = process.argv.slice(2);
const { LAMBDA_TASK_ROOT = "", _HANDLER = "", ORIGIN_SECRET_ARN: SecretId } = process.env;

const BLOCKS = 8;
const CALLS_OF_BLOCK = 40;
/** Warm-up blocks, in which V8 still compiles. */
const WARM_UP = 4;

const [file = "", name = ""] = _HANDLER.split(".");
const loaded = (await import(pathToFileURL(join(LAMBDA_TASK_ROOT, `${file}.cjs`)).href)) as Record<string, never>;
const handler = (loaded[name] ?? (loaded.default as unknown as Record<string, never>)[name]) as unknown as (
  event: unknown,
  context: object,
) => Promise<{ statusCode: number }>;
const { SecretString = "" } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId }));
const { headers, ...sent } = JSON.parse(event) as { headers: object };
const received = JSON.stringify({
  ...sent,
  headers: { ...headers, [ORIGIN_HEADER]: JSON.parse(SecretString).current },
});
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ credentials: LOCAL_CREDENTIALS }));

const newest = {
  TableName,
  IndexName: INDEX.newest,
  KeyConditionExpression: "newestPk = :n",
  ExpressionAttributeValues: { ":n": listKeys.newest },
  Limit: 20,
  ScanIndexForward: false,
};
const measured = {
  call: async () => {
    const { statusCode } = await handler(JSON.parse(received), { awsRequestId: "bench", functionName: "bench" });
    if (statusCode !== 200) throw new Error(`The call answered ${statusCode}`);
  },
  query: () => client.send(new QueryCommand(newest)),
  get: () => client.send(new GetCommand({ TableName, Key: JSON.parse(artworkKey) })),
};

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const blocks: Record<string, number[]> = { call: [], query: [], get: [] };
for (let block = 0; block < WARM_UP + BLOCKS; block++) {
  for (const [kind, run] of Object.entries(measured)) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS_OF_BLOCK; call++) await run();
    const { user, system } = process.cpuUsage(before);
    if (block >= WARM_UP) blocks[kind]?.push((user + system) / 1000 / CALLS_OF_BLOCK);
  }
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(blocks).map(([kind, values]) => [kind, median(values)]))));
process.exit();
