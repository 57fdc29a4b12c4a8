import { beforeAll, describe, expect, test } from "vitest";
import { answerPage } from "#lambdas/pages/answer-page.ts";
import { listArtwork } from "#shared/contract/artwork.ts";
import { search, suggest, suggestTags } from "#shared/contract/search.ts";
import { normalizeTag } from "#shared/rules/tags.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

const PAGES = { template: "<html><!--head--><!--body--><!--sent--></html>", plain: "<html></html>" };

/** Tags as users type them, none a prefix of another. */
const TAGS = [
  ["Han, one sign", "桜"],
  ["kana with a middle dot", "レオナルド・ダ"],
  ["Hangul", "봄"],
  ["Persian with a joiner", "می\u200Cخواهم"],
  ["Arabic with vowels", "فَنّ"],
  ["Hebrew with niqqud", "שָׁלוֹם"],
  ["Hindi", "हिन्दी"],
  ["Sinhala with a joiner", "ශ්\u200Dරී"],
  ["Malayalam with a joiner at the end", "അവന്\u200D"],
  ["Thai", "น้ำ"],
  ["Khmer with a space without width", "ភាសា\u200Bខ្មែរ"],
  ["Tibetan", "བོད་ཡིག"],
  ["Amharic", "ሰላም"],
  ["French with an apostrophe", "L’Art"],
  ["English with a period", "St. Ives"],
  ["decomposed French", "Cre\u0300me Bru\u0302le\u0301e"],
] as const;

let api: Api;
const works = new Map<string, string>();

beforeAll(async () => {
  api = await startApi();
  const given = createGiven(api);
  const { userId } = await given.user();
  for (const [, tag] of TAGS) works.set(tag, (await given.artwork(userId, { artworkTags: [tag] })).artworkId);
  await createIndexUpdater(api)();
});

describe.each(TAGS)("a tag of %s", (_language, typed) => {
  const tag = normalizeTag(typed);
  const artworkId = () => works.get(typed);
  const beginning = [...typed].slice(0, 2).join("");

  test("lists its work, also on its page", async () => {
    const { body } = await api.call(listArtwork, { query: { tag: typed } });
    expect(body.items.map((one) => one.artworkId)).toEqual([artworkId()]);
    const page = await actAs("pages", () =>
      answerPage({ path: `/tag/${encodeURIComponent(tag)}`, query: "" }, PAGES, api.services),
    );
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`/artwork/${artworkId()}`);
  });

  test("is found by search and suggested by its prefix", async () => {
    const found = await api.call(search, { query: { q: typed } });
    expect((found.body.items as { artworkId: string }[]).map((one) => one.artworkId)).toContain(artworkId());
    for (const q of [typed, beginning]) {
      expect((await api.call(suggestTags, { query: { q } })).body.items).toContainEqual({ tag, count: 1 });
      expect((await api.call(suggest, { query: { q } })).body.tags).toContainEqual({ tag, count: 1 });
    }
  });
});
