import { SEARCH_TYPES } from "#shared/search-types.ts";
import { backOff } from "../../platform/table/retries.ts";
import type { Change, Document, Kind, Setting } from "../document.ts";
import { MAX_AT_ONCE, type OpenIndexing, type Source } from "../engine.ts";
import { answerFrom } from "./answer.ts";
import { addEntry, readEntries, readLastSequence, removeEntries } from "./log.ts";
import { Replica } from "./replica.ts";
import { Snapshots } from "./snapshot.ts";
import { openSearchTable } from "./table.ts";

/** Log entries between two snapshots: the most that a cold reader replays. */
const SNAPSHOT_EVERY = 256;

/** Entries are kept for some more snapshots: a warm reader may lag, and a slow writer may store an older snapshot last. */
const KEPT_ENTRIES = 4 * SNAPSHOT_EVERY;

const ATTEMPTS = 20;

/** Milliseconds for which a process considers its copy fresh: the log is one partition with 3,000 reads a second for all. */
const FRESH_MS = 1_000;

export interface FileNames {
  readonly SEARCH_TABLE_NAME: string;
  readonly SEARCH_BUCKET: string;
}

/** Read and write access with a copy of its own, which is at most a second behind the log and includes this process's writes. */
export class FileIndex implements OpenIndexing {
  /** Answers from this process's copy. */
  readonly index = answerFrom(() => this.open());
  readonly #snapshots: Snapshots;
  #replica: Replica | undefined;
  #refreshing: Promise<unknown> = Promise.resolve();
  /** When the copy becomes stale, by `performance.now()`. */
  #freshUntil = 0;
  /** The last entry that this process wrote, which a read that started earlier may lack. */
  #written = 0;
  /** The end of the log as this writer knows it. */
  #last: number | undefined;
  /** Writes of a process wait for each other: small ones would otherwise take the numbers of a larger one until it gives up. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor({ SEARCH_TABLE_NAME, SEARCH_BUCKET }: FileNames) {
    openSearchTable(SEARCH_TABLE_NAME);
    this.#snapshots = new Snapshots(SEARCH_BUCKET);
  }

  /** This process's copy. */
  open(): Promise<Replica> {
    const refreshed = this.#refreshing.catch(() => undefined).then(() => this.#refreshed());
    this.#refreshing = refreshed;
    return refreshed;
  }

  /**
   * Appends the changes to the log. If another writer appended meanwhile, they are read again, so that an older state never
   * follows a newer one.
   */
  write(readChanges: () => Promise<readonly (Change | Setting)[]>): Promise<void> {
    const written = this.#writing.catch(() => undefined).then(() => this.#append(readChanges));
    this.#writing = written;
    return written;
  }

  async #append(readChanges: () => Promise<readonly (Change | Setting)[]>) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      this.#last ??= await readLastSequence();
      // Before the read: a concurrent writer then takes this sequence number.
      const sequence = this.#last + 1;
      const changes = await readChanges();
      if (changes.length === 0) return;
      if (await addEntry({ sequence, changes })) {
        this.#last = sequence;
        this.#written = Math.max(this.#written, sequence);
        if (sequence % SNAPSHOT_EVERY === 0) await this.#saveSnapshot(sequence);
        return;
      }
      this.#last = undefined;
      await backOff(attempt);
    }
    throw new Error(`The log of the search index was written by others ${ATTEMPTS} times`);
  }

  /** Oldest first, in place. An unreadable index is started again. */
  async rebuild(source: Source, report: (line: string) => void) {
    for (const kind of SEARCH_TYPES.toReversed()) {
      const ids = new Set(await this.#listIndexed(kind, report));
      for await (const page of source.list(kind)) for (const id of page.ids) ids.add(id);
      const sorted = [...ids].sort();
      let count = 0;
      for (let at = 0; at < sorted.length; at += MAX_AT_ONCE) {
        const batch = sorted.slice(at, at + MAX_AT_ONCE);
        let documents: readonly (Document | undefined)[] = [];
        await this.write(async () => {
          documents = await source.read(kind, batch);
          return batch.map((id, nth) => ({ kind, id, document: documents[nth] }));
        });
        count += documents.filter(Boolean).length;
      }
      report(`Indexed ${count} ${kind}.`);
    }
  }

  /** Ids of findable documents; after a restore of the table some may belong to no item. */
  async #listIndexed(kind: Kind, report: (line: string) => void): Promise<string[]> {
    const replica = await this.open().catch(async (error: Error) => {
      report(`The index can't be read (${error.message}), so it is started again.`);
      await this.reset();
      return this.open();
    });
    return replica.all("SELECT id FROM documents WHERE kind = ? AND shown", kind).map(({ id }) => String(id));
  }

  /** Replaces an unreadable snapshot by an empty one; the index then contains later writes only. */
  async reset() {
    const replica = Replica.empty();
    replica.apply(await readLastSequence(), []);
    await this.#snapshots.save(replica);
    this.#replica = undefined;
  }

  async #refreshed(): Promise<Replica> {
    const now = performance.now();
    if (this.#replica && this.#replica.sequence >= this.#written && now < this.#freshUntil) return this.#replica;
    const replica = await this.#refresh();
    this.#freshUntil = now + FRESH_MS;
    return replica;
  }

  async #saveSnapshot(sequence: number) {
    await this.#snapshots.save(await this.open());
    await removeEntries(sequence - KEPT_ENTRIES);
  }

  async #refresh(): Promise<Replica> {
    let replica = this.#replica ?? (await this.#snapshots.load());
    for (let isNew = false; ; ) {
      const entries = await readEntries(replica.sequence);
      const [first] = entries;
      if (!first) break;
      if (first.sequence !== replica.sequence + 1) {
        if (isNew) throw new Error(`The search index has a gap after ${replica.sequence}`);
        replica = await this.#snapshots.load();
        isNew = true;
        continue;
      }
      for (const { sequence, changes } of entries) replica.apply(sequence, changes);
    }
    this.#replica = replica;
    return replica;
  }
}
