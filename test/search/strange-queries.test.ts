import { beforeAll, describe, expect, test } from "vitest";
import { TITLED_WORKS } from "#bench/search/titles.ts";
import { createRandom } from "#bench/search/typos.ts";
import { createSynonymFinder } from "#lambdas/areas/search/synonyms.ts";
import { LIMITS } from "#shared/limits.ts";
import { openInFile, openTestedIndex, type TestedIndex } from "#test/support/search/tested-index.ts";

const QUERIES = 20_000;
/** Queries at once, as from many visitors. */
const AT_ONCE = 4;
/** A busy machine delays responses. */
const PATIENCE = 2;

const PIECES = [
  ...[
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "TO",
    "*",
    "?",
    "~2",
    "^3",
    ":",
    '"',
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\\",
    "/",
    "|",
  ],
  ...[
    "&&",
    "||",
    "+",
    "-",
    "<",
    ">",
    "=",
    "@",
    "#",
    "%",
    ";",
    "--",
    "_exists_:id",
    "text0:x",
    "_id:1",
    "document.card",
  ],
  ...["*:*", "/.*/", "(a+)+$", "[^x]{9999}", "a{1,1000}", ".*.*.*.*", "shown:false", '{"match_all":{}}', "{{x}}"],
  ...["\ud800", "\udfff", "\u0000", "\u202e", "\ufeff", "\u200d", "ﷺ", "🏳️‍🌈", "e\u0301\u0301\u0301", "ß", "İ", "ﬁ"],
  ...["山", "水画", "ภูเขา", "пейзаж", "θάλασσα", "שמש", "قمر", "सूरज", "가을", "l'", "d’eau", "-", "--x--", "x-y-z-w"],
];
const WORDS = TITLED_WORKS.flatMap(({ title }) => title.split(" "));

const random = createRandom(17);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

function makeQuery(at: number): string {
  if (at % 1000 === 0) return pick(PIECES).repeat(10_000).slice(0, 10_000);
  if (at % 1000 === 1) return Array.from({ length: 2000 }, () => pick(WORDS).slice(0, 3)).join(" ");
  const length = 1 + Math.floor(random() * 8);
  const piece = () => {
    const kind = random();
    if (kind < 0.5) return pick(PIECES);
    if (kind < 0.8) return pick(WORDS).slice(0, 1 + Math.floor(random() * 9));
    return String.fromCharCode(Math.floor(random() * 0xffff));
  };
  return Array.from({ length }, piece).join(random() < 0.5 ? " " : "");
}

describe.each([
  ["the tested engine", openTestedIndex],
  ["the file", openInFile],
])("%s", (_name, open) => {
  let index: TestedIndex;

  beforeAll(async () => {
    index = open();
    await index.write(
      TITLED_WORKS.map(({ title, tags, description, artist }, at) => ({
        kind: "artwork",
        id: at.toString(16).padStart(12, "0"),
        document: {
          texts: [title, tags, description, artist],
          facets: tags.split(" ").map((tag) => `tag:${tag}` as const),
          measures: {},
          card: {},
        },
      })),
    );
  });

  test(`answers ${QUERIES} unusual queries within the timeout`, { timeout: 1_200_000 }, async () => {
    const findSynonyms = await createSynonymFinder(index);
    let slowest = { query: "", ms: 0 };
    let at = 0;
    const ask = async () => {
      while (at < QUERIES) {
        const nth = at++;
        const query = makeQuery(nth);
        const before = performance.now();
        const { found } = await index.findPage({ kind: "artwork", query, findSynonyms, limit: 5 });
        if (nth % 20 === 0) {
          await index.countFacets({ beginning: `tag:${query}`, least: 1, limit: 5 });
          await index.findPage({
            kind: "users",
            query,
            facets: [[`tag:${query}`]],
            sort: "price",
            limit: 5,
            counts: true,
          });
        }
        const ms = performance.now() - before;
        if (ms > slowest.ms) slowest = { query: query.slice(0, 100), ms };
        expect(found.length).toBeLessThanOrEqual(5);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    expect([slowest, slowest.ms < PATIENCE * LIMITS.search.milliseconds]).toEqual([slowest, true]);
  });
});
