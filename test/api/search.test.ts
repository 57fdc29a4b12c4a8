import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { findMatches } from "#lambdas/search/find-matches.ts";
import { CounterEntity, EntryEntity, ListEntity, listSortKey } from "#lambdas/search/index.entity.ts";
import { decodeNumbers, encodeNumbers, FIT_ONE_LIST } from "#lambdas/search/number-list.ts";
import { syncDocuments } from "#lambdas/search/sync-documents.ts";
import { indexTermsOf, textsOf } from "#lambdas/search/terms.ts";
import { openListWriter } from "#lambdas/search/write-lists.ts";
import { indexSearch } from "#lambdas/streams/index-search.ts";
import { UserEntity } from "#lambdas/users/user.entity.ts";
import { deleteArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { search } from "#shared/contract/search.ts";
import { readUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { givenIn } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { follow } from "#test/support/search-corpus.ts";
import { type Api, type Reply, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof givenIn>;
let caughtUp: ReturnType<typeof follow>;
let artist: { userId: string; name: string };

beforeAll(async () => {
  api = await startApi();
  given = givenIn(api);
  caughtUp = follow(api);
  artist = await given.user({ fullName: "Åse Bjørnsdóttir" });
});

const publish = (form: Partial<ArtworkFormInput>) =>
  given.artwork(artist.userId, { artworkDescription: "Nothing said.", ...form });

async function ids(q: string, query: Record<string, unknown> = {}) {
  const { body } = await api.call(search, { query: { q, ...query } });
  return body.items.map((item) => String("artworkId" in item ? item.artworkId : item.id));
}

describe("a search", () => {
  test("answers with the cards and the people that lists and profiles show", async () => {
    const { artworkId } = await publish({ artworkTitle: "Quixotic harbour" });
    await caughtUp();
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
    [{ q: "x".repeat(101) }, { q: MESSAGES.invalid }],
    [{ q: "x", t: "orders" }, { t: MESSAGES.invalid }],
    [{ q: "x", cursor: "yesterday" }, { cursor: MESSAGES.invalidUuid }],
    [{ q: "x", limit: 51 }, { limit: MESSAGES.invalid }],
  ])("%o is refused", async (query, fields) => {
    const reply = await api.call(search, { query });
    expect([reply.status, reply.failure.fields]).toEqual([400, fields]);
  });

  test.each([
    "' OR 1=1 --",
    '"; DROP TABLE artwork; --',
    "<script>alert(1)</script>",
    "T#a#quixotic",
    "#".repeat(100),
    "{$ne: null}",
    "../../etc/passwd",
    "%00%27",
    "🎨🖼️",
    ".*+?^$" + "{}()|[]\\",
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

  test("for nothing that shows is refused like an empty one", async () => {
    const reply = await api.call(search, { query: { q: "\u0000\u0001\ud800", t: "artwork" } });
    expect([reply.status, reply.failure.fields]).toEqual([400, { q: MESSAGES.required }]);
  });

  test("puts titles before descriptions before artists, the newest first among equals", async () => {
    const word = "zephyrine";
    const named = await given.user();
    await api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: named.userId, name: word }));
    const inTitle = await publish({ artworkTitle: `A ${word}` });
    const inDescription = await publish({ artworkTitle: "Plain", artworkDescription: `Like a ${word}.` });
    const byArtist = await given.artwork(named.userId, { artworkTitle: "Other", artworkDescription: "Nothing." });
    const newest = await publish({ artworkTitle: `${word}s again` });
    await caughtUp();
    const order = [newest, inTitle, inDescription, byArtist].map(({ artworkId }): string => artworkId);
    expect(await ids(word)).toEqual(order);
    expect(await ids("zephyr")).toEqual(order);
  });

  test("puts tags between titles and descriptions, and finds a tag's words", async () => {
    const word = "ultramarine";
    const inDescription = await publish({ artworkTitle: "Plain", artworkDescription: `All ${word}.` });
    const tagged = await publish({ artworkTitle: "Plain", artworkTags: [`deep-${word}`] });
    const inTitle = await publish({ artworkTitle: `A ${word}` });
    await caughtUp();
    const order = [inTitle, tagged, inDescription].map(({ artworkId }): string => artworkId);
    expect(await ids(word)).toEqual(order);
    expect(await ids("ultramraine")).toEqual(order);
    expect(await ids(`plain ${word}`)).toEqual(order.slice(1));
  });

  test("takes every script: no letter is lost and words without spaces are found by their characters", async () => {
    const han = await publish({ artworkTitle: "山水画の夜" });
    const greek = await publish({ artworkTitle: "Ἡ θάλασσα" });
    const cyrillic = await publish({ artworkTitle: "Ёлка" });
    const stroke = await publish({ artworkTitle: "Łódź Straße Smørrebrød" });
    await caughtUp();
    expect(await ids("水画")).toEqual([han.artworkId]);
    expect(await ids("θαλασσα")).toEqual([greek.artworkId]);
    expect(await ids("елка")).toEqual([cyrillic.artworkId]);
    for (const q of ["lodz", "strasse", "smorrebrod", "ŁÓDŹ"]) expect(await ids(q)).toEqual([stroke.artworkId]);
  });

  test("takes a word that is longer than a key may be, and what is published after it", async () => {
    const longest = await publish({ artworkTitle: "Syllables", artworkDescription: "\u{ac01}".repeat(300) });
    const { artworkId } = await publish({ artworkTitle: "Behind syllables" });
    await caughtUp();
    expect(await ids("syllables")).toEqual([artworkId, longest.artworkId]);
    expect(await ids("\u{ac01}".repeat(8))).toEqual([longest.artworkId]);
  });

  test("finds nothing for words of which one is missing", async () => {
    expect(await ids("quixotic xylophonist")).toEqual([]);
  });
});

describe("what has facets", () => {
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
    await caughtUp();
  });

  type Question = Omit<Parameters<typeof findMatches>[1], "kind" | "limit">;
  async function found(question: Question) {
    const all: string[] = [];
    for (let cursor: string | undefined; ; cursor = all.at(-1)) {
      const page = await findMatches(api.services.index, { kind: "artwork", limit: 5, ...question, cursor });
      all.push(...page.map(({ card }) => String(card.pk).slice(2)));
      if (page.length < 5) return all;
    }
  }
  const wanted = (keep: (at: number) => boolean) => published.filter((_, at) => keep(published.length - 1 - at));

  test.each<[string, Question, (at: number) => boolean]>([
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

  test("is found no more once it lost them", async () => {
    const { artworkId, versionId } = await publish({ artworkTags: ["ephemera"], artworkMedium: "collage" });
    await caughtUp();
    expect(await found({ query: "", facets: [["tag:ephemera"]] })).toEqual([artworkId]);
    const body = { artworkTags: ["lasting"], expectedVersion: versionId };
    await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
    await caughtUp();
    expect(await found({ query: "", facets: [["tag:ephemera"]] })).toEqual([]);
    expect(await found({ query: "", facets: [["tag:lasting"], ["medium:collage"]] })).toEqual([artworkId]);
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    await caughtUp();
    expect(await found({ query: "", facets: [["tag:lasting"]] })).toEqual([]);
  });

  test("isn't found by facets as words, but by its medium as by a tag", async () => {
    expect(await ids("tag:geology")).toEqual(await ids("tag geology"));
    expect(await ids("medium:photograph")).toEqual([]);
    expect(await ids("photograph gneiss", { limit: 50 })).toEqual(wanted((at) => at % 5 !== 0 && at % 2 === 1));
    expect(await found({ query: "", facets: [["tag:painting"]] })).toEqual(wanted((at) => at % 5 === 0));
  });
});

describe("paging", () => {
  const titles = Array.from({ length: 23 }, (_, at) => `Palimpsest ${at % 2 ? "verso" : "recto"}`);
  const published: string[] = [];

  beforeAll(async () => {
    for (const artworkTitle of titles) published.push((await publish({ artworkTitle })).artworkId);
    await caughtUp();
  });

  test.each(["palimpsest", "palimpsset", "palimpsest recto"])("through %s meets everything once", async (q) => {
    const wanted = published.filter((_, at) => !q.endsWith("recto") || at % 2 === 0).reverse();
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

  test("goes on from the place of an artwork that is gone", async () => {
    const [before = "", gone = "", after = ""] = [published[12], published[11], published[10]];
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: gone } });
    await caughtUp();
    expect(await ids("palimpsest", { cursor: gone, limit: 1 })).toEqual([after]);
    expect(await ids("palimpsest", { cursor: before, limit: 1 })).toEqual([after]);
  });

  test("after a cursor that nothing ever had is an empty page", async () => {
    const page = await api.call(search, { query: { q: "palimpsest", cursor: uuidv7() } });
    expect(page.body).toEqual({ items: [], cursor: null, hasMore: false });
  });

  test("keeps a page within ten read units", async () => {
    for (const q of ["palimpsest", "palimpsset", "palimpsest verso", "nothing said", "a b c d e f g h i j k l m n"]) {
      const metered = await meter(() => api.call(search, { query: { q, cursor: published[20] } }));
      expect([q, metered.result.status]).toEqual([q, 200]);
      expect(metered.readUnits).toBeLessThanOrEqual(10);
    }
  });
});

describe("what visitors may not see", () => {
  const visibility = (artworkId: string, artworkVisibility: "visible" | "invisible") =>
    api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: { artworkVisibility } });

  test("is never found, and comes and goes with its visibility", async () => {
    const { artworkId } = await publish({ artworkTitle: "Obsidian veil", artworkVisibility: "invisible" });
    await caughtUp();
    expect(await ids("obsidian")).toEqual([]);
    await visibility(artworkId, "visible");
    await caughtUp();
    expect(await ids("obsidian")).toEqual([artworkId]);
    await visibility(artworkId, "invisible");
    await caughtUp();
    expect(await ids("obsidian")).toEqual([]);
    await visibility(artworkId, "visible");
    await caughtUp();
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    await caughtUp();
    expect(await ids("obsidian")).toEqual([]);
    expect(await ids("obsidain")).toEqual([]);
  });

  test("an artwork is found by its present texts only", async () => {
    const { artworkId } = await publish({ artworkTitle: "Marmalade dawn" });
    const { body } = await api.call(readArtwork, { params: { artworkId } });
    await caughtUp();
    const changed = await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { artworkTitle: "Tangerine dusk", expectedVersion: body.version.versionId },
    });
    expect(changed.status).toBe(200);
    await caughtUp();
    expect(await ids("marmalade")).toEqual([]);
    expect(await ids("tangerine dusk")).toEqual([artworkId]);
  });

  test("nobody is found whose address isn't verified or whose account is closed", async () => {
    const user = await given.user({ fullName: "Wilhelmina Vantongeren" });
    const write = (facts: { verified?: boolean; deactivatedAt?: string }) =>
      api.services.table.send(UserEntity.build(UpdateItemCommand).item({ userId: user.userId, ...facts }));
    await write({ verified: false });
    await caughtUp();
    expect(await ids("vantongeren", { t: "users" })).toEqual([]);
    await write({ verified: true });
    await caughtUp();
    expect(await ids("vantongeren", { t: "users" })).toEqual([user.userId]);
    await write({ deactivatedAt: "2026-11-21T00:00:00.000Z" });
    await caughtUp();
    expect(await ids("vantongeren", { t: "users" })).toEqual([]);
  });
});

