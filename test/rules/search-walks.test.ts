import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Facet } from "#lambdas/search-engine/document.ts";
import type { Question, Sort } from "#lambdas/search-engine/engine.ts";
import { openTestedIndex, type TestedIndex } from "#test/support/search/tested-index.ts";

const MEDIUMS = [
  "ink",
  "oil",
  "clay",
  "film",
  "wood",
  "wool",
  "foil",
  "sand",
  "wax",
  "glass",
  "stone",
  "steel",
] as const;
const COLORS = ["red", "blue", "green"] as const;
const WORDS = ["heron", "reed", "marsh", "mist"] as const;
const SORTS: readonly Sort[] = ["relevance", "newest", "favorites", "price", "commercial"];

interface Work {
  readonly id: string;
  readonly words: readonly string[];
  readonly medium: string;
  readonly color: string;
  readonly price: number | undefined;
  readonly favorites: number;
  readonly shown: boolean;
}

/** Many of them have equal sort values. */
const works = Array.from(
  { length: 400 },
  (_, at): Work => ({
    id: at.toString(16).padStart(12, "0"),
    words: WORDS.filter((_word, nth) => (at >> nth) % 2 === 1),
    medium: MEDIUMS[(at * 7) % MEDIUMS.length] ?? "ink",
    color: COLORS[at % 3] ?? "red",
    price: at % 11 === 0 ? undefined : (at * 13) % 17,
    favorites: at % 5,
    shown: at % 9 !== 0,
  }),
);

let index: TestedIndex;
beforeAll(async () => {
  index = openTestedIndex();
  const changes = works.map(({ id, words, medium, color, price, favorites }) => ({
    kind: "artwork" as const,
    id,
    document: {
      texts: [words.slice(0, 2).join(" "), "", words.slice(2).join(" ")],
      facets: [`medium:${medium}`, `color:${color}`] as Facet[],
      measures: { price, commercial: price, favorites },
      card: {},
    },
  }));
  await index.write(changes);
  await index.write(works.filter(({ shown }) => !shown).map(({ id }) => ({ kind: "artwork", id })));
});

const group = (name: string, values: readonly string[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.map((value) => `${name}:${value}` as Facet));

const questions = fc.record({
  words: fc.subarray([...WORDS]),
  medium: fc.option(group("medium", MEDIUMS), { nil: undefined }),
  color: fc.option(group("color", COLORS), { nil: undefined }),
  range: fc.option(fc.tuple(fc.nat(16), fc.nat(16)), { nil: undefined }),
  sort: fc.constantFrom(...SORTS),
  limit: fc.integer({ min: 1, max: 50 }),
});

test("each match is returned once, in the same order for any filters, sort and page size", async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ words, medium, color, range, sort, limit }) => {
      const facets = [medium, color].filter((one) => one !== undefined);
      const [first, last] = range ? [Math.min(...range), Math.max(...range)] : [0, 0];
      const question: Question = {
        kind: "artwork",
        query: words.join(" "),
        facets,
        range: range && { measure: "price", first, last },
        sort,
        limit,
      };
      const walked: string[] = [];
      for (;;) {
        const { found, total } = await index.findPage({ ...question, cursor: walked.at(-1), counts: true });
        if (walked.length === 0) expect(total?.isExact).toBe(true);
        walked.push(...found.map(({ id }) => id));
        if (found.length < limit) break;
        expect(walked.length).toBeLessThanOrEqual(works.length);
      }
      const matching = works.filter(
        (work) =>
          work.shown &&
          facets.every((one) => one.includes(`medium:${work.medium}`) || one.includes(`color:${work.color}`)) &&
          (!range || (work.price !== undefined && work.price >= first && work.price <= last)),
      );
      const countMatches = (work: Work) => words.filter((word) => work.words.includes(word)).length;
      const most = Math.max(0, ...matching.map(countMatches));
      const least = words.length === 0 ? 0 : sort === "relevance" ? 1 : Math.max(1, most);
      const wanted = matching.filter((work) => countMatches(work) >= least).map(({ id }) => id);
      expect([...walked].sort()).toEqual(wanted.sort());
      expect((await index.findPage({ ...question, counts: true })).total).toEqual({
        count: wanted.length,
        isExact: true,
      });
      const whole = (await index.findPage({ ...question, limit: 500 })).found.map(({ id }) => id);
      expect(walked).toEqual(whole);
    }),
    { numRuns: 150 },
  );
});

