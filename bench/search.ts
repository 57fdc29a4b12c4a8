import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { ArtworkEntity } from "#lambdas/artwork/artwork.entity.ts";
import { findMatches } from "#lambdas/search/find-matches.ts";
import { syncDocuments } from "#lambdas/search/sync-documents.ts";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { startDynamoDb } from "#local/services/dynamodb.ts";
import { PAGE } from "#shared/limits.ts";
import { type Artwork, generateArtworks } from "./search/corpus.ts";
import { type IndexPart, itemOf, loadIndex } from "./search/load-index.ts";
import { meterCalls, type Usage } from "./search/meter-calls.ts";
import { openTables } from "./search/open-tables.ts";
import { expectedFor, questionsAbout } from "./search/questions.ts";

/** How many artworks; `node bench/search.ts 5000` measures another size. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 100_000];

const row = (...cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(30) : String(cell).padStart(11))).join(""));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;
const count = (value: number) => value.toLocaleString("en");

/** The average cost of indexing one more artwork. */
async function costOfOne(
  services: Awaited<ReturnType<typeof openTables>>,
  artworks: readonly Artwork[],
  takeUsage: () => Usage,
) {
  for (const artwork of artworks) {
    const item = itemOf(artwork);
    await services.table.send(ArtworkEntity.build(PutItemCommand).item(item));
    await syncDocuments(services, "artwork", [item.artworkId]);
  }
  const { readUnits, writeUnits, calls } = takeUsage();
  return [readUnits, writeUnits, calls].map((value) => value / artworks.length) as [number, number, number];
}

/**
 * A query with a typo must have the best match among its ten results. An exact query must return the expected results in
 * order; only a query without matches may return guesses.
 */
const isFound = (page: readonly number[], expected: readonly number[], isExact: boolean) =>
  isExact ? expected.length === 0 || String(page) === String(expected) : page.includes(expected[0] ?? Number.NaN);

function describeIndex(parts: Record<string, IndexPart>, words: number, artworks: number, seconds: number) {
  console.log(
    `\nSearch over ${count(artworks)} artworks, ${count(words)} different words, loaded in ${seconds.toFixed(0)} s`,
  );
  row("index", "items", "MB", "bytes each");
  for (const [name, { items, bytes }] of Object.entries(parts)) {
    row(name, count(items), (bytes / 1e6).toFixed(1), Math.round(bytes / artworks));
  }
}

async function measure(size: number) {
  const services = await openTables(size);
  const artworks = generateArtworks(size);
  const started = performance.now();
  const { parts, words } = await loadIndex(services.indexing, artworks);
  describeIndex(parts, words, size, (performance.now() - started) / 1000);

  const takeUsage = meterCalls();
  row("query", "found", "filled", "units mean", "units max", "calls", "ms median");
  for (const [kind, questions] of Object.entries(questionsAbout(artworks))) {
    const units: number[] = [];
    const calls: number[] = [];
    const times: number[] = [];
    let found = 0;
    let filled = 0;
    for (const { typed, meant } of questions) {
      const expected = expectedFor(artworks, meant, PAGE.search);
      takeUsage();
      const start = performance.now();
      const page = await findMatches(services.index, { kind: "artwork", query: typed, limit: PAGE.search });
      times.push(performance.now() - start);
      const { readUnits, calls: made } = takeUsage();
      units.push(readUnits);
      calls.push(made);
      const numbers = page.map(({ number }) => number);
      if (isFound(numbers, expected, typed === meant)) found++;
      if (numbers.length >= expected.length) filled++;
    }
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    row(
      kind,
      percent(found, questions.length),
      percent(filled, questions.length),
      mean(units).toFixed(1),
      Math.max(...units).toFixed(1),
      mean(calls).toFixed(1),
      median.toFixed(0),
    );
  }
  takeUsage();
  const [reads, writes, made] = await costOfOne(services, generateArtworks(20), takeUsage);
  console.log(
    `One more artwork: ${writes.toFixed(0)} write units, ${reads.toFixed(0)} read units, ${made.toFixed(0)} calls`,
  );
}

const dynamoDb = await startDynamoDb();
try {
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.url,
  });
  for (const size of SIZES) await measure(size);
} finally {
  await dynamoDb.stop();
}
