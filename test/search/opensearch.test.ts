import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { TITLED_WORKS } from "#bench/search/titles.ts";
import { findFiltered } from "#lambdas/areas/search/find-filtered.ts";
import type { Change, Document } from "#lambdas/search-engine/document.ts";
import type { OpenIndex, Source } from "#lambdas/search-engine/engine.ts";
import { openSearch } from "#lambdas/search-engine/opensearch/opensearch.ts";
import { FEES, LIMITS } from "#shared/limits.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { newEndpoint, OPENSEARCH_URL, openInFile, openTestedIndex } from "#test/support/search/tested-index.ts";

const node = OPENSEARCH_URL ?? "http://127.0.0.1:9200";

const toDocument = (text: string): Document => ({
  texts: [text],
  facets: [],
  measures: {},
  card: { text },
});

const toChange = (id: string, text?: string): Change => ({
  kind: "artwork",
  id,
  document: text === undefined ? undefined : toDocument(text),
});

function open(url = node) {
  const endpoint = newEndpoint(node);
  const engine = openSearch(endpoint.replace(node, url));
  return {
    ...engine,
    endpoint,
    write: (...changes: Change[]) => engine.indexing.write(async () => changes),
    refresh: () => fetch(`${endpoint}*/_refresh`, { method: "POST" }),
  };
}

const find = async (index: OpenIndex, query: string, limit = 50) =>
  (await index.findPage({ kind: "artwork", query, limit })).found.map(({ id }) => id);

const listIndices = async (endpoint: string): Promise<string[]> =>
  Object.keys((await (await fetch(`${endpoint}*`)).json()) as object);

describe("writes", () => {
  test("never replace a newer state by an older one", async () => {
    const { index, indexing, write, refresh } = open();
    await write(toChange("1", "heron"));
    await indexing.write(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // Another writer finishes between this one's read and write.
      await write(toChange("1", "marsh"));
      return [toChange("1", "reed")];
    });
    await write(toChange("2", "mist"));
    await indexing.write(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await write(toChange("2"));
      return [toChange("2", "mist")];
    });
    await refresh();
    expect([await find(index, "marsh"), await find(index, "reed"), await find(index, "mist")]).toEqual([["1"], [], []]);
  });

  test("that are concurrent at first create one index", async () => {
    const { index, write, refresh, endpoint } = open();
    await Promise.all(Array.from({ length: 8 }, (_, at) => write(toChange(`${at}`, "heron"))));
    await refresh();
    expect((await find(index, "heron")).sort()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    expect(await listIndices(endpoint)).toHaveLength(1);
  });

  test("that are refused are reported, and the others are applied", async () => {
    const { index, write, refresh } = open();
    const refused: Change = {
      ...toChange("bad", "heron"),
      document: { ...toDocument("heron"), measures: { price: 1e12 } },
    };
    const writing = write(toChange("before", "heron"), refused, toChange("behind", "heron"));
    await expect(writing).rejects.toThrow(/artwork\/bad: mapper_parsing_exception/);
    await refresh();
    expect(await find(index, "heron")).toEqual(["behind", "before"]);
  });
});

test("an index that the node refuses fails the write", async () => {
  const faulty = await startFaulty();
  const { write } = open(faulty.url);
  faulty.set(({ method }) => (method === "PUT" ? 400 : undefined));
  await expect(write(toChange("1", "heron"))).rejects.toThrow("refused the index");
});

/** Replaces the node's response. */
type Fault = (request: IncomingMessage) => "hang" | "reset" | number | undefined;

/** A node that can fail. */
async function startFaulty() {
  let fault: Fault = () => undefined;
  let delay = 0;
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await sleep(delay);
    const instead = fault(request);
    if (instead === "hang") return;
    if (instead === "reset") return request.socket.destroy();
    if (instead) return response.writeHead(instead).end("{}");
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(node + request.url, {
      method: request.method ?? "GET",
      headers: { "content-type": request.headers["content-type"] ?? "application/json" },
      ...body,
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next: Fault) => {
      fault = next;
    },
    slowDown: (milliseconds: number) => {
      delay = milliseconds;
    },
  };
}

