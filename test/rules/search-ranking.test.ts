import { beforeAll, describe, expect, test } from "vitest";
import { TITLED_WORKS } from "#bench/search/titles.ts";
import { createRandom, misspell, TYPOS } from "#bench/search/typos.ts";
import { createSynonymFinder } from "#lambdas/areas/search/synonyms.ts";
import type { OpenIndex } from "#lambdas/search-engine/engine.ts";
import { type MadeWork, makeWorks, QUALITIES, SETTINGS, SUBJECTS } from "#test/support/search/made-works.ts";
import { toNdcg } from "#test/support/search/ndcg.ts";
import { OPENSEARCH_URL, openInFile, openTestedIndex } from "#test/support/search/tested-index.ts";

let titled: OpenIndex;
let made: OpenIndex;
/** The same indexes in the file engine, for comparison with another engine. */
let titledInFile: OpenIndex;
let madeInFile: OpenIndex;
let works: readonly MadeWork[];

const toId = (at: number) => at.toString(16).padStart(12, "0");

interface Titled {
  readonly id: string;
  readonly texts: readonly string[];
}

async function createIndex(documents: readonly Titled[], index = openTestedIndex()) {
  const changes = documents.map(({ id, texts }) => ({
    kind: "artwork" as const,
    id,
    document: { texts, facets: [], measures: {}, card: {} },
  }));
  await index.write(changes);
  return index;
}

beforeAll(async () => {
  works = makeWorks(4000);
  const madeTexts = works.map(({ id, title, tags, description, artist }) => ({
    id,
    texts: [title, tags, description, artist],
  }));
  const titledTexts = TITLED_WORKS.map(({ title, tags, description, artist }, at) => ({
    id: toId(at),
    texts: [title, tags, description, artist],
  }));
  made = await createIndex(madeTexts);
  titled = await createIndex(titledTexts);
  madeInFile = OPENSEARCH_URL ? await createIndex(madeTexts, openInFile()) : made;
  titledInFile = OPENSEARCH_URL ? await createIndex(titledTexts, openInFile()) : titled;
});

async function search(index: OpenIndex, query: string, limit = 10) {
  const findSynonyms = await createSynonymFinder(index);
  return (await index.findPage({ kind: "artwork", query, findSynonyms, limit })).found.map(({ id }) => id);
}

const listTitles = (found: readonly string[]) => found.map((id) => TITLED_WORKS[Number.parseInt(id, 16)]?.title);

async function oneByOne<A, T>(all: readonly A[], work: (one: A) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}

const average = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** Relevant titles by query, judged by hand. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  "moon eucalyptus": ["Moon Eucalyptus"],
  "eucalyptus moons": ["Moon Eucalyptus"],
  "night ferries": ["Night Ferry"],
  "Night ferry": ["Night Ferry"],
  "lagoon at sunrise": ["Lagoon Sunrise"],
  "lagoon dawn": ["Lagoon Sunrise"],
  "winter skerries": ["Skerry in Winter"],
  "the valley fog": ["The Valley Keeps Its Fog"],
  "mist valley": ["The Valley Keeps Its Fog"],
  "grandmothers buttons": ["Grandmother's Button Tin"],
  "grandmother’s button": ["Grandmother's Button Tin"],
  "a comet": ["Slow Comet"],
  comets: ["Slow Comet"],
  terrace: ["Terraces above the Quay"],
  terracota: ["Terracotta Relief"],
  eucaliptus: ["Moon Eucalyptus"],
  hamock: ["Hammock"],
  semaphor: ["Semaphore"],
  "pomegranate ferry": ["Night Ferry"],
  "cherry drums": ["Cherries, Two Drums"],
  "malachite drawers": ["Malachite Drawer"],
  "storms straits": ["Storm over the Strait"],
  "island without name": ["Island without a Name"],
  "rose window": ["Rose Window, South Transept"],
  "orchids unfolding": ["Orchid, Unfolding"],
  "BR-116": ["Roadside, BR-116"],
  "br 116": ["Roadside, BR-116"],
  "o’clock roofs": ["Roofs, Four o'Clock"],
  saffron: ["Saffron Bath"],
  monsoon: ["Monsoon Twill"],
  "fort dusk": ["Fort Town, Dusk"],
  "fort sunset": ["Fort Town, Dusk"],
  "tea fields": ["Tea Field Contour"],
  "herring turning": ["Herring Turn"],
  harmatan: ["Harmattan Maze"],
  "san ignacio": ["Road to San Ignacio"],
  "lotus selvege": ["Lotus Selvedge"],
  vesper: ["Vespers"],
  "talking drums": ["Talking Drum"],
  "sleeping planets": ["Sleeping Planet"],
};

