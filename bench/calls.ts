import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import { v7 as uuidv7 } from "uuid";
import { startMarketplace } from "#bench/web/marketplace.ts";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { popularKeys } from "#lambdas/areas/popularity/popular-rank.ts";
import { getKey, getKeyPrefix } from "#lambdas/platform/table/item-key.ts";
import { listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { search } from "#shared/contract/search.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";

/**
 * Measures the processor time of a call within its function's process, on Linux, beside one query of 20 cards and one read
 * by the SDK's document client in the same process. `--origin http://…` uses a running laptop, to which it adds artwork.
 */
const { values } = parseArgs({ options: { origin: { type: "string" } } });

/** Copies of each artwork of the demo: enough for full pages of one partition. */
const COPIES = 12;

type Environment = Readonly<Record<string, string>>;

/** Environment of the worker of a function whose name contains this part. */
function findEnvironment(name: string): Environment {
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const environment = readEnvironment(pid);
    if (environment.AWS_LAMBDA_FUNCTION_NAME?.startsWith(`ochre-local-${name}Function`)) return environment;
  }
  throw new Error(`No worker of ${name} runs`);
}

function readEnvironment(pid: string): Environment {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").filter(Boolean);
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
  } catch {
    return {};
  }
}

/** Copies the demo's artwork within the table. */
async function addArtwork({ TABLE_NAME = "", AWS_ENDPOINT_URL_DYNAMODB = "", AWS_REGION = "" }: Environment) {
  const endpoint = { endpoint: AWS_ENDPOINT_URL_DYNAMODB, region: AWS_REGION, credentials: LOCAL_CREDENTIALS };
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(endpoint));
  const scan = { TableName: TABLE_NAME, FilterExpression: "sk = :a AND attribute_exists(newestPk)" };
  const { Items = [] } = await client.send(
    new ScanCommand({ ...scan, ExpressionAttributeValues: { ":a": getKeyPrefix(ArtworkEntity).sk } }),
  );
  const copies = Items.flatMap((item) => Array.from({ length: COPIES }, () => item)).map((item) => {
    const artworkId = uuidv7();
    return { ...item, ...getKey(ArtworkEntity, { artworkId }), rankedPk: popularKeys({ artworkId }).popular };
  });
  for (let at = 0; at < copies.length; at += 25) {
    const requests = copies.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [TABLE_NAME]: requests } }));
  }
}

/** A call as API Gateway's event. */
const buildEvent = (route: Route, call: { readonly params?: object; readonly query?: object } = {}) => ({
  routeKey: buildRouteKey(route),
  rawPath: route.path,
  rawQueryString: "",
  headers: { "accept-encoding": "br" },
  pathParameters: call.params,
  queryStringParameters: call.query,
  requestContext: { http: { method: route.method, sourceIp: "127.0.0.1" }, requestId: uuidv7() },
});

process.env.OCHRE_HOME ??= mkdtempSync(join(tmpdir(), "ochre-calls-"));
const own = values.origin ? undefined : await startMarketplace();
const origin = own?.origin ?? values.origin ?? "";

try {
  // Starts the workers.
  for (const path of ["/", "/api/search?q=water"]) await fetch(origin + path);
  const response = await fetch(`${origin}/api/artwork?limit=50`);
  const { items } = (await response.json()) as { items: { artworkId: string }[] };
  const environment = findEnvironment("Apiartwork");
  if (items.length < 50) await addArtwork(environment);
  const { TABLE_NAME: tableName = "" } = environment;
  const artworkId = items.at(-1)?.artworkId ?? "";
  const page = { ...buildEvent(listArtwork), routeKey: "$default", rawPath: "/" };
  const calls = [
    ["A list of 20, newest", "Apiartwork", buildEvent(listArtwork)],
    ["The same, not compressed", "Apiartwork", { ...buildEvent(listArtwork), headers: {} }],
    ["A list of 20, popular", "Apiartwork", buildEvent(listArtwork, { query: { sort: "popular" } })],
    ["An artwork", "Apiartwork", buildEvent(readArtwork, { params: { artworkId } })],
    ["A search", "Apisearch", buildEvent(search, { query: { q: "water", t: "artwork" } })],
    ["The home page", "Apipages", page],
  ] as const;
  console.log("| CPU ms of | A call | One query of 20 by the SDK | Ratio | One read by the SDK | Ratio | Load |");
  console.log("|---|---|---|---|---|---|---|");
  for (const [name, part, event] of calls) {
    const program = join(import.meta.dirname, "calls/measure.ts");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        ...process.execArgv,
        program,
        JSON.stringify(event),
        tableName,
        JSON.stringify(getKey(ArtworkEntity, { artworkId })),
      ],
      { env: findEnvironment(part), encoding: "utf8" },
    );
    const line = stdout.trim().split("\n").at(-1);
    if (!line?.startsWith("{")) throw new Error(stderr || stdout);
    const { call, query, get } = JSON.parse(line) as Record<"call" | "query" | "get", number>;
    const cells = [call, query, call / query, get, call / get, loadavg()[0] ?? 0].map((value) => value.toFixed(1));
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
} finally {
  own?.stop();
}
