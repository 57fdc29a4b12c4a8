import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { ArtworkEntity } from "#lambdas/artwork/artwork.entity.ts";
import type { ArtworkItem } from "#lambdas/artwork/find-artwork.ts";
import { narrowingOf } from "#lambdas/search/artwork-facets.ts";
import { findMatches, findPage } from "#lambdas/search/find-matches.ts";
import { findSimilar } from "#lambdas/search/find-similar.ts";
import { findSuggestions } from "#lambdas/search/find-suggestions.ts";
import { findTags } from "#lambdas/search/find-tags.ts";
import { syncDocuments } from "#lambdas/search/sync-documents.ts";
import { type Sort, tagFacet } from "#lambdas/search/terms.ts";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { startDynamoDb } from "#local/services/dynamodb.ts";
import { FEES, PAGE } from "#shared/limits.ts";
import type { ArtworkFilters } from "#shared/model/artwork-filters.ts";
import { type Artwork, generateArtworks } from "./search/corpus.ts";
import { type IndexPart, itemOf, loadIndex } from "./search/load-index.ts";
import { meterCalls, type Usage } from "./search/meter-calls.ts";
import { openTables } from "./search/open-tables.ts";
import { expectedFor, questionsAbout } from "./search/questions.ts";
import { createRandom, misspell, TYPOS } from "./search/typos.ts";

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

const QUESTIONS = 100;

/** Pages of a tag and of filters, tags of a beginning, what the search box suggests while words are typed, and what is similar. */
async function measureLists(
  { index }: Awaited<ReturnType<typeof openTables>>,
  { artworks, items }: { artworks: readonly Artwork[]; items: readonly ArtworkItem[] },
  takeUsage: () => Usage,
) {
  const random = createRandom(artworks.length + 2);
  const anyOf = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const tagged = artworks.filter(({ tags }) => tags.length > 0);
  const wordsOfOne = () =>
    [anyOf(artworks).title, anyOf(tagged).tags[0] ?? "", anyOf(artworks).artist].filter(({ length }) => length >= 5);
  const pageOf = async (filters: ArtworkFilters, sort: Sort) => {
    const narrowing = narrowingOf(filters, sort, FEES);
    if (!narrowing) return [];
    const page = { kind: "artwork", query: "", ...narrowing, counts: true, limit: 20 } as const;
    return (await findPage(index, page)).found;
  };
  const kinds: Record<string, () => Promise<readonly unknown[]>> = {
    "20 cards with a tag": () =>
      findMatches(index, { kind: "artwork", query: "", facets: [[tagFacet(anyOf(anyOf(tagged).tags))]], limit: 20 }),
    "20 cards by filters": () => {
      const { medium, look } = anyOf(artworks);
      const filters = { medium: [medium], color: [look.colors[0] ?? "white"], license: ["personal" as const] };
      return pageOf(filters, "relevance");
    },
    "20 cards by filters and price": () => pageOf({ medium: [anyOf(artworks).medium] }, "price"),
    "20 cards of a tag, popular": () => pageOf({ tag: [anyOf(anyOf(tagged).tags)] }, "popular"),
    "12 similar, of documents": () => findSimilar(index, anyOf(items)),
    "tags of a beginning": () => findTags(index, anyOf(anyOf(tagged).tags).slice(0, 2 + Math.floor(random() * 4)), 8),
    suggestions: async () => {
      const typed = anyOf(wordsOfOne());
      const { artwork, users, tags } = await findSuggestions(index, typed.slice(0, 2 + Math.floor(random() * 8)));
      return [...artwork, ...users, ...tags];
    },
    "suggestions for a typo": async () => {
      const typed = misspell(anyOf(wordsOfOne()), anyOf(TYPOS), random);
      const { artwork, users, tags } = await findSuggestions(index, typed);
      return [...artwork, ...users, ...tags];
    },
  };
  for (const [kind, ask] of Object.entries(kinds)) {
    const units: number[] = [];
    const calls: number[] = [];
    let lines = 0;
    for (let at = 0; at < QUESTIONS; at++) {
      takeUsage();
      lines += (await ask()).length;
      const { readUnits, calls: made } = takeUsage();
      units.push(readUnits);
      calls.push(made);
    }
    const [average, most] = [mean(units).toFixed(1), Math.max(...units).toFixed(1)];
    row(kind, (lines / QUESTIONS).toFixed(1), "", average, most, mean(calls).toFixed(1), "");
  }
}

async function measure(size: number) {
  const services = await openTables(size);
  const artworks = generateArtworks(size);
  const started = performance.now();
  const { parts, words, items } = await loadIndex(services.indexing, artworks);
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
  await measureLists(services, { artworks, items }, takeUsage);
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