test("a page continues from the place of an artwork that was hidden", async () => {
  const ask = async (cursor?: string) =>
    (await index.findPage({ kind: "artwork", query: "heron", cursor, limit: 400 })).found;
  const before = await ask();
  const all = before.map(({ id }) => id);
  const [first = "", second] = all;
  const { id: _id, ...document } = before[0] ?? { texts: [], facets: [], measures: {}, card: {} };
  await index.write([{ kind: "artwork", id: first }]);
  expect((await ask(first))[0]?.id).toBe(second);
  await index.write([{ kind: "artwork", id: first, document }]);
  expect((await ask()).map(({ id }) => id)).toEqual(all);
});

test("the place of a removed document is kept, but by nobody's name", async () => {
  const named = openTestedIndex();
  const ids = ["000000000001", "000000000002", "000000000003"] as const;
  const [oldest, removed, newest] = ids;
  const toWork = (id: string) => ({
    kind: "artwork" as const,
    id,
    document: { texts: ["heron", "", "", "Mara Lind"], facets: [], measures: {}, card: {} },
  });
  const toPerson = (id: string) => ({ ...toWork(id), kind: "users" as const });
  await named.write(ids.flatMap((id) => [toWork(id), toPerson(id)]));
  await named.write([
    { kind: "artwork", id: removed },
    { kind: "users", id: removed },
  ]);
  const walk = async (kind: "artwork" | "users", query: string) =>
    (await named.findPage({ kind, query, cursor: removed, limit: 9 })).found.map(({ id }) => id);
  expect(await walk("artwork", "heron")).toEqual([oldest]);
  expect([await walk("artwork", "lind"), await walk("users", "lind"), await walk("users", "heron")]).toEqual(
    Array.from({ length: 3 }, () => [newest, oldest]),
  );
});

test("a page after a changed work that no longer matches starts over, and one after an unknown id is empty", async () => {
  const changed = openTestedIndex();
  const change = (id: string, text: string) => ({
    kind: "artwork" as const,
    id,
    document: { texts: [text], facets: [], measures: {}, card: {} },
  });
  await changed.write(["1", "2", "3"].map((id) => change(id, "heron")));
  const ask = async (cursor: string) =>
    (await changed.findPage({ kind: "artwork", query: "heron", cursor, limit: 9 })).found.map(({ id }) => id);
  expect(await ask("2")).toEqual(["1"]);
  await changed.write([change("2", "marsh")]);
  expect([await ask("2"), await ask("4")]).toEqual([["3", "1"], []]);
});

test.each<Sort>(["relevance", "newest", "favorites"])(
  "a walk by %s meets what was there once while others are added and removed",
  async (sort) => {
    const growing = openTestedIndex();
    const change = (at: number) => ({
      kind: "artwork" as const,
      id: at.toString(16).padStart(12, "0"),
      document: {
        texts: [at % 2 ? "heron" : "heron marsh", "", "reed"],
        facets: [],
        measures: { favorites: at % 5 },
        card: {},
      },
    });
    const all = Array.from({ length: 60 }, (_, at) => change(at));
    await growing.write(all);
    const question = { kind: "artwork", query: "heron marsh", sort, limit: 7 } as const;
    const wanted = (await growing.findPage({ ...question, limit: 100 })).found.map(({ id }) => id);
    const walked: string[] = [];
    for (let page = 0; ; page++) {
      const { found } = await growing.findPage({ ...question, cursor: walked.at(-1) });
      walked.push(...found.map(({ id }) => id));
      if (found.length < question.limit) break;
      // Newer ones of the most favoured are before the place of every cursor.
      const [added, removed] = [change(104 + 10 * page), walked.at(-1) ?? ""];
      await growing.write([added, { kind: "artwork", id: removed }]);
    }
    const added = walked.filter((id) => Number.parseInt(id, 16) >= 104);
    expect([walked.filter((id) => !added.includes(id)), added]).toEqual([wanted, []]);
  },
);

test("more than a thousand matches are counted as at least that many", async () => {
  const many = openTestedIndex();
  const document = { texts: ["heron"], facets: ["color:red" as const], measures: {}, card: {} };
  await many.write(Array.from({ length: 1001 }, (_, at) => ({ kind: "artwork", id: `${at}`, document })));
  const count = async () => (await many.findPage({ kind: "artwork", query: "heron", limit: 1, counts: true })).total;
  expect(await count()).toEqual({ count: 1000, isExact: false });
  await many.write([{ kind: "artwork", id: "0" }]);
  expect(await count()).toEqual({ count: 1000, isExact: true });
});
