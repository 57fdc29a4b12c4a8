import { marshall } from "@aws-sdk/util-dynamodb";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { MediaEntity } from "#lambdas/areas/media/media.entity.ts";
import { syncDocuments } from "#lambdas/areas/search/sync-documents.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { indexSearch } from "#lambdas/events/streams/index-search.ts";
import { getKey } from "#lambdas/platform/table/item-key.ts";
import type { Question } from "#lambdas/search-engine/engine.ts";
import { FileIndex } from "#lambdas/search-engine/file/file-index.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { search } from "#shared/contract/search.ts";
import { readUser } from "#shared/contract/users.ts";
import { formatTooLong, MESSAGES } from "#shared/messages.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { OPENSEARCH_URL } from "#test/support/search/tested-index.ts";
import { type Api, type Reply, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let updateIndex: ReturnType<typeof createIndexUpdater>;
let artist: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  updateIndex = createIndexUpdater(api);
  artist = await given.user({ fullName: "Åse Bjørnsdóttir" });
});

const publish = (form: Partial<ArtworkFormInput>) =>
  given.artwork(artist.userId, { artworkDescription: "Nothing said.", ...form });

async function ids(q: string, query: Record<string, unknown> = {}) {
  const { body } = await api.call(search, { query: { q, ...query } });
  return body.items.map((item) => String("artworkId" in item ? item.artworkId : item.id));
}

