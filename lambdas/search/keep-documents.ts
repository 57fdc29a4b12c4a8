import { createHash } from "node:crypto";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { execute } from "dynamodb-toolbox/entity/actions/transactWrite";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { OpenTable } from "../table/marketplace-table.ts";
import { applyChanges, collectChanges, type IndexServices, isLostRace, type ListChanges } from "./change-lists.ts";
import { type Entry, readEntry } from "./documents.ts";
import { CounterEntity, DocumentEntity, EntryEntity } from "./index.entity.ts";
import { keepSpellings } from "./keep-spellings.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { readSource, type Source } from "./sources.ts";
import { type Kind, type Texts, vocabularyOf } from "./terms.ts";

export interface KeepingServices extends IndexServices {
  readonly table: OpenTable;
}

const IN_FLIGHT = 16;
const ATTEMPTS = 5;

/** A change of the lists that is announced in the entry and not yet done. */
interface Announced {
  readonly entry: Entry;
  readonly before: readonly Texts[];
  readonly again: boolean;
}

/**
 * Makes the index hold the present state of artworks or users, whatever state the caller heard of, so that neither
 * repeats nor an older event that comes late can spoil it. Ids are UUIDv7. Throws when somebody else keeps interfering.
 */
export async function keepDocuments(services: KeepingServices, kind: Kind, ids: Iterable<string>) {
  let left: Mixed = new Map([...new Set(ids)].sort().map((id) => [id, []]));
  for (let attempt = 1; left.size > 0; attempt++) {
    if (attempt > ATTEMPTS) throw new Error(`The index of ${[...left.keys()]} was changed by others again and again`);
    left = await keepOnce(services, kind, left);
  }
}

/** By id, the texts whose terms two writers may have left in the lists, or taken out of them, between each other. */
type Mixed = Map<string, readonly Texts[]>;

/** Answers with what somebody else changed meanwhile. */
async function keepOnce(services: KeepingServices, kind: Kind, mixed: Mixed): Promise<Mixed> {
  const ids = [...mixed.keys()];
  const known = new Map<string, { entry: Entry | undefined; source: Source | undefined }>();
  await manyAtOnce(ids, IN_FLIGHT, async (id) => {
    // The entry first: whoever changes it after this read makes the announcement below fail.
    const entry = await readEntry(services.index, kind, id);
    known.set(id, { entry, source: await readSource(services.table, kind, id) });
  });
  const fresh = ids.filter((id) => !known.get(id)?.entry && known.get(id)?.source);
  const numbers = await takeNumbers(services, kind, fresh);

  const lost: Mixed = new Map();
  const announced: Announced[] = [];
  await manyAtOnce(known, IN_FLIGHT, async ([id, { entry, source }]) => {
    const draft = draftEntry({ kind, id, entry, source, number: numbers.get(id), left: mixed.get(id) ?? [] });
    if (!draft) return;
    if (!(await announce(services, draft.entry, source))) lost.set(id, mixed.get(id) ?? []);
    else if (draft.entry.leaving) announced.push(draft);
  });

  const changes: ListChanges = new Map();
  for (const { entry, before, again } of announced) {
    collectChanges(changes, { number: entry.number, before, after: entry.shown ? entry.texts : [], again });
  }
  const shown = announced.filter(({ entry }) => entry.shown);
  await keepSpellings(services.indexing, kind, new Set(shown.flatMap(({ entry }) => [...vocabularyOf(entry.texts)])));
  await applyChanges(services, kind, changes);
  await manyAtOnce(announced, IN_FLIGHT, async ({ entry, before }) => {
    if (!(await conclude(services, entry))) lost.set(entry.id, [...before, entry.texts]);
  });
  return lost;
}

/** Numbers for what is new, in the order in which it was made. */
async function takeNumbers({ indexing }: KeepingServices, kind: Kind, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const update = CounterEntity.build(UpdateItemCommand).item({ kind, count: $add(ids.length) });
  const { Attributes } = await indexing.write(update.options({ returnValues: "ALL_NEW" }));
  const first = (Attributes?.count ?? 0) - ids.length;
  return new Map(ids.map((id, at) => [id, first + at]));
}

const digestOf = (card: Source["card"]) =>
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
function draftEntry({ kind, id, entry, source, number: fresh, left }: Draft): Announced | undefined {
  const number = entry?.number ?? fresh;
  if (number === undefined) return undefined;
  const shown = source?.shown ?? false;
  // Of what is gone the texts as visitors last saw them stay: a cursor may point at it.
  const texts = shown && source ? source.texts : (entry?.texts ?? source?.texts ?? []);
  const digest = shown && source ? digestOf(source.card) : "";
  const before = [...(entry?.shown ? [entry.texts] : []), ...(entry?.leaving ?? []), ...left];
  const again = entry?.leaving !== undefined || left.length > 0;
  const listsChange = again || shown !== (entry?.shown ?? false) || (shown && entry && !same(texts, entry.texts));
  if (entry && !listsChange && digest === entry.digest) return undefined;
  const leaving = listsChange ? before.map((one) => [...one]) : undefined;
  const revision = (entry?.revision ?? 0) + 1;
  return { entry: { kind, id, number, revision, texts: [...texts], shown, digest, leaving }, before, again };
}

/**
 * Puts or takes away the document and notes in the entry which lists are about to change, so that whoever comes after a
 * crash knows what may be left in them. Answers false when the entry has changed since it was read.
 */
async function announce({ indexing }: KeepingServices, entry: Entry, source: Source | undefined): Promise<boolean> {
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

/** The lists are done. Where somebody else came between, they are gone through again, as the two may have mixed. */
const conclude = ({ indexing }: KeepingServices, { kind, id, revision, leaving: _, ...rest }: Entry) =>
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
