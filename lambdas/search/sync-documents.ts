import { createHash } from "node:crypto";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { execute } from "dynamodb-toolbox/entity/actions/transactWrite";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import { isLostRace } from "../table/lost-race.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { addSpellings } from "./add-spellings.ts";
import { applyChanges, collectChanges, type IndexServices, type ListChanges, tagsIn } from "./change-lists.ts";
import { countTags } from "./count-tags.ts";
import { type Entry, readEntries } from "./documents.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { CounterEntity, DocumentEntity, EntryEntity } from "./index.entity.ts";
import { readSources, type Source } from "./sources.ts";
import { type Kind, type Texts, vocabularyOf } from "./terms.ts";

export interface SyncDocumentsServices extends IndexServices {
  readonly table: OpenTable;
}

const IN_FLIGHT = 16;
const ATTEMPTS = 5;

/** A change of the lists that is recorded in the entry and not yet applied. */
interface PendingChange {
  readonly entry: Entry;
  readonly before: readonly Texts[];
  readonly again: boolean;
}

/**
 * Makes the index hold the present state of artworks or users, whatever state the caller knows, so that neither
 * repeats nor late events corrupt it. Ids are UUIDv7. Throws after too many concurrent changes.
 */
export async function syncDocuments(services: SyncDocumentsServices, kind: Kind, ids: Iterable<string>) {
  let left: Contended = new Map([...new Set(ids)].sort().map((id) => [id, []]));
  const numbers = new Map<string, number>();
  for (let attempt = 1; left.size > 0; attempt++) {
    if (attempt > ATTEMPTS) throw new Error(`The index of ${[...left.keys()]} was changed by others again and again`);
    left = await syncOnce(services, kind, left, numbers);
  }
}

/** By id, the texts whose terms two writers may have left in the lists, or taken out of them, between each other. */
type Contended = Map<string, readonly Texts[]>;

/** Returns what was changed concurrently, to be tried again with the numbers that were taken. */
async function syncOnce(
  services: SyncDocumentsServices,
  kind: Kind,
  contended: Contended,
  numbers: Map<string, number>,
): Promise<Contended> {
  const ids = [...contended.keys()];
  // The entries first: a concurrent change of one makes the write of `beginChange` fail.
  const entries = await readEntries(services.index, kind, ids);
  const sources = await readSources(services.table, kind, ids);
  const known = new Map(ids.map((id, at) => [id, { entry: entries[at], source: sources[at] }]));
  const fresh = ids.filter((id) => !numbers.has(id) && !known.get(id)?.entry && known.get(id)?.source);
  for (const [id, number] of await takeNumbers(services, kind, fresh)) numbers.set(id, number);

  const lost: Contended = new Map();
  const pending: PendingChange[] = [];
  await forEachConcurrently(known, IN_FLIGHT, async ([id, { entry, source }]) => {
    const draft = draftEntry({ kind, id, entry, source, number: numbers.get(id), left: contended.get(id) ?? [] });
    if (!draft) return;
    if (!(await beginChange(services, draft.entry, source))) lost.set(id, contended.get(id) ?? []);
    else if (draft.entry.staleTexts) pending.push(draft);
  });

  const changes: ListChanges = new Map();
  for (const { entry, before, again } of pending) {
    collectChanges(changes, { number: entry.number, before, after: entry.shown ? entry.texts : [], again });
  }
  const shown = pending.filter(({ entry }) => entry.shown);
  await addSpellings(services.indexing, kind, new Set(shown.flatMap(({ entry }) => [...vocabularyOf(entry.texts)])));
  await applyChanges(services, kind, changes);
  await countTags(services, tagsIn(changes));
  await forEachConcurrently(pending, IN_FLIGHT, async ({ entry, before }) => {
    if (!(await finishChange(services, entry))) lost.set(entry.id, [...before, entry.texts]);
  });
  return lost;
}

/** Numbers for what is new, in the order in which it was made. */
async function takeNumbers({ indexing }: SyncDocumentsServices, kind: Kind, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const update = CounterEntity.build(UpdateItemCommand).item({ kind, count: $add(ids.length) });
  const { Attributes } = await indexing.write(update.options({ returnValues: "ALL_NEW" }));
  const first = (Attributes?.count ?? 0) - ids.length;
  return new Map(ids.map((id, at) => [id, first + at]));
}

const cardDigest = (card: Source["card"]) =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(card).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url")
    .slice(0, 16);

const same = (one: Texts, other: Texts) => one.join("\n") === other.join("\n");

interface Draft {
  readonly kind: Kind;
  readonly id: string;
  readonly entry: Entry | undefined;
  readonly source: Source | undefined;
  /** For what has no entry yet. */
  readonly number: number | undefined;
  /** Texts that may be left in the lists though the entry doesn't say so. */
  readonly left: readonly Texts[];
}

/** The entry as it has to become; `undefined` when it is so already. */
function draftEntry({ kind, id, entry, source, number: fresh, left }: Draft): PendingChange | undefined {
  const number = entry?.number ?? fresh;
  if (number === undefined) return undefined;
  const shown = source?.shown ?? false;
  // Of what is gone the texts as visitors last saw them stay: a cursor may point at it.
  const texts = shown && source ? source.texts : (entry?.texts ?? source?.texts ?? []);
  const digest = shown && source ? cardDigest(source.card) : "";
  const before = [...(entry?.shown ? [entry.texts] : []), ...(entry?.staleTexts ?? []), ...left];
  const again = entry?.staleTexts !== undefined || left.length > 0;
  const listsChange = again || shown !== (entry?.shown ?? false) || (shown && entry && !same(texts, entry.texts));
  if (entry && !listsChange && digest === entry.digest) return undefined;
  const staleTexts = listsChange ? before.map((one) => [...one]) : undefined;
  const revision = (entry?.revision ?? 0) + 1;
  return { entry: { kind, id, number, revision, texts: [...texts], shown, digest, staleTexts }, before, again };
}

/**
 * Puts or deletes the document and records in the entry which lists are about to change (a write-ahead log), so that the
 * next writer after a crash can repair them. False when the entry has changed since it was read.
 */
async function beginChange(
  { indexing }: SyncDocumentsServices,
  entry: Entry,
  source: Source | undefined,
): Promise<boolean> {
  const { kind, number, revision, shown, texts } = entry;
  const document = { kind, number };
  return unlessLost(() =>
    indexing.write({
      send: () =>
        execute(
          EntryEntity.build(PutTransaction)
            .item({ ...entry, texts: [...texts] })
            .options({ condition: basedOn(revision) }),
          shown && source
            ? DocumentEntity.build(PutTransaction).item({ ...document, texts: [...texts], card: source.card })
            : DocumentEntity.build(DeleteTransaction).key(document),
        ),
    }),
  );
}

/** The lists are done. Where somebody else came between, they are gone through again, as the two may have interleaved. */
const finishChange = ({ indexing }: SyncDocumentsServices, { kind, id, revision, staleTexts: _, ...rest }: Entry) =>
  unlessLost(() => {
    const entry = { kind, id, ...rest, revision: revision + 1 };
    return indexing.write(
      EntryEntity.build(PutItemCommand)
        .item(entry)
        .options({ condition: basedOn(entry.revision) }),
    );
  });

const basedOn = (revision: number) =>
  revision === 1
    ? { attr: "revision" as const, exists: false as const }
    : { attr: "revision" as const, eq: revision - 1 };

async function unlessLost(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}
