import { beforeAll, describe, expect, test } from "vitest";
import { STOCK_WORKS } from "#bench/search/titles.ts";
import { createSynonymFinder } from "#lambdas/areas/search/synonyms.ts";
import { toNdcg } from "#test/support/search/ndcg.ts";
import { openTestedIndex, type TestedIndex } from "#test/support/search/tested-index.ts";

/** The best titles of a query, and acceptable ones that rank behind; all others are wrong. */
const MEANT: Readonly<Record<string, readonly [best: readonly string[], good?: readonly string[]]>> = {
  dog: [["Dog on the Porch", "Two Dogs Running"], ["Puppy with a Ball"]],
  puppy: [["Puppy with a Ball"], ["Dog on the Porch", "Two Dogs Running"]],
  puppies: [["Puppy with a Ball"], ["Dog on the Porch", "Two Dogs Running"]],
  kitten: [["Cat at the Window"], ["Ginger Tomcat"]],
  kittens: [["Cat at the Window"], ["Ginger Tomcat"]],
  cat: [["Cat at the Window"], ["Ginger Tomcat"]],
  xmas: [["Christmas Market", "Christmas Tree in the Square"]],
  "xmas tree": [["Christmas Tree in the Square"], ["Christmas Market", "Snowy Pines"]],
  infant: [["Baby's First Steps", "Newborn Asleep"], ["Children on a Swing"]],
  newborn: [["Newborn Asleep"], ["Baby's First Steps"]],
  foggy: [["Fog over the Moor"], ["Mist in the Valley"]],
  "foggy moor": [["Fog over the Moor"], ["Mist in the Valley"]],
  misty: [["Mist in the Valley"], ["Fog over the Moor"]],
  bike: [["Mountain Bike Trail", "Bicycle against a Wall"], ["Motorcycle at Night"]],
  bicycle: [["Bicycle against a Wall", "Mountain Bike Trail"]],
  bikes: [["Mountain Bike Trail", "Bicycle against a Wall"], ["Motorcycle at Night"]],
  flower: [["Sunflower Field", "Orchid, Close", "Daisies in a Jar"]],
  sunflowers: [["Sunflower Field"]],
  sea: [["Sea at Low Tide", "Grey Morning"], ["Ocean Swell"]],
  "calm sea": [["Sea at Low Tide"], ["Grey Morning", "Ocean Swell"]],
  ocean: [["Ocean Swell"], ["Sea at Low Tide", "Grey Morning"]],
  fall: [["Autumn Lane"]],
  automobile: [["Car in the Rain"]],
  aeroplane: [["Airplane over Fields"]],
  photo: [["Old Photograph", "Happy Faces"]],
  child: [["Children on a Swing"], ["Baby's First Steps", "Newborn Asleep"]],
  kids: [["Children on a Swing"], ["Baby's First Steps"]],
  couch: [["Sofa in an Empty Room"]],
  furniture: [["Sofa in an Empty Room"], ["Wooden Chair"]],
  snow: [["Snowy Pines"]],
  rain: [["Car in the Rain", "Rainy Window"], ["Waterfall in Spate"]],
  physician: [["The Doctor's Bag"]],
  harbour: [["Harbor Cranes"]],
  color: [["Colour Study in Red"]],
  grey: [["Grey Morning", "Gray Heron"], ["Stone Wall"]],
  dawn: [["Sunrise over the Delta"]],
  dusk: [["Twilight Street"], ["Harbor Cranes"]],
  birds: [["Gray Heron"], ["Eagle above the Pass", "Owl in the Barn"]],
  urban: [
    ["City from the Tower"],
    ["Car in the Rain", "Rainy Window", "Twilight Street", "Christmas Tree in the Square"],
  ],
  woods: [["Forest Path"], ["Mountain Bike Trail", "Snowy Pines"]],
  happiness: [["Happy Faces"]],
  coffee: [["Espresso Cup"]],
  Blume: [["Sonnenblume im Garten"]],
  Lokomotive: [["Alte Dampflokomotive"]],
  Fenster: [["Kirchenfenster"]],
  ดอกไม้: [["ดอกไม้ในสวน"]],
  หลังคา: [["แมวบนหลังคา"]],
  ทะเล: [["พระอาทิตย์ตกที่ทะเล"]],
  แมว: [["แมวบนหลังคา"]],
};

let index: TestedIndex;

beforeAll(async () => {
  index = openTestedIndex();
  await index.write(
    STOCK_WORKS.map(({ title, tags, description, artist }, at) => ({
      kind: "artwork",
      id: at.toString(16).padStart(12, "0"),
      document: { texts: [title, tags, description, artist], facets: [], measures: {}, card: { title } },
    })),
  );
});

async function listTitles(query: string, more: { readonly isIncomplete?: boolean } = {}): Promise<string[]> {
  const findSynonyms = await createSynonymFinder(index);
  const { found } = await index.findPage({ kind: "artwork", query, findSynonyms, limit: 10, ...more });
  return found.map(({ card }) => String(card.title));
}

describe(`${Object.keys(MEANT).length} labelled queries over ${STOCK_WORKS.length} stock works`, () => {
  test("name existing works", () => {
    const titles = new Set(STOCK_WORKS.map(({ title }) => title));
    expect(
      Object.values(MEANT)
        .flat(2)
        .filter((title) => title && !titles.has(title)),
    ).toEqual([]);
  });

  test("rank their best titles first", async () => {
    const scores: { query: string; found: string[]; score: number }[] = [];
    for (const [query, [best, good = []]] of Object.entries(MEANT)) {
      const found = await listTitles(query);
      const grades = new Map([
        ...good.map((title) => [title, 1] as const),
        ...best.map((title) => [title, 3] as const),
      ]);
      scores.push({ query, found, score: toNdcg(found, grades) });
    }
    expect(scores.filter(({ found }) => found.length === 0)).toEqual([]);
    expect(scores.filter(({ score }) => score < 0.6)).toEqual([]);
    expect(scores.reduce((sum, { score }) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(0.95);
  });

  test.each([
    ["sea", ["Seamless Tile Pattern", "Seaman's Knots"]],
    ["fall", ["Waterfall in Spate"]],
    ["dog", ["Sausage Stand"]],
    ["cat", ["Scattered Papers"]],
    ["art", ["Hearts of Palm"]],
    ["apple", ["Pineapple, Halved"]],
  ])("%s doesn't find %j", async (query, wrong) => {
    expect((await listTitles(query)).filter((title) => wrong.includes(title))).toEqual([]);
  });
});

test("a prefix is found while it is typed, ranks behind the whole word, and is found if nothing else is", async () => {
  expect((await listTitles("sea", { isIncomplete: true })).slice(0, 1)).toEqual(["Sea at Low Tide"]);
  expect(await listTitles("sea", { isIncomplete: true })).toContain("Seamless Tile Pattern");
  expect(await listTitles("seaml")).toEqual(["Seamless Tile Pattern"]);
});

test("a query of twelve words with synonyms has results", async () => {
  const query = "dog cat bird boat building car bread fruit tree flower storm mist";
  expect(await listTitles(query, { isIncomplete: true })).toHaveLength(10);
});