describe("the index", () => {
  test("keeps the terms of titles, descriptions, artists and full names where they always stood", () => {
    const places = (texts: readonly string[]) =>
      [...indexTermsOf(texts)].flatMap(([term, field]) =>
        term.length > 1 ? [`${term} ${listSortKey(field, 0)[0]}`] : [],
      );
    expect(places(["aa", "bb", "cc"]).sort()).toEqual(["aa 1", "bb 2", "cc 0"]);
    expect(textsOf(["aa", "bb", "cc", ""])).toEqual(["aa", "bb", "cc"]);
  });

  test("is the same after every event came three times", async () => {
    const { artworkId } = await publish({ artworkTitle: "Triplicate fern" });
    await caughtUp({ times: 3 });
    expect(await ids("triplicate")).toEqual([artworkId]);
  });

  test("holds the newest state though an older event comes last", async () => {
    const { artworkId } = await publish({ artworkTitle: "Anachronism" });
    await caughtUp();
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });
    const Keys = { pk: { S: `A#${artworkId}` }, sk: { S: "A" } };
    const older = { eventID: "1", eventName: "INSERT" as const, dynamodb: { Keys, SequenceNumber: "1" } };
    await caughtUp();
    await indexSearch({ Records: [older] }, api.services);
    expect(await ids("anachronism")).toEqual([]);
  });

  test("is consistent after many concurrent writers", async () => {
    const colours = ["amber", "beryl", "coral", "dusky", "ebony", "fallow"];
    const published = [];
    for (const colour of colours) published.push(await publish({ artworkTitle: `Multitude ${colour}` }));
    const all = published.map(({ artworkId }): string => artworkId);
    await Promise.all(
      all
        .flatMap((id) => [id, id, id])
        .map((id) => syncDocuments(api.services, "artwork", [id]).catch(() => undefined)),
    );
    await caughtUp();
    expect((await ids("multitude")).sort()).toEqual(all.sort());
    for (const [at, id] of published.entries()) expect(await ids(`multitude ${colours[at]}`)).toEqual([id.artworkId]);
  });

  test("reads a list that this process has written last only when another writer came between", async () => {
    const shade = (number: number) => publish({ artworkTitle: "Cinnabar", artworkDescription: `${number}` });
    const { artworkId: first } = await shade(1);
    await syncDocuments(api.services, "artwork", [first]);
    const { artworkId: second } = await shade(1);
    const metered = await meter(() => syncDocuments(api.services, "artwork", [second]));
    expect(metered.calls).not.toContain("QueryCommand");
    expect(await ids("cinnabar")).toEqual([second, first]);

    // Another process takes the second one out of the list of "cin" and leaves a version of its own.
    const listOf = { pk: "T#a#cin", sk: listSortKey(0, 0) };
    const { Item: list } = await ListEntity.build(GetItemCommand).key(listOf).options({ consistent: true }).send();
    const numbers = decodeNumbers(list?.numbers ?? new Uint8Array()).slice(0, -1);
    const theirs = { ...listOf, numbers: encodeNumbers(numbers), version: "theirs" };
    await ListEntity.build(PutItemCommand).item(theirs).send();
    expect(await ids("cin")).toEqual([first]);
    const { artworkId: third } = await shade(1);
    await syncDocuments(api.services, "artwork", [third]);
    expect(await ids("cin")).toEqual([third, first]);
  });

  test("reads and writes the lists of many words with few calls", async () => {
    const words = ["Quixotic", "Zephyr", "Wharf", "Umbra", "Yonder", "Xylem", "Kestrel", "Jigsaw", "Ibex", "Oxbow"];
    const { artworkId } = await publish({
      artworkTitle: words.join(" "),
      artworkTags: ["oxbow-lake", "ibex", "quay", "jetty"],
    });
    const { calls } = await meter(() => syncDocuments(api.services, "artwork", [artworkId]));
    expect(calls).not.toContain("QueryCommand");
    expect(calls.length).toBeLessThan(40);
    for (const word of words)
      expect([word, await ids(word.slice(0, 3))]).toEqual([word, expect.arrayContaining([artworkId])]);
  });

  test("reads what many works were and are with a call each", async () => {
    const published = await Promise.all(
      Array.from({ length: 9 }, (_, at) => publish({ artworkTitle: `Heliotrope ${at}` })),
    );
    const all = published.map(({ artworkId }): string => artworkId);
    await caughtUp();
    // Nothing has changed since, so that nothing else is done.
    const { calls } = await meter(() => syncDocuments(api.services, "artwork", all));
    expect(calls).toEqual(["BatchGetItemCommand", "BatchGetItemCommand"]);
    expect((await ids("heliotrope")).sort()).toEqual(all.sort());
  });

  test("writes a list again that DynamoDB didn't take for now, and none that another writer has changed", async () => {
    const answers = [
      [{ Error: { Code: "ThrottlingError" } }, { Error: { Code: "ConditionalCheckFailed" } }, {}],
      [{ Error: { Code: "InternalServerError" } }],
      [{}],
    ];
    const sent: number[] = [];
    const write = openListWriter({
      write: async <T>() => {
        const Responses = answers.shift() ?? [];
        sent.push(Responses.length);
        return { Responses } as T;
      },
    });
    const listOf = (sk: string) => ({ pk: "T#a#throttled", sk, numbers: encodeNumbers([1]), version: "new" });
    const writes = ["1", "2", "3"].map((sk) => write({ list: listOf(sk), replaces: "old" }));
    expect(await Promise.all(writes)).toEqual([true, false, true]);
    expect(sent).toEqual([3, 1, 1]);
    answers.push([{ Error: { Code: "ValidationError" } }]);
    await expect(write({ list: listOf("4"), replaces: undefined })).rejects.toThrow("ValidationError");
    answers.push([]);
    await expect(write({ list: listOf("5"), replaces: undefined })).rejects.toThrow("for some lists only");
  });

  test("is right where writes are done and their answers lost", async () => {
    const published = [];
    for (const place of ["Umbria", "Lazio"]) published.push(await publish({ artworkTitle: `Terracotta ${place}` }));
    const all = published.map(({ artworkId }): string => artworkId);
    for (let nth = 1, isLost = true; isLost; nth++) {
      let writes = 0;
      isLost = false;
      const write = async <T>(command: { send(): Promise<T> }) => {
        const answer = await command.send();
        if (++writes !== nth) return answer;
        isLost = true;
        throw new Error("The answer was lost");
      };
      await syncDocuments({ ...api.services, indexing: { write } }, "artwork", all).catch(() => undefined);
    }
    await caughtUp();
    expect((await ids("terracotta")).sort()).toEqual(all.sort());
    expect([await ids("umbria"), await ids("lazio")]).toEqual(published.map(({ artworkId }) => [artworkId]));
  });

  test("takes no older list for the newest, also where there was none", async () => {
    // So many documents are there only where lists were cut.
    const count = FIT_ONE_LIST + 1;
    await CounterEntity.build(UpdateItemCommand).item({ kind: "artwork", count }).send();
    const shade = (number: number) => publish({ artworkTitle: "Gamboge", artworkDescription: `${number}` });
    const { artworkId: first } = await shade(1);
    await syncDocuments(api.services, "artwork", [first]);
    const { Item: entry } = await EntryEntity.build(GetItemCommand).key({ kind: "artwork", id: first }).send();
    const number = entry?.number ?? 0;
    // The only list left of the term begins above this document, as after a split whose first half has gone.
    const pk = "T#a#gamb";
    await ListEntity.build(DeleteItemCommand)
      .key({ pk, sk: listSortKey(0, 0) })
      .send();
    const later = { pk, sk: listSortKey(0, number + 1), numbers: encodeNumbers([number + 1]), version: "later" };
    await ListEntity.build(PutItemCommand).item(later).send();
    const again = EntryEntity.build(UpdateItemCommand).item({
      kind: "artwork",
      id: first,
      staleTexts: $set([["Old"]]),
    });
    await again.send();
    await syncDocuments(api.services, "artwork", [first]);
    const { artworkId: second } = await shade(2);
    await syncDocuments(api.services, "artwork", [second]);
    const numbersAt = async (start: number) => {
      const { Item } = await ListEntity.build(GetItemCommand)
        .key({ pk, sk: listSortKey(0, start) })
        .send();
      return decodeNumbers(Item?.numbers ?? new Uint8Array());
    };
    expect(await numbersAt(0)).toEqual([number]);
    expect(await ids("gamboge")).toEqual([second, first]);
  });

  test("doesn't take a remembered list's word that nothing has to change", async () => {
    const { artworkId } = await publish({ artworkTitle: "Verdigris" });
    await syncDocuments(api.services, "artwork", [artworkId]);
    const listOf = { pk: "T#a#verdig", sk: listSortKey(0, 0) };
    await ListEntity.build(DeleteItemCommand).key(listOf).send();
    // A writer that died leaves its change to be gone through again.
    const entry = EntryEntity.build(UpdateItemCommand).item({
      kind: "artwork",
      id: artworkId,
      staleTexts: $set([["Old"]]),
    });
    await entry.send();
    await syncDocuments(api.services, "artwork", [artworkId]);
    expect(await ids("verdig")).toEqual([artworkId]);
  });

  test("stays consistent when a writer dies between its write-ahead record and the end of its lists", async () => {
    const { artworkId } = await publish({ artworkTitle: "Interrupted aqueduct" });
    let writes = 0;
    const dying = {
      ...api.services,
      indexing: {
        write: <T>(command: { send(): Promise<T> }) => {
          if (++writes > 3) throw new Error("The function was killed");
          return command.send();
        },
      },
    };
    await expect(syncDocuments(dying, "artwork", [artworkId])).rejects.toThrow("killed");
    await caughtUp();
    for (const q of ["interrupted", "inter", "aqueduct", "aqu", "aqueduct interrupted"]) {
      expect([q, await ids(q)]).toEqual([q, [artworkId]]);
    }
  });

  test("a batch that can't be done whole names the record to try again from", async () => {
    const { artworkId } = await publish({ artworkTitle: "Unreachable cove" });
    const broken = { ...api.services, indexing: { write: () => Promise.reject(new Error("throttled")) } };
    const Keys = { pk: { S: `A#${artworkId}` }, sk: { S: "A" } };
    const other = { eventID: "1", dynamodb: { Keys: { pk: { S: "M#1" }, sk: { S: "M" } }, SequenceNumber: "41" } };
    const record = { eventID: "2", dynamodb: { Keys, SequenceNumber: "42" } };
    const answer = await indexSearch({ Records: [other, record] }, broken);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "42" }] });
  });
});
