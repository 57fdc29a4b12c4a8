import { beforeAll, describe, expect, test } from "vitest";
import { suggest } from "#shared/contract/search.ts";
import { LIMITS } from "#shared/limits.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

const ask = (q: string) => api.call(suggest, { query: { q } });

describe("suggestions in the search box", () => {
  test("are artworks, artists and tags found by their prefix, without hidden ones", async () => {
    const artist = await given.user({ fullName: "Juniper Vale" });
    const { artworkId } = await given.artwork(artist.userId, {
      artworkTitle: "Juniper ridge",
      artworkTags: ["junction"],
    });
    await given.artwork(artist.userId, {
      artworkTitle: "Junk drawer",
      artworkVisibility: "invisible",
      artworkTags: ["junk"],
    });
    await createIndexUpdater(api)();
    const { status, body } = await ask("juni");
    expect(status).toBe(200);
    expect(body).toEqual({
      artwork: [
        {
          artworkId,
          artworkTitle: "Juniper ridge",
          owner: { id: artist.userId, name: artist.name, fullName: "Juniper Vale", avatar: null },
          preview: expect.objectContaining({ width: 320, webp: expect.stringMatching(/^\/media\//) }),
        },
      ],
      users: [{ id: artist.userId, name: artist.name, fullName: "Juniper Vale", avatar: null }],
      tags: [],
    });
    const shorter = (await ask("Jun")).body;
    expect(shorter.artwork.map(({ artworkTitle }) => artworkTitle)).toEqual(["Juniper ridge"]);
    expect(shorter.tags).toEqual([{ tag: "junction", count: 1 }]);
  });

  test("are limited in number, also for misspellings", async () => {
    const artist = await given.user({ fullName: "Kestrel Moor" });
    for (let at = 0; at < 6; at++) {
      await given.artwork(artist.userId, {
        artworkTitle: `Kestrel ${at}`,
        artworkTags: [`kestrel-${at}`, `kestrel-${at + 10}`],
      });
    }
    await createIndexUpdater(api)();
    for (const q of ["ke", "kestrel", "kestrle", "kestrel moor", "nothing like it", "k"]) {
      const { artwork, users, tags } = (await ask(q)).body;
      expect(artwork.length).toBeLessThanOrEqual(LIMITS.suggestions.artwork);
      expect(users.length).toBeLessThanOrEqual(LIMITS.suggestions.users);
      expect(tags.length).toBeLessThanOrEqual(LIMITS.suggestions.tags);
    }
    expect((await ask("kestrle")).body.artwork).toHaveLength(4);
  });

  test.each([
    [{}, { q: MESSAGES.required }],
    [{ q: " " }, { q: MESSAGES.required }],
    [{ q: "x".repeat(101) }, { q: formatTooLong(100) }],
  ])("are refused with %o", async (query, fields) => {
    const reply = await api.call(suggest, { query });
    expect([reply.status, reply.failure.fields]).toEqual([400, fields]);
  });
});