describe("a search", () => {
  test("answers with artwork cards and public users, without email addresses", async () => {
    const { artworkId } = await publish({ artworkTitle: "Quixotic harbour" });
    await updateIndex();
    const found = await api.call(search, { query: { q: "quixotic" } });
    expect(found.body).toMatchObject({ cursor: artworkId, hasMore: false });
    expect(found.body.items).toHaveLength(1);
    expect(found.body.items[0]).toMatchObject({
      artworkId,
      artworkTitle: "Quixotic harbour",
      owner: { id: artist.userId, name: artist.name },
      artworkType: "free",
      favorites: 0,
      rating: { average: null, count: 0 },
    });
    const profile = await api.call(readUser, { params: { username: artist.name } });
    const people = await api.call(search, { query: { q: "ase bjornsdottir", t: "users" } });
    const { banner: _banner, followers: _followers, links: _links, pinned: _pinned, ...shown } = profile.body;
    expect(people.body.items).toEqual([shown]);
    expect(JSON.stringify(people.body)).not.toContain("@ochre.test");
  });

  test.each([
    [{}, { q: MESSAGES.required }],
    [{ q: "" }, { q: MESSAGES.required }],
    [{ q: "   " }, { q: MESSAGES.required }],
    [{ q: "x".repeat(101) }, { q: formatTooLong(100) }],
    [{ q: "x", t: "orders" }, { t: MESSAGES.invalid }],
    [{ q: "x", cursor: "yesterday" }, { cursor: MESSAGES.invalidUuid }],
    [{ q: "x", limit: 51 }, { limit: MESSAGES.invalid }],
  ])("%o is refused", async (query, fields) => {
    const reply = await api.call(search, { query });
    expect([reply.status, reply.failure.fields]).toEqual([400, fields]);
  });

  test.each([
    "' OR 77=77 --",
    '"; DROP TABLE artwork; --',
    "<script>alert(77)</script>",
    "#".repeat(100),
    "{$ne: null}",
    "../../etc/passwd",
    "%00%27",
    "🎨🖼️",
    ".*+?^$" + "{}()|[]\\",
    'text0:"x" OR "y" NEAR *',
    "constructor __proto__ toString",
    "\u202eevil\u202c",
    "a".repeat(100),
    "ﷺ".repeat(100),
  ])("for %j is harmless", async (q) => {
    for (const t of ["artwork", "users"]) {
      const reply = await api.call(search, { query: { q, t } });
      expect([reply.status, reply.body.items]).toEqual([200, []]);
    }
  });

  test("of invisible characters is refused like an empty one", async () => {
    const reply = await api.call(search, { query: { q: "\u0000\u0001\ud800", t: "artwork" } });
    expect([reply.status, reply.failure.fields]).toEqual([400, { q: MESSAGES.required }]);
  });

  test("ranks titles before descriptions before artists, the newest first among equals", async () => {
    const word = "zephyrine";
    const named = await given.user();
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: named.userId, name: word }));
    const inTitle = await publish({ artworkTitle: `A ${word}` });
    const inDescription = await publish({ artworkTitle: "Plain", artworkDescription: `Like a ${word}.` });
    const byArtist = await given.artwork(named.userId, { artworkTitle: "Other", artworkDescription: "Nothing." });
    const newest = await publish({ artworkTitle: `${word}s again` });
    await updateIndex();
    const order = [newest, inTitle, inDescription, byArtist].map(({ artworkId }): string => artworkId);
    expect(await ids(word)).toEqual(order);
    expect(await ids("zephyr")).toEqual(order);
  });

  test("finds what a picture shows, with the weight of its description", async () => {
    const word = "sandpiper";
    const byArtist = await given.artwork((await given.user()).userId, {
      artworkTitle: "Shore",
      artworkAlt: `A ${word}.`,
    });
    const inDescription = await publish({ artworkTitle: "Shore", artworkDescription: `Like a ${word}.` });
    const inTitle = await publish({ artworkTitle: `A ${word}` });
    await updateIndex();
    expect(await ids(word)).toEqual([inTitle, inDescription, byArtist].map(({ artworkId }): string => artworkId));
  });

  test("ranks tags between titles and descriptions, and finds a tag's words", async () => {
    const word = "ultramarine";
    const inDescription = await publish({ artworkTitle: "Plain", artworkDescription: `All ${word}.` });
    const tagged = await publish({ artworkTitle: "Plain", artworkTags: [`deep-${word}`] });
    const inTitle = await publish({ artworkTitle: `A ${word}` });
    await updateIndex();
    const order = [inTitle, tagged, inDescription].map(({ artworkId }): string => artworkId);
    expect(await ids(word)).toEqual(order);
    expect(await ids("ultramraine")).toEqual(order);
    expect((await ids(`plain ${word}`)).slice(0, 2)).toEqual(order.slice(1));
  });

  test("folds the letters of Greek, Cyrillic and Latin, and finds Han text by its characters", async () => {
    const han = await publish({ artworkTitle: "山水画の夜" });
    const greek = await publish({ artworkTitle: "Ἡ θάλασσα" });
    const cyrillic = await publish({ artworkTitle: "Ёлка" });
    const stroke = await publish({ artworkTitle: "Łódź Straße Smørrebrød" });
    await updateIndex();
    expect(await ids("水画")).toEqual([han.artworkId]);
    expect(await ids("θαλασσα")).toEqual([greek.artworkId]);
    expect(await ids("елка")).toEqual([cyrillic.artworkId]);
    for (const q of ["lodz", "strasse", "smorrebrod", "ŁÓDŹ"]) expect(await ids(q)).toEqual([stroke.artworkId]);
  });

  test("accepts a word that is longer than a key, and indexes the artwork after it", async () => {
    const longest = await publish({ artworkTitle: "Syllables", artworkDescription: "\u{ac01}".repeat(300) });
    const { artworkId } = await publish({ artworkTitle: "Behind syllables" });
    await updateIndex();
    expect(await ids("syllables")).toEqual([artworkId, longest.artworkId]);
    expect(await ids("\u{ac01}".repeat(8))).toEqual([longest.artworkId]);
  });

  test("ranks works with some of the words behind those with all, and ignores unknown words", async () => {
    const both = await publish({ artworkTitle: "Isthmus gazebo" });
    const one = await publish({ artworkTitle: "Isthmus" });
    const other = await publish({ artworkTitle: "Gazebo" });
    for (const again of ["A gazebo", "Gazebos"]) await publish({ artworkTitle: again });
    await updateIndex();
    // The rarer word ranks first.
    expect((await ids("isthmus gazebo")).slice(0, 2)).toEqual([both.artworkId, one.artworkId]);
    expect(await ids("isthmus gazebo")).toContain(other.artworkId);
    expect(await ids("quixotic xylophonist")).toEqual(await ids("quixotic"));
    expect(await ids("isthmus at the gazebo", { sort: "newest" })).toEqual([both.artworkId]);
  });

  test("lists the query's words that no result has, as they were typed", async () => {
    await publish({ artworkTitle: "Pergola, wisteria", artworkTags: ["arbour"] });
    await publish({ artworkTitle: "Pergola" });
    await updateIndex();
    const leftOut = async (q: string, query: object = {}) =>
      (await api.call(search, { query: { q, ...query } })).body as { leftOut?: readonly string[]; cursor: string };
    expect(await leftOut("wisteria pergola")).not.toHaveProperty("leftOut");
    expect(await leftOut("the wisterias, prgola")).not.toHaveProperty("leftOut");
    const first = await leftOut("wisteria Vólvoxq, pergola: qqxx", { limit: 1 });
    expect(first.leftOut).toEqual(["Vólvoxq", "qqxx"]);
    expect(await leftOut("wisteria volvoxq pergola", { limit: 1, cursor: first.cursor })).not.toHaveProperty("leftOut");
    expect((await leftOut("wisteria volvoxq pergola", { sort: "newest", tag: "arbour" })).leftOut).toEqual(["volvoxq"]);
    expect(await leftOut("qqxx volvoxq")).not.toHaveProperty("leftOut");
  });
});

