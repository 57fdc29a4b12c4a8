import { beforeAll, describe, expect, test } from "vitest";
import { createRandom, misspell, TYPOS } from "#bench/search/typos.ts";
import { search } from "#shared/contract/search.ts";
import { PAGE } from "#shared/limits.ts";
import { type CorpusItem, follow, putCorpus } from "#test/support/search-corpus.ts";
import { type Api, type Reply, startApi } from "#test/support/start-api.ts";

/** Labelled queries over the demo's catalogue: what each has to find is worked out here, by reading every text. */
let api: Api;
let artworks: readonly CorpusItem[];
let users: readonly CorpusItem[];

beforeAll(async () => {
  api = await startApi();
  ({ artworks, users } = await putCorpus());
  await follow(api)();
});

type Kind = "artwork" | "users";
const of = (kind: Kind) => (kind === "artwork" ? artworks : users);

/** Plainer than the index's own folding on purpose; enough for the demo's texts. */
const words = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f’']/g, "")
    .toLowerCase()
    .split(/[^a-zæøł0-9]+/)
    .filter((word) => word !== "");

/** How far behind a title, or a username, what is found in each field comes; tags, which these texts don't have, are 1. */
const WEIGHTS = [0, 2, 3];

/** What a query has to find, in order: weightier fields first, newest first among equals. "a as" asks for no more than "as". */
function expected(kind: Kind, query: string): string[] {
  const asked = words(query).filter((word, _at, all) => !all.some((other) => other !== word && other.startsWith(word)));
  const ranked = of(kind).flatMap(({ id, fields }) => {
    const found = asked.map((word) =>
      fields.findIndex((field) => words(field).some((other) => other.startsWith(word))),
    );
    return found.includes(-1) ? [] : [{ id, sum: found.reduce((sum, field) => sum + (WEIGHTS[field] ?? 0), 0) }];
  });
  return ranked.sort((a, b) => a.sum - b.sum || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}

const idOf = (item: object) => String("artworkId" in item ? item.artworkId : (item as { id: string }).id);

async function firstPage(q: string, t: Kind = "artwork") {
  const { status, body } = await api.call(search, { query: { q, t } });
  expect(status).toBe(200);
  return body.items.map(idOf);
}

/** Every page, one after the other. */
async function everything(q: string, t: Kind = "artwork") {
  const found: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Reply<typeof search> = await api.call(search, { query: { q, t, ...(cursor ? { cursor } : {}) } });
    found.push(...page.body.items.map(idOf));
    if (!page.body.hasMore) return found;
    cursor = page.body.cursor;
  }
}

const everyNth = <T>(items: readonly T[], wanted: number) =>
  items.filter((_, at) => at % Math.max(1, Math.floor(items.length / wanted)) === 0).slice(0, wanted);

const distinct = (texts: readonly string[]) => [...new Set(texts.flatMap(words))];
const titleWords = () => distinct(artworks.map(({ fields }) => fields[0] ?? ""));
const descriptionWords = () => distinct(artworks.map(({ fields }) => fields[1] ?? ""));

describe("of 300 labelled queries and more", () => {
  test("all 120 prefixes of words find everything that has them, in order, through all pages", async () => {
    const random = createRandom(1);
    const prefixes = everyNth([...titleWords(), ...descriptionWords()], 120).map((word) =>
      word.slice(0, 1 + Math.floor(random() * word.length)),
    );
    expect(prefixes).toHaveLength(120);
    for (const q of prefixes) expect([q, await everything(q)]).toEqual([q, expected("artwork", q)]);
  });

  test("95 % and more of 240 one-letter typos find what the right spelling finds first, among the first ten", async () => {
    const random = createRandom(2);
    const long = [...titleWords(), ...descriptionWords()].filter((word) => word.length >= 5);
    const queries = everyNth(long, 60).flatMap((word) =>
      TYPOS.map((typo) => ({ word, typo, typed: misspell(word, typo, random) })),
    );
    expect(queries).toHaveLength(240);
    const missed: string[] = [];
    for (const { word, typo, typed } of queries) {
      const [best = ""] = expected("artwork", word);
      if (!(await firstPage(typed)).includes(best)) missed.push(`${typo}: ${typed} for ${word}`);
    }
    console.log(`Typos found: ${queries.length - missed.length} of ${queries.length}. Missed: ${missed.join(", ")}`);
    expect(missed.length / queries.length).toBeLessThanOrEqual(0.05);
  });

  test("all 80 pairs and triples of words find what has every one of them, in order", async () => {
    const random = createRandom(3);
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
    const queries = everyNth(artworks, 80).map(({ fields }, at) => {
      const [title = "", description = "", artist = ""] = fields;
      const chosen = [pick(words(title)), pick(words(description)), ...(at % 4 === 0 ? [pick(words(artist))] : [])];
      return (at % 2 === 0 ? chosen : chosen.reverse()).join(at % 3 === 0 ? ", " : " ");
    });
    expect(queries).toHaveLength(80);
    for (const q of queries) expect([q, await everything(q)]).toEqual([q, expected("artwork", q)]);
  });

  test("40 queries in capitals and with accents find the same as without", async () => {
    const accents: Record<string, string> = { a: "á", e: "ê", i: "ï", o: "ö", u: "ù", c: "ç", n: "ñ", s: "š" };
    for (const word of everyNth(titleWords(), 40)) {
      const accented = word.replace(/[aeioucns]/g, (letter) => accents[letter] ?? letter);
      expect([accented, await everything(accented)]).toEqual([accented, expected("artwork", word)]);
      expect([word, await everything(word.toUpperCase())]).toEqual([word, expected("artwork", word)]);
    }
  });

  test("every user is found first by username, by full name and by the start of either", async () => {
    for (const { id, fields } of users) {
      const [username = "", fullName = ""] = fields;
      for (const q of [username, fullName, username.slice(0, 5), fullName.toUpperCase()]) {
        expect([q, await everything(q, "users")]).toEqual([q, expected("users", q)]);
      }
      expect((await firstPage(username, "users"))[0]).toBe(id);
    }
  });

  test("typos in the long parts of full names find their user", async () => {
    const random = createRandom(4);
    for (const { id, fields } of users) {
      const name = words(fields[1] ?? "").find((word) => word.length >= 6);
      if (name) expect(await firstPage(misspell(name, "transposition", random), "users")).toContain(id);
    }
  });

  test("a page holds ten", async () => {
    expect(await firstPage("the")).toHaveLength(PAGE.search);
  });
});