describe("while the node fails", () => {
  test.each<[string, Fault]>([
    ["hangs", () => "hang"],
    ["is overloaded", () => 429],
    ["starts", () => 503],
  ])("a search of a node that %s fails within the timeout, and works again afterwards", async (_how, fault) => {
    const faulty = await startFaulty();
    const { index, write, refresh } = open(faulty.url);
    await write(toChange("1", "heron"));
    await refresh();
    faulty.set(fault);
    const before = performance.now();
    await expect(find(index, "heron")).rejects.toMatchObject({ name: "SearchAway" });
    expect(performance.now() - before).toBeLessThan(LIMITS.search.milliseconds + 1_000);
    faulty.set(() => undefined);
    expect(await find(index, "heron")).toEqual(["1"]);
  });

  test("a search of several calls fails within the timeout of one", async () => {
    const faulty = await startFaulty();
    const { index, write, refresh } = open(faulty.url);
    await write(toChange("1", "heron"));
    await refresh();
    const search = () => findFiltered({ index, fees: FEES }, { query: "nothing", sort: "relevance", limit: 10 });
    await search();
    faulty.slowDown(LIMITS.search.milliseconds / 4);
    const before = performance.now();
    await expect(search()).rejects.toMatchObject({ name: "SearchAway" });
    expect(performance.now() - before).toBeLessThan(LIMITS.search.milliseconds + 500);
  });

  test("a request on a connection that was closed meanwhile is sent again", async () => {
    const faulty = await startFaulty();
    const { index, write, refresh } = open(faulty.url);
    await write(toChange("1", "heron"));
    await refresh();
    let resets = 1;
    faulty.set(() => (resets-- > 0 ? "reset" : undefined));
    expect(await find(index, "heron")).toEqual(["1"]);
  });

  test("a search without an answer from each shard fails", async () => {
    const { index, write, refresh, endpoint } = open();
    await write(toChange("1", "heron"));
    await refresh();
    const alias = new URL(endpoint).pathname.slice(1);
    await fetch(`${endpoint}users-1?wait_for_active_shards=0`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        settings: { "index.routing.allocation.require._name": "nobody" },
        aliases: { [`${alias}users`]: {} },
      }),
    });
    const counting = index.countFacets({ beginning: "tag:", least: 1, limit: 9 });
    await expect(counting).rejects.toMatchObject({ name: "SearchAway" });
  });

  test("a write is retried once refused, and fails if the node stays unavailable", async () => {
    const faulty = await startFaulty();
    const { index, write, refresh } = open(faulty.url);
    await write(toChange("1", "heron"));
    let refusals = 1;
    faulty.set(({ url }) => (url?.startsWith("/_bulk") && refusals-- > 0 ? 503 : undefined));
    await write(toChange("2", "heron"));
    faulty.set(() => 503);
    await expect(write(toChange("3", "heron"))).rejects.toThrow("OpenSearch didn't answer");
    faulty.set(() => undefined);
    await refresh();
    expect(await find(index, "heron")).toEqual(["2", "1"]);
  });
});