describe("artwork with facets", () => {
  const published: string[] = [];

  beforeAll(async () => {
    for (let at = 0; at < 17; at++) {
      const { artworkId } = await publish({
        artworkTitle: at % 2 ? "Gneiss and moss" : "Basalt",
        artworkTags: ["geology", ...(at % 3 ? [] : ["fieldwork"])],
        artworkMedium: at % 5 ? "photograph" : "painting",
      });
      published.unshift(artworkId);
    }
    await updateIndex();
  });

  async function found(question: Pick<Question, "query" | "facets">) {
    const all: string[] = [];
    for (let cursor: string | undefined; ; cursor = all.at(-1)) {
      const asked = { kind: "artwork", limit: 5, ...question, cursor } as const;
      const page = await api.services.index.findPage(asked);
      all.push(...page.found.map(({ id }) => id));
      if (page.found.length < 5) return all;
    }
  }
  const wanted = (keep: (at: number) => boolean) => published.filter((_, at) => keep(published.length - 1 - at));

  test.each<[string, Pick<Question, "query" | "facets">, (at: number) => boolean]>([
    ["one", { query: "", facets: [["tag:geology"]] }, () => true],
    ["two", { query: "", facets: [["tag:geology"], ["tag:fieldwork"]] }, (at) => at % 3 === 0],
    [
      "one of several",
      { query: "", facets: [["tag:geology"], ["medium:painting", "medium:collage"]] },
      (at) => at % 5 === 0,
    ],
    ["one and a word", { query: "gneiss", facets: [["tag:fieldwork"]] }, (at) => at % 2 === 1 && at % 3 === 0],
    ["one and a misspelt word", { query: "gniess", facets: [["tag:fieldwork"]] }, (at) => at % 2 === 1 && at % 3 === 0],
    ["one that none has", { query: "", facets: [["tag:geology"], ["medium:collage"]] }, () => false],
    ["the beginning of one", { query: "", facets: [["tag:geo"]] }, () => false],
  ])("is found by %s, newest first, page by page", async (_what, question, keep) => {
    expect(await found(question)).toEqual(wanted(keep));
  });

  test("isn't found by a facet that it lost", async () => {
    const { artworkId, versionId } = await publish({ artworkTags: ["ephemera"], artworkMedium: "collage" });
    await updateIndex();
    expect(await found({ query: "", facets: [["tag:ephemera"]] })).toEqual([artworkId]);
    const body = { artworkTags: ["lasting"], expectedVersion: versionId };
    await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
    await updateIndex();
    expect(await found({ query: "", facets: [["tag:ephemera"]] })).toEqual([]);
    expect(await found({ query: "", facets: [["tag:lasting"], ["medium:collage"]] })).toEqual([artworkId]);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    await updateIndex();
    expect(await found({ query: "", facets: [["tag:lasting"]] })).toEqual([]);
  });

  test("isn't found by a facet typed as words, but by its medium as a word and as a tag", async () => {
    expect(await ids("tag:geology")).toEqual(await ids("tag geology"));
    const both = wanted((at) => at % 5 !== 0 && at % 2 === 1);
    expect((await ids("photograph gneiss", { limit: 50 })).slice(0, both.length)).toEqual(both);
    expect(await found({ query: "", facets: [["tag:painting"]] })).toEqual(wanted((at) => at % 5 === 0));
  });
});

