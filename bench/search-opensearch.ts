import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { findCopied } from "#lambdas/areas/search/find-copies.ts";
import { findOftenUsedTags } from "#lambdas/areas/search/find-tags.ts";
import { createSynonymFinder } from "#lambdas/areas/search/synonyms.ts";
import type { Change } from "#lambdas/search-engine/document.ts";
import { openSearch } from "#lambdas/search-engine/opensearch/opensearch.ts";
import { HASH_BYTES } from "#shared/rules/picture-hash.ts";
import { generateArtworks, getOwner } from "./search/corpus.ts";
import { QUESTIONS } from "./search/questions.ts";

/** The figures of `bench/search.ts` on a node of OpenSearch: OPENSEARCH_URL=… node bench/search-opensearch.ts 1000 100000 */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 100_000];
const AT_ONCE = 500;
const WRITERS = 2;
const REPEATS = 9;

const node = (process.env.OPENSEARCH_URL ?? "http://127.0.0.1:9200").replace(/\/$/, "");

async function ask<T>(path: string, method = "GET"): Promise<T> {
  return (await (await fetch(`${node}/${path}`, { method })).json()) as T;
}

interface NodeStats {
  readonly nodes: Readonly<
    Record<string, { readonly process: { readonly cpu: { readonly total_in_millis: number } } }>
  >;
}

/** A node updates its statistics once a second. */
const MEASURED_MS = 1_100;

/** CPU milliseconds of the node since its start. */
async function readCpu(): Promise<number> {
  await sleep(MEASURED_MS);
  const { nodes } = await ask<NodeStats>("_nodes/stats/process");
  return Object.values(nodes).reduce((sum, { process }) => sum + process.cpu.total_in_millis, 0);
}

const getMedian = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function print(label: string, work: () => Promise<unknown>) {
  await work();
  const times: number[] = [];
  const before = await readCpu();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const cpu = ((await readCpu()) - before) / REPEATS;
  console.log(
    `${label.padEnd(36)}${getMedian(times).toFixed(0).padStart(6)} ms${cpu.toFixed(0).padStart(6)} ms of CPU`,
  );
}

for (const size of SIZES) {
  const prefix = `bench-${randomUUID()}-`;
  const { index, indexing } = openSearch(`${node}/${prefix}`);
  const start = performance.now();
  const changes = generateArtworks(size);
  const takeBatch = () => {
    const batch: Change[] = [];
    for (let next = changes.next(); !next.done; next = changes.next()) {
      batch.push(next.value);
      if (batch.length === AT_ONCE) break;
    }
    return batch;
  };
  const fill = async () => {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const written = batch;
      await indexing.write(async () => written);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, fill));
  const seconds = (performance.now() - start) / 1000;
  await ask(`${prefix}*/_refresh`, "POST");
  await ask(`${prefix}*/_flush`, "POST");
  const { _all } = await ask<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
    `${prefix}artwork/_stats/store`,
  );
  const bytes = _all.primaries.store.size_in_bytes;
  console.log(
    `\n${size.toLocaleString("en")} artworks: filled in ${seconds.toFixed(0)} s, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  const findSynonyms = await createSynonymFinder(index);
  for (const [label, question] of Object.entries(QUESTIONS)) {
    await print(label, () => index.findPage({ kind: "artwork", limit: 20, findSynonyms, ...question }));
  }
  await print("the tags that are used most", () => findOftenUsedTags(index, 12));
  await print("what a picture is a copy of", () => findCopied(index, randomBytes(HASH_BYTES)));
  await print("the same among works of others", () =>
    findCopied(index, randomBytes(HASH_BYTES), { without: getOwner(1) }),
  );
  await ask(`${prefix}*`, "DELETE");
}