describe("a rebuild", () => {
  const items = new Map<string, string>();
  const ids = Array.from({ length: 600 }, (_, at) => String(at).padStart(4, "0"));
  const PAGE = 100;

  beforeAll(() => {
    for (const id of ids) items.set(id, `heron ${id}`);
  });

  const createSource = (onPage: (page: number) => unknown = () => undefined, name = "table"): Source => ({
    name,
    async *list(kind, cursor) {
      if (kind === "users") return;
      for (let page = Number(cursor ?? 0); page < ids.length / PAGE; page++) {
        await onPage(page);
        const isLast = (page + 1) * PAGE === ids.length;
        yield { ids: ids.slice(page * PAGE, (page + 1) * PAGE), cursor: isLast ? undefined : String(page + 1) };
      }
    },
    read: async (_kind, asked) =>
      asked.map((id) => {
        const text = items.get(id);
        return text === undefined ? undefined : toDocument(text);
      }),
  });

  test("continues where it stopped, during other writes and searches, and leaves one index", async () => {
    const { index, indexing, write, refresh, endpoint } = open();
    const sync = async (id: string, text?: string) => {
      if (text === undefined) items.delete(id);
      else items.set(id, text);
      await indexing.write(async () => [toChange(id, items.get(id))]);
    };
    for (const id of ids) items.set(id, `heron ${id}`);
    await write(...ids.slice(0, 300).map((id) => toChange(id, items.get(id))), toChange("gone", "heron gone"));
    await refresh();
    const lines: string[] = [];
    const stopping = createSource((page) => {
      if (page === 4) throw new Error("stopped");
    });
    await expect(indexing.rebuild(stopping, (line) => lines.push(line))).rejects.toThrow("stopped");
    expect(await find(index, "heron", 500)).toHaveLength(301);

    const pages: number[] = [];
    const continuing = createSource(async (page) => {
      pages.push(page);
      await sync("0001", "marsh 0001");
      await sync("0002");
      await sync("0599", "marsh 0599");
      await refresh();
      expect(await find(index, "marsh")).toEqual(["0599", "0001"]);
      expect((await find(index, "heron", 500)).length).toBeGreaterThanOrEqual(299);
    });
    await indexing.rebuild(continuing, (line) => lines.push(line));
    expect(pages).toEqual([4, 5]);
    expect(lines).toContain("Continues behind 400 artwork.");
    await refresh();
    expect(await find(index, "marsh")).toEqual(["0599", "0001"]);
    expect(await find(index, "gone")).toEqual([]);
    expect(await find(index, "heron", 1000)).toHaveLength(597);
    const artwork = (await listIndices(endpoint)).filter((name) => name.includes("artwork"));
    expect(artwork).toHaveLength(1);
    await sync("0003", "marsh 0003");
    await refresh();
    expect(await find(index, "marsh")).toEqual(["0599", "0003", "0001"]);
    await indexing.rebuild(createSource(), () => undefined);
    await refresh();
    expect(await find(index, "marsh")).toEqual(["0599", "0003", "0001"]);
  });

  test.each<[string, (engine: ReturnType<typeof open>) => Promise<string>]>([
    ["of another table", async () => "restored"],
    [
      "by another format",
      async ({ indexing, endpoint }) => {
        const { _source } = await (await fetch(`${endpoint}settings/_doc/rebuild-artwork`)).json();
        const value = { ...JSON.parse(_source.value.json), format: "former" };
        await indexing.write(async () => [{ setting: "rebuild-artwork", value }]);
        return "table";
      },
    ],
  ])("starts again after an interrupted one %s", async (_which, change) => {
    const engine = open();
    const { index, indexing, refresh, endpoint } = engine;
    for (const id of ids) items.set(id, `heron ${id}`);
    const stopping = createSource((page) => {
      if (page === 4) throw new Error("stopped");
    });
    await expect(indexing.rebuild(stopping, () => undefined)).rejects.toThrow("stopped");
    items.delete("0000");
    const lines: string[] = [];
    const pages: number[] = [];
    const name = await change(engine);
    await indexing.rebuild(
      createSource((page) => pages.push(page), name),
      (line) => lines.push(line),
    );
    await refresh();
    expect(pages).toEqual([0, 1, 2, 3, 4, 5]);
    expect(lines).toEqual(["Indexed 0 users.", "Indexed 599 artwork."]);
    expect(await find(index, "heron", 1000)).toHaveLength(599);
    expect((await listIndices(endpoint)).filter((name) => name.includes("artwork"))).toHaveLength(1);
  });

  const listArtworkIndices = async (endpoint: string) =>
    (await listIndices(endpoint)).filter((name) => name.includes("artwork"));

  test("fails while the new index isn't visible, and is continued", async () => {
    for (const id of ids) items.set(id, `heron ${id}`);
    const faulty = await startFaulty();
    const { index, indexing, write, refresh, endpoint } = open(faulty.url);
    await write(toChange("0001", "marsh"));
    await refresh();
    const { now } = Date;
    let passed = 0;
    vi.spyOn(Date, "now").mockImplementation(() => now() + passed);
    faulty.set(({ url }) => {
      if (!url?.includes("artwork-next/_count")) return undefined;
      passed += 61_000;
      return 200;
    });
    await expect(indexing.rebuild(createSource(), () => undefined)).rejects.toThrow("artwork are visible");
    vi.restoreAllMocks();
    expect([await find(index, "marsh"), await find(index, "heron")]).toEqual([["0001"], []]);
    faulty.set(() => undefined);
    const lines: string[] = [];
    await indexing.rebuild(createSource(), (line) => lines.push(line));
    expect(lines.slice(1)).toEqual(["Continues behind 600 artwork.", "Indexed 600 artwork."]);
    expect(await find(index, "heron", 1000)).toHaveLength(600);
    expect(await listArtworkIndices(endpoint)).toHaveLength(1);
  });

  test("deletes an index that a former one couldn't delete", async () => {
    const faulty = await startFaulty();
    const { indexing, endpoint } = open(faulty.url);
    faulty.set(({ method }) => (method === "DELETE" ? 503 : undefined));
    const lines: string[] = [];
    await indexing.rebuild(createSource(), (line) => lines.push(line));
    expect(lines.filter((line) => line.includes("is deleted by the next"))).toHaveLength(2);
    expect(await listArtworkIndices(endpoint)).toHaveLength(2);
    faulty.set(() => undefined);
    await indexing.rebuild(createSource(), () => undefined);
    expect(await listArtworkIndices(endpoint)).toHaveLength(1);
  });

  test("ends when another one takes over", async () => {
    for (const id of ids) items.set(id, `heron ${id}`);
    const { index, indexing, endpoint } = open();
    const interrupted = createSource((page) =>
      page === 3 ? indexing.rebuild(createSource(), () => undefined) : undefined,
    );
    await expect(indexing.rebuild(interrupted, () => undefined)).rejects.toThrow("Another reindex");
    expect(await find(index, "heron", 1000)).toHaveLength(600);
    expect(await listArtworkIndices(endpoint)).toHaveLength(1);
  });

  test("keeps the place of a removed work's cursor, and not its card", async () => {
    for (const id of ids) items.set(id, `heron ${id}`);
    const { index, indexing, write, refresh, endpoint } = open();
    await write(...["0300", "0301"].map((id) => toChange(id, `heron ${id}`)));
    items.delete("0300");
    await write(toChange("0300"));
    await indexing.rebuild(createSource(), () => undefined);
    await refresh();
    for (const sort of ["newest", "price"] as const) {
      const question = { kind: "artwork", query: "heron", sort, cursor: "0300", limit: 2 } as const;
      expect((await index.findPage(question)).found.map(({ id }) => id)).toEqual(["0299", "0298"]);
    }
    const { _source } = await (await fetch(`${endpoint}artwork/_doc/0300`)).json();
    expect(_source.document).toMatchObject({ card: {}, isHidden: true });
  });

  test("of an empty collection leaves one index, though the first writes come meanwhile", async () => {
    const { index, indexing, write, refresh, endpoint } = open();
    await indexing.rebuild(
      createSource((page) => (page === 1 ? write(toChange("new", "egret")) : undefined)),
      () => undefined,
    );
    await write(toChange("later", "egret"));
    await refresh();
    expect(await find(index, "egret")).toEqual(["new", "later"]);
    expect((await listIndices(endpoint)).filter((name) => name.includes("artwork"))).toHaveLength(1);
  });

  test("doesn't restore a work that is removed meanwhile", async () => {
    const { index, indexing, write, refresh } = open();
    await write(toChange("0005", "heron"));
    const source = createSource();
    const late: Source = {
      ...source,
      async read(kind, asked) {
        const documents = await source.read(kind, asked);
        if (!asked.includes("0005")) return documents;
        await new Promise((resolve) => setTimeout(resolve, 5));
        await write(toChange("0005"));
        return documents;
      },
    };
    items.set("0005", "egret");
    await indexing.rebuild(late, () => undefined);
    await refresh();
    expect(await find(index, "egret")).toEqual([]);
  });
});