describe("paging", () => {
  const titles = Array.from({ length: 23 }, (_, at) => `Palimpsest ${at % 2 ? "verso" : "recto"}`);
  const published: string[] = [];

  beforeAll(async () => {
    for (const artworkTitle of titles) published.push((await publish({ artworkTitle })).artworkId);
    await updateIndex();
  });

  test.each(["palimpsest", "palimpsset", "palimpsest recto"])("through %s returns every result once", async (q) => {
    const recto = published.filter((_, at) => at % 2 === 0);
    const verso = published.filter((_, at) => at % 2 === 1);
    const wanted = q.endsWith("recto") ? [...recto.reverse(), ...verso.reverse()] : published.toReversed();
    const seen: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Reply<typeof search> = await api.call(search, {
        query: { q, limit: 5, ...(cursor ? { cursor } : {}) },
      });
      seen.push(...page.body.items.map((item) => ("artworkId" in item ? item.artworkId : "")));
      expect(page.body.hasMore).toBe(page.body.items.length === 5);
      if (!page.body.hasMore) break;
      expect(page.body.cursor).toBe(seen.at(-1));
      cursor = page.body.cursor;
    }
    expect(seen).toEqual(wanted);
  });

  test("continues from the place of a deleted artwork", async () => {
    const [before = "", gone = "", after = ""] = [published[12], published[11], published[10]];
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: gone } });
    await updateIndex();
    expect(await ids("palimpsest", { cursor: gone, limit: 1 })).toEqual([after]);
    expect(await ids("palimpsest", { cursor: before, limit: 1 })).toEqual([after]);
  });

  test("after an unknown cursor is an empty page", async () => {
    const page = await api.call(search, { query: { q: "palimpsest", cursor: uuidv7() } });
    expect(page.body).toEqual({ items: [], cursor: null, hasMore: false });
  });
});

