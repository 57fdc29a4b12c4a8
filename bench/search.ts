import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { findCopied } from "#lambdas/areas/search/find-copies.ts";
import { findOftenUsedTags } from "#lambdas/areas/search/find-tags.ts";
import { AMONG, findRelatedTags } from "#lambdas/areas/search/related-tags.ts";
import { createSynonymFinder } from "#lambdas/areas/search/synonyms.ts";
import { answerFrom } from "#lambdas/search-engine/file/answer.ts";
import { newPath, Replica } from "#lambdas/search-engine/file/replica.ts";
import { HASH_BYTES } from "#shared/rules/picture-hash.ts";
import { generateArtworks, getOwner, TENTH } from "./search/corpus.ts";
import { QUESTIONS } from "./search/questions.ts";

/** How many artworks, ascending; `node bench/search.ts 5000` measures another size. */
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000];
/** Number of works to extrapolate to. */
const FAR = 10_000_000;

const REPEATS = 5;

const [commonWord] = TENTH;

async function measureCpu<T>(work: () => T | Promise<T>) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

/** Measurements by label, in the order of the sizes. */
const figures = new Map<string, number[]>();
const recordFigure = (label: string, figure: number) => figures.set(label, [...(figures.get(label) ?? []), figure]);

async function measureAndPrint(label: string, work: () => unknown) {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) times.push((await measureCpu(work)).ms);
  times.sort((a, b) => a - b);
  const median = times[Math.floor(REPEATS / 2)] ?? 0;
  recordFigure(`${label}, ms`, median);
  console.log(`${label.padEnd(36)}${median.toFixed(1).padStart(8)} ms`);
}

/** Linear extrapolation from the figures of two sizes to another size. */
const extrapolateLinearly = (
  [from, to]: readonly [number, number],
  [low = 0, high = 0]: readonly number[],
  size: number,
) => low + ((high - low) / (to - from)) * (size - from);

/** Prints a linear prediction of the largest size, its measurement, and an extrapolation from it. */
function printGrowth(sizes: readonly number[]) {
  const [first, second, third] = sizes.slice(-3);
  if (first === undefined || second === undefined || third === undefined) return;
  const heads = [
    `Predicted for ${third.toLocaleString("en")}`,
    "Measured",
    `Extrapolated to ${FAR.toLocaleString("en")}`,
  ];
  console.log(`\n| Measurement | ${heads.join(" | ")} |\n|---|--:|--:|--:|`);
  for (const [label, all] of figures) {
    const predicted = extrapolateLinearly([first, second], all.slice(-3), third);
    const extrapolated = extrapolateLinearly([second, third], all.slice(-2), FAR);
    const cells = [predicted, all.at(-1) ?? 0, extrapolated].map((value) => Math.round(value).toLocaleString("en"));
    console.log(`| ${[label, ...cells].join(" | ")} |`);
  }
}

for (const size of SIZES) {
  const artworks = [...generateArtworks(size)];
  const replica = Replica.empty();
  const built = await measureCpu(() => replica.apply(1, artworks));
  const path = newPath();
  const saved = await measureCpu(() => replica.save(path));
  const bytes = statSync(path).size;
  const snapshot = zstdCompressSync(readFileSync(path));
  rmSync(path);
  recordFigure("indexing all, ms", built.ms);
  recordFigure("the file, KB", bytes / 1000);
  recordFigure("the file compressed, KB", snapshot.length / 1000);
  console.log(`\n${size.toLocaleString("en")} artworks: indexed in ${(built.ms / 1000).toFixed(1)} s of CPU`);
  console.log(
    `snapshot ${(bytes / 1e6).toFixed(1)} MB, ${(snapshot.length / 1e6).toFixed(1)} compressed, ${saved.ms.toFixed(0)} ms`,
  );
  const index = answerFrom(async () => replica);
  for (const [label, question] of Object.entries(QUESTIONS)) {
    const findSynonyms = await createSynonymFinder(index);
    await measureAndPrint(label, () => index.findPage({ kind: "artwork", limit: 20, findSynonyms, ...question }));
  }
  const page = { kind: "artwork", query: commonWord, limit: AMONG } as const;
  await measureAndPrint("a common word's page, related tags", async () =>
    findRelatedTags((await index.findPage(page)).found, commonWord),
  );
  await measureAndPrint("the tags that are used most", () => findOftenUsedTags(index, 12));
  await measureAndPrint("what a picture is a copy of", () => findCopied(index, randomBytes(HASH_BYTES)));
  await measureAndPrint("the same among works of others", () =>
    findCopied(index, randomBytes(HASH_BYTES), { without: getOwner(1) }),
  );
  await measureAndPrint("a cold process's first answer", () => {
    const path = newPath();
    writeFileSync(path, zstdDecompressSync(snapshot));
    const cold = Replica.open(path);
    return answerFrom(async () => cold).findPage(page);
  });
}
printGrowth(SIZES);