test("both engines return the same results for 98 % of queries", { timeout: 300_000 }, async () => {
  const [tested, file] = [openTestedIndex(), openInFile()];
  const changes = TITLED_WORKS.map(
    ({ title, tags, description, artist }, at): Change => ({
      kind: "artwork",
      id: at.toString(16).padStart(12, "0"),
      document: { texts: [title, tags, description, artist], facets: [], measures: {}, card: {} },
    }),
  );
  await tested.write(changes);
  await file.write(changes);
  const queries = TITLED_WORKS.flatMap(({ title, description }, at) => [
    title,
    description
      .split(" ")
      .slice(at % 3, (at % 3) + 3)
      .join(" "),
    `${title.slice(0, 3)}${title.slice(4, 9)}`,
    title.slice(0, 4),
  ]);
  const different: string[] = [];
  for (const query of queries) {
    if (String(await find(tested, query, 10)) !== String(await find(file, query, 10))) different.push(query);
  }
  expect([different, different.length <= queries.length * 0.02]).toEqual([different, true]);
});

test.each([
  ["Latin", "Smörgåsbord på sjön", "smorgasbord"],
  ["Greek", "Ἡ θάλασσα τοῦ χειμῶνος", "θαλασσα"],
  ["Cyrillic", "Ёлка у озера", "елка"],
  ["Han", "山水画的夜", "水画"],
  ["Kana", "ひまわりとカモメ", "カモメ"],
  ["Hangul", "가을 호수", "호수"],
  ["Arabic", "قمر فوق البحر", "قمر"],
  ["Hebrew", "שמש מעל הים", "שמש"],
  ["Devanagari", "सूरज और नदी", "नदी"],
  ["Thai", "ภูเขา ทะเล", "ทะเล"],
])("words of %s are found", async (_script, title, word) => {
  const index = openTestedIndex();
  await index.write([toChange("1", title), toChange("2", "Harbour")]);
  expect(await find(index, word)).toEqual(["1"]);
});