describe("the visibility of results", () => {
  const visibility = (artworkId: string, artworkVisibility: "visible" | "invisible") =>
    api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: { artworkVisibility } });

  test("is that of the artwork, whenever it changes", async () => {
    const { artworkId } = await publish({ artworkTitle: "Obsidian veil", artworkVisibility: "invisible" });
    await updateIndex();
    expect(await ids("obsidian")).toEqual([]);
    await visibility(artworkId, "visible");
    await updateIndex();
    expect(await ids("obsidian")).toEqual([artworkId]);
    await visibility(artworkId, "invisible");
    await updateIndex();
    expect(await ids("obsidian")).toEqual([]);
    await visibility(artworkId, "visible");
    await updateIndex();
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    await updateIndex();
    expect(await ids("obsidian")).toEqual([]);
    expect(await ids("obsidain")).toEqual([]);
  });

  test("limits an artwork to its current title", async () => {
    const { artworkId } = await publish({ artworkTitle: "Marmalade dawn" });
    const { body } = await api.call(readArtwork, { params: { artworkId } });
    await updateIndex();
    const changed = await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkTitle: "Tangerine dusk", expectedVersion: body.version.versionId },
    });
    expect(changed.status).toBe(200);
    await updateIndex();
    expect(await ids("marmalade")).toEqual([]);
    expect(await ids("tangerine dusk")).toEqual([artworkId]);
  });

  test("excludes users with an unverified email address or a closed account", async () => {
    const user = await given.user({ fullName: "Wilhelmina Vantongeren" });
    const write = (facts: { verified?: boolean; deactivatedAt?: string }) =>
      api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: user.userId, ...facts }));
    await write({ verified: false });
    await updateIndex();
    expect(await ids("vantongeren", { t: "users" })).toEqual([]);
    await write({ verified: true });
    await updateIndex();
    expect(await ids("vantongeren", { t: "users" })).toEqual([user.userId]);
    await write({ deactivatedAt: "2026-11-21T00:00:00.000Z" });
    await updateIndex();
    expect(await ids("vantongeren", { t: "users" })).toEqual([]);
  });
});

describe("the index", () => {
  test("has an artwork once after its event came three times", async () => {
    const { artworkId } = await publish({ artworkTitle: "Triplicate fern" });
    await updateIndex({ times: 3 });
    expect(await ids("triplicate")).toEqual([artworkId]);
  });

  test("keeps the newest state if an older event comes last", async () => {
    const { artworkId } = await publish({ artworkTitle: "Anachronism" });
    await updateIndex();
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    const Keys = marshall(getKey(ArtworkEntity, { artworkId })) as Record<string, { S: string }>;
    const older = { eventID: "1", eventName: "INSERT" as const, dynamodb: { Keys, SequenceNumber: "1" } };
    await updateIndex();
    await indexSearch({ Records: [older] }, api.services);
    expect(await ids("anachronism")).toEqual([]);
  });

  test("is consistent after concurrent writes of the same artwork", async () => {
    const colours = ["amber", "beryl", "coral", "dusky", "ebony", "fallow"];
    const published = [];
    for (const colour of colours) published.push(await publish({ artworkTitle: `Multitude ${colour}` }));
    const all = published.map(({ artworkId }): string => artworkId);
    await Promise.all(
      all
        .flatMap((id) => [id, id, id])
        .map((id) => syncDocuments(api.services, "artwork", [id]).catch(() => undefined)),
    );
    await updateIndex();
    expect((await ids("multitude")).sort()).toEqual(all.sort());
    for (const [at, id] of published.entries()) expect((await ids(`multitude ${colours[at]}`))[0]).toBe(id.artworkId);
  });

  test("is correct after a write whose response was lost", async () => {
    const { artworkId } = await publish({ artworkTitle: "Terracotta" });
    const { indexing } = api.services;
    const write: typeof indexing.write = async (readChanges) => {
      await indexing.write(readChanges);
      throw new Error("The answer was lost");
    };
    await expect(
      syncDocuments({ ...api.services, indexing: { ...indexing, write } }, "artwork", [artworkId]),
    ).rejects.toThrow("lost");
    await updateIndex();
    expect(await ids("terracotta")).toEqual([artworkId]);
  });

  test("never replaces a newer state by an older one", async () => {
    const { artworkId } = await publish({ artworkTitle: "Overtaken" });
    const { SEARCH_TABLE_NAME = "", SEARCH_BUCKET = "" } = process.env;
    const other = OPENSEARCH_URL ? api.services.indexing : new FileIndex({ SEARCH_TABLE_NAME, SEARCH_BUCKET });
    let isFirst = true;
    const slow = {
      ...api.services.table,
      send: async <T>(command: { send(): Promise<T> }) => {
        const answer = await api.services.table.send(command);
        if (!isFirst) return answer;
        isFirst = false;
        // Another writer finishes between this one's read and write.
        await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
        await syncDocuments({ ...api.services, indexing: other }, "artwork", [artworkId]);
        return answer;
      },
    };
    await syncDocuments({ ...api.services, table: slow }, "artwork", [artworkId]);
    expect(await ids("overtaken")).toEqual([]);
  });

  test("reports the record to retry from when a batch fails partially", async () => {
    const { artworkId } = await publish({ artworkTitle: "Unreachable cove" });
    const write = () => Promise.reject(new Error("throttled"));
    const broken = { ...api.services, indexing: { ...api.services.indexing, write } };
    const Keys = marshall(getKey(ArtworkEntity, { artworkId })) as Record<string, { S: string }>;
    const other = {
      eventID: "1",
      dynamodb: { Keys: marshall(getKey(MediaEntity, { mediaId: "1" })) as typeof Keys, SequenceNumber: "41" },
    };
    const record = { eventID: "2", dynamodb: { Keys, SequenceNumber: "42" } };
    const answer = await indexSearch({ Records: [other, record] }, broken);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "42" }] });
  });
});