describe("the ranking of labelled queries", () => {
  test(`${Object.keys(MEANT).length} over 120 titles has a high NDCG`, async () => {
    const scores = await oneByOne(Object.entries(MEANT), async ([query, titles]) => {
      const grades = TITLED_WORKS.map(({ title }, at) => [toId(at), titles.includes(title) ? 1 : 0] as const);
      return {
        query,
        score: toNdcg(await search(titled, query), new Map(grades)),
        inFile: toNdcg(await search(titledInFile, query), new Map(grades)),
        first: listTitles(await search(titled, query, 2)),
      };
    });
    expect(scores.filter(({ score }) => score < 0.6)).toEqual([]);
    expect(average(scores.map(({ score }) => score))).toBeGreaterThanOrEqual(
      Math.max(0.85, average(scores.map(({ inFile }) => inFile)) - 0.02),
    );
  });

  /** Queries with their meanings, each in a form that users type. */
  const queries = (() => {
    const random = createRandom(5);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const pickForm = (forms: Readonly<Record<string, readonly string[]>>, meaning: string) =>
      pick(forms[meaning] ?? []);
    return Array.from({ length: 80 }, (_, at) => {
      const subject = Object.keys(SUBJECTS)[at % Object.keys(SUBJECTS).length] ?? "";
      const setting = pick(Object.keys(SETTINGS));
      const quality = pick(Object.keys(QUALITIES));
      const [a, b, c] = [pickForm(SUBJECTS, subject), pickForm(SETTINGS, setting), pickForm(QUALITIES, quality)];
      const plain = a.normalize("NFD").replace(/\p{M}/gu, "");
      return [
        { query: plain, meanings: [subject] },
        { query: `${a} at ${b}`, meanings: [subject, setting] },
        { query: `${b} ${plain.toUpperCase()}`, meanings: [subject, setting] },
        { query: `the ${c} ${a}`, meanings: [subject, quality] },
        { query: `${c} ${a} in ${b}`, meanings: [subject, setting, quality] },
      ][at % 5] as { query: string; meanings: string[] };
    });
  })();

  /** Grades: all meanings in the title, all anywhere, some in the title, some anywhere. */
  function getGrade({ inTitle, elsewhere }: MadeWork, meanings: readonly string[]) {
    const [titled, said] = [
      meanings.filter((one) => inTitle.has(one)).length,
      meanings.filter((one) => inTitle.has(one) || elsewhere.has(one)).length,
    ];
    if (titled === meanings.length) return 4;
    if (said === meanings.length) return 3;
    return titled > 0 ? 2 : said > 0 ? 1 : 0;
  }

  test("of 80 queries over 4,000 generated titles has a high NDCG", async () => {
    const scores = await oneByOne(queries, async ({ query, meanings }) => {
      const found = await search(made, query);
      const grades = new Map(works.map((work) => [work.id, getGrade(work, meanings)]));
      return {
        query,
        found: found.length,
        score: toNdcg(found, grades),
        inFile: toNdcg(await search(madeInFile, query), grades),
      };
    });
    expect(scores.filter(({ found }) => found === 0)).toEqual([]);
    expect(scores.filter(({ score }) => score < 0.5)).toEqual([]);
    expect(average(scores.map(({ score }) => score))).toBeGreaterThanOrEqual(
      Math.max(0.85, average(scores.map(({ inFile }) => inFile)) - 0.02),
    );
  });
});

test("98 % of words with a typo find their title among the first ten", async () => {
  const random = createRandom(3);
  const words = [...new Set(TITLED_WORKS.flatMap(({ title }) => title.toLowerCase().match(/[a-z]{4,}/g) ?? []))];
  const isWord = new Set(
    TITLED_WORKS.flatMap(({ title, description }) => `${title} ${description}`.toLowerCase().match(/[a-z]+/g) ?? []),
  );
  const lost: string[] = [];
  let tried = 0;
  for (let at = 0; tried < 300; at++) {
    const word = words[at % words.length] ?? "";
    const typo = misspell(word, TYPOS[at % TYPOS.length] ?? "deletion", random);
    // A typo that makes another word isn't one.
    if (isWord.has(typo)) continue;
    tried++;
    const meant = TITLED_WORKS.flatMap(({ title }, nth) => (title.toLowerCase().includes(word) ? [toId(nth)] : []));
    if (!(await search(titled, typo)).some((id) => meant.includes(id))) lost.push(`${word} ${typo}`);
  }
  expect([lost, lost.length <= tried * 0.02]).toEqual([lost, true]);
});

describe("a word is found", () => {
  const texts = [
    "L’été à Paris",
    "Commedia dell'arte",
    "Château d'eau",
    "Straße der Œuvres",
    "The artist's pixel-art",
    "山水画の夜",
    "Ocean",
    "Rainbow 🌈",
    "On the Road",
    "ﬁne lines",
  ];
  let index: OpenIndex;
  beforeAll(async () => {
    index = await createIndex(texts.map((text, at) => ({ id: toId(at), texts: [text] })));
  });

  test.each([
    ["été", 0],
    ["ete", 0],
    ["l'ete", 0],
    ["arte", 1],
    ["dell’arte", 1],
    ["eau", 2],
    ["chateaux", 2],
    ["strasse", 3],
    ["oeuvre", 3],
    ["artists", 4],
    ["pixelart", 4],
    ["pixel art", 4],
    ["水画", 5],
    ["夜", 5],
    ["sea", 6],
    ["🌈", 7],
    ["the road", 8],
    ["roads", 8],
    ["fine line", 9],
  ])("by %s", async (query, at) => {
    expect((await search(index, query))[0]).toBe(toId(at));
  });

  test("in a query of 25 words that all match only by their prefix", async () => {
    const asked = Array.from({ length: 25 }, (_, at) => `q${String.fromCharCode(97 + at)}x`);
    const meant = asked.flatMap((word) => ["a", "b", "c", "d"].map((letter) => word + letter));
    expect(await search(await createIndex([{ id: "1", texts: [meant.join(" ")] }]), asked.join(" "))).toEqual(["1"]);
  });

  test("but stop words are ignored beside other words", async () => {
    expect(await search(index, "the")).toEqual([toId(8), toId(4)]);
    expect(await search(index, "the rainbow")).toEqual([toId(7)]);
  });
});
