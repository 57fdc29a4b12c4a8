import { BatchWriteCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { v7 as uuidv7 } from "uuid";
import type { ArtworkItem } from "#lambdas/artwork/find-artwork.ts";
import { storedTexts } from "#lambdas/artwork/stored-texts.ts";
import { spellingsOf } from "#lambdas/search/add-spellings.ts";
import { tagRowsOf } from "#lambdas/search/count-tags.ts";
import { forEachConcurrently } from "#lambdas/search/for-each-concurrently.ts";
import {
  CounterEntity,
  DocumentEntity,
  EntryEntity,
  ListEntity,
  listSortKey,
  SpellingEntity,
  TagCountEntity,
  TagRowEntity,
  termPartition,
} from "#lambdas/search/index.entity.ts";
import { encodeNumbers, splitNumbers } from "#lambdas/search/number-list.ts";
import { type OpenIndexing, SearchTable } from "#lambdas/search/search-table.ts";
import { sourceOfArtwork } from "#lambdas/search/sources.ts";
import { indexTermsOf, tagOfTerm, vocabularyOf } from "#lambdas/search/terms.ts";
import type { Artwork } from "./corpus.ts";

/** Attributes of an artwork's item that don't affect search. */
export const OTHER_ATTRIBUTES = {
  terms: "available free personal unavailable",
  personal: 0,
  commercial: 0,
  placeholder: Buffer.alloc(25, 7).toString("base64"),
  width: 1600,
  height: 1200,
  bytes: 5_000_000,
  mime: "image/jpeg",
  sha256: "0".repeat(64),
  number: 1,
  visibility: "visible",
} as const;

/** An artwork's item as the marketplace's table would hold it. */
export const itemOf = ({ title, description, artist, tags, medium, look }: Artwork): ArtworkItem => ({
  artworkId: uuidv7(),
  versionId: uuidv7(),
  mediaId: uuidv7(),
  previewKey: uuidv7(),
  ownerId: uuidv7(),
  ownerName: artist,
  ...storedTexts({ artworkTitle: title, artworkDescription: description }),
  tags,
  medium,
  look,
  ...OTHER_ATTRIBUTES,
  favorites: 0,
  ratingSum: 0,
  ratingCount: 0,
  comments: 0,
});

export interface IndexPart {
  items: number;
  bytes: number;
}

/** An item's size as DynamoDB counts it, without the storage overhead of 100 bytes. */
const sizeOf = (value: unknown): number => {
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, one) => sum + 1 + sizeOf(one), 0);
  if (typeof value === "object" && value) {
    return Object.entries(value).reduce((sum, [name, one]) => sum + name.length + sizeOf(one), 0);
  }
  return typeof value === "string" ? Buffer.byteLength(value) : 4;
};
const STORAGE_OVERHEAD = 100;

/** The ids of the artworks, by number, as far as they were loaded. */
interface Loaded {
  readonly parts: Record<"lists" | "spellings" | "documents" | "entries" | "tags", IndexPart>;
  readonly words: number;
  readonly items: readonly ArtworkItem[];
}

/** Fills the index as the stream consumer would, with the same functions but in batches; without words facets alone. */
export async function loadIndex(
  indexing: OpenIndexing,
  artworks: readonly Artwork[],
  { withWords = true } = {},
): Promise<Loaded> {
  const parts = {
    lists: { items: 0, bytes: 0 },
    spellings: { items: 0, bytes: 0 },
    documents: { items: 0, bytes: 0 },
    entries: { items: 0, bytes: 0 },
    tags: { items: 0, bytes: 0 },
  };
  const client = SearchTable.getDocumentClient();
  const writer = openWriter(client);
  const put = async (part: keyof typeof parts, item: Record<string, unknown>) => {
    parts[part].items++;
    parts[part].bytes += sizeOf(item) + STORAGE_OVERHEAD;
    await writer.put(item);
  };

  const items: ArtworkItem[] = [];
  const lists = new Map<string, { field: number; term: string; numbers: number[] }>();
  const vocabulary = new Set<string>();
  for (const [number, artwork] of artworks.entries()) {
    const item = itemOf(artwork);
    items.push(item);
    const { texts, card } = sourceOfArtwork(item);
    const common = { kind: "artwork" as const, number, texts: [...texts] };
    await put("documents", DocumentEntity.build(EntityParser).parse({ ...common, card }).item);
    const entry = { ...common, id: item.artworkId, revision: 2, shown: true, digest: "0123456789abcdef" };
    if (withWords) await put("entries", EntryEntity.build(EntityParser).parse(entry).item);
    for (const [term, field] of indexTermsOf(texts)) {
      if (!withWords && !/[:~]/.test(term)) continue;
      const key = `${field} ${term}`;
      const list = lists.get(key);
      if (list) list.numbers.push(number);
      else lists.set(key, { field, term, numbers: [number] });
    }
    if (withWords) for (const word of vocabularyOf(texts)) vocabulary.add(word);
  }
  for (const { field, term, numbers: all } of lists.values()) {
    for (const [at, numbers] of splitNumbers(all).entries()) {
      const sk = listSortKey(field, at === 0 ? 0 : (numbers[0] ?? 0));
      const pk = termPartition("artwork", term);
      const item = { pk, sk, numbers: encodeNumbers(numbers), version: "AAAAAAAA" };
      await put("lists", ListEntity.build(EntityParser).parse(item).item);
    }
  }
  for (const { term, numbers } of lists.values()) {
    const tag = tagOfTerm(term);
    if (tag === undefined) continue;
    const count = numbers.length;
    await put("tags", TagCountEntity.build(EntityParser).parse({ tag, count, revision: 1 }).item);
    for (const row of tagRowsOf(tag, count))
      await put("tags", TagRowEntity.build(EntityParser).parse({ ...row, count }).item);
  }
  for (const word of vocabulary) {
    for (const item of spellingsOf("artwork", word))
      await put("spellings", SpellingEntity.build(EntityParser).parse(item).item);
  }
  await writer.end();
  await indexing.write(CounterEntity.build(UpdateItemCommand).item({ kind: "artwork", count: artworks.length }));
  return { parts, words: vocabulary.size, items };
}

const BATCH = 25;
const BATCHES_AT_ONCE = 400;
const IN_FLIGHT = 12;

/** Writes items in batches, many of them concurrently. */
function openWriter(client: DynamoDBDocumentClient) {
  let waiting: Record<string, unknown>[] = [];
  async function flush() {
    const batches = Array.from({ length: Math.ceil(waiting.length / BATCH) }, (_, at) =>
      waiting.slice(at * BATCH, (at + 1) * BATCH),
    );
    waiting = [];
    await forEachConcurrently(batches, IN_FLIGHT, async (batch) => {
      const RequestItems = { [SearchTable.getName()]: batch.map((Item) => ({ PutRequest: { Item } })) };
      await client.send(new BatchWriteCommand({ RequestItems }));
    });
  }
  return {
    async put(item: Record<string, unknown>) {
      waiting.push(item);
      if (waiting.length >= BATCH * BATCHES_AT_ONCE) await flush();
    },
    end: flush,
  };
}