describe("a query that finds nothing", () => {
  beforeAll(async () => {
    for (const tags of [["lagoon"], ["driftwood"], ["driftwood"], ["driftwood"]]) await publish({ artworkTags: tags });
    await updateIndex();
  });

  const tagsFor = async (q: string, query: object = {}) =>
    ((await api.call(search, { query: { q, ...query } })).body as { relatedTags?: readonly string[] }).relatedTags;

  test("returns the tags that begin like its words, then others", async () => {
    const [first, ...others] = (await tagsFor("lagrange")) ?? [];
    expect(first).toBe("lagoon");
    expect(others).toContain("driftwood");
    expect(others).not.toContain("lagoon");
  });

  test("is counted by a log line without the query", async () => {
    const lines: unknown[] = [];
    const log = { ...api.services.log, info: (...line: unknown[]) => lines.push(line) };
    const ask = (query: object) => api.call(search, { query: { q: "lagrange", ...query } }, { log });
    await ask({});
    expect(lines).toEqual([
      ["A search found nothing", expect.objectContaining({ SearchesWithoutResults: 1, _aws: expect.anything() })],
    ]);
    expect(JSON.stringify(lines)).not.toContain("lagrange");
    await ask({ q: "lagoon" });
    await ask({ medium: "photograph" });
    await ask({ cursor: "0199a000-0000-7000-8000-000000000000" });
    expect(lines).toHaveLength(1);
  });

  test("returns tags only on its first page and without filters", async () => {
    expect(await tagsFor("lagrange", { medium: "photograph" })).toBeUndefined();
    expect(await tagsFor("lagrange", { cursor: "0199a000-0000-7000-8000-000000000000" })).toBeUndefined();
  });
});

test("related tags are the most frequent of the first results, without those searched for", async () => {
  const tagged = [["kestrel", "falconry", "moor"], ["kestrel", "falconry"], ["kestrel", "perch"], ["sand-dune"]];
  for (const artworkTags of tagged)
    await publish({ artworkTitle: "Kestrels hover", artworkTags, artworkMedium: "collage" });
  await updateIndex();
  const ask = async (q: string, query: object = {}) =>
    (await api.call(search, { query: { q, ...query } })).body as { relatedTags?: readonly string[]; cursor: string };
  const { relatedTags, cursor } = await ask("kestrel hovers", { limit: 1 });
  expect(relatedTags).toEqual(["collage", "falconry", "perch", "moor", "sand-dune"]);
  expect((await ask("kestrel hovers", { limit: 1, cursor })).relatedTags).toBeUndefined();
  expect((await ask("kestrel hovers", { tag: "perch" })).relatedTags).toEqual(["collage", "perch"]);
  expect((await ask("sand dunes collages")).relatedTags).not.toContain("sand-dune");
});
