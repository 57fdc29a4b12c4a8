import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SEARCH_TYPES } from "#shared/search-types.ts";
import {
  type Change,
  type Document,
  type Found,
  type Kind,
  MEASURES,
  type Setting,
  toRemovedTexts,
  WEIGHTS,
} from "../document.ts";
import type { ComparedPicture } from "../engine.ts";
import { MIN_CORRECTED, reversed } from "../typos.ts";
import { FORMAT, tokenize } from "../words.ts";

export const wordsTable = (kind: Kind) => `words_${kind}`;

/** A column per text. */
export const COLUMNS = WEIGHTS.map((_, at) => `text${at}`);

/** Removed documents keep their row and words but people's names, so that cursors keep their place. */
const SCHEMA = `
  CREATE TABLE state (sequence INTEGER NOT NULL, format INTEGER NOT NULL);
  CREATE TABLE documents (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, shown INTEGER NOT NULL,
    ${MEASURES.map((measure) => `${measure} INTEGER`).join(", ")}, UNIQUE (kind, id)
  );
  CREATE TABLE sources (number INTEGER PRIMARY KEY, source TEXT NOT NULL);
  CREATE TABLE facets (facet TEXT, number INTEGER, PRIMARY KEY (facet, number)) WITHOUT ROWID;
  CREATE TABLE vocabulary (kind TEXT, word TEXT, reversed TEXT, PRIMARY KEY (kind, word)) WITHOUT ROWID;
  CREATE INDEX vocabulary_reversed ON vocabulary (kind, reversed);
  ${SEARCH_TYPES.map(
    (kind) => `CREATE VIRTUAL TABLE ${wordsTable(kind)} USING fts5(
      ${COLUMNS.join(", ")}, content='', contentless_delete=1, detail=column, tokenize='ascii'
    );`,
  ).join("\n")}
  INSERT INTO state VALUES (0, ${FORMAT});
`;

/** Tables that can start empty, so that snapshots from before need no other format. */
const LATER_TABLES = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS hashes (number INTEGER PRIMARY KEY, hash BLOB NOT NULL);
`;

/** The file is private to this process, and is made again after a crash. */
const PRAGMAS = `
  PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;
`;

const MAX_REMEMBERED = 200_000;

/** A unique path for a file. */
export const newPath = () => join(tmpdir(), `search-${randomUUID()}.sqlite`);

/** This process's copy of the index: an SQLite file that applies changes in order and answers SQL. */
export class Replica {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Words known to be in the vocabulary. */
  readonly #known = new Set<string>();
  sequence: number;

  private constructor(path: string, isNew: boolean) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(PRAGMAS);
    if (isNew) this.#database.exec(SCHEMA);
    this.#database.exec(LATER_TABLES);
    // Open files outlive their names, so nothing is left after a crash.
    rmSync(path);
    this.sequence = Number(this.#one("SELECT sequence FROM state").sequence);
  }

  static empty = () => new Replica(newPath(), true);

  /** Opens a saved file and unlinks it; a file of another format is indexed again. */
  static open(path: string): Replica {
    const saved = new Replica(path, false);
    return saved.#one("SELECT format FROM state").format === FORMAT ? saved : saved.#indexAnew();
  }

  #indexAnew(): Replica {
    const again = Replica.empty();
    const select = "SELECT kind, id, source FROM documents JOIN sources USING (number) ORDER BY number";
    again.#transaction(() => {
      for (const { name, value } of this.all("SELECT name, value FROM settings")) {
        again.#set({ setting: String(name), value: JSON.parse(String(value)) });
      }
      for (const { kind, id, source } of this.#prepare(select).iterate()) {
        again.#put({ kind: kind as Kind, id: String(id), document: JSON.parse(String(source)) as Document });
      }
    });
    again.apply(this.sequence, []);
    this.#database.close();
    return again;
  }

  /** Applies the changes of a sequence number. */
  apply(sequence: number, changes: readonly (Change | Setting)[]) {
    this.#transaction(() => {
      for (const change of changes) "setting" in change ? this.#set(change) : this.#put(change);
      this.#run("UPDATE state SET sequence = ?", sequence);
    });
    this.sequence = sequence;
  }

  /** Writes a compact copy to a file that doesn't exist yet. */
  save(path: string) {
    this.#database.prepare("VACUUM INTO ?").run(path);
  }

  all(sql: string, ...values: SQLInputValue[]) {
    return this.#prepare(sql).all(...values);
  }

  /** Documents by their numbers, in that order. */
  read(numbers: readonly number[]): Found[] {
    return numbers.map((number) => {
      const row = this.#one("SELECT id, source FROM documents JOIN sources USING (number) WHERE number = ?", number);
      return { id: String(row.id), ...(JSON.parse(String(row.source)) as Document) };
    });
  }

  /** Numbers and hashes of the visible documents, or of the hidden ones, that lack the facet `without`; in no order. */
  hashes({ without, isHidden = false }: Pick<ComparedPicture, "without" | "isHidden"> = {}) {
    const others = "number NOT IN (SELECT number FROM facets WHERE facet = ?)";
    const present = "hashes JOIN documents USING (number) JOIN sources USING (number)";
    const select = `SELECT number, hash FROM ${present} WHERE shown = ? AND ${others}`;
    return this.#prepare(select).iterate(isHidden ? 0 : 1, without ?? "");
  }

  /** A setting's value as JSON; `undefined` if it was never set. */
  setting(name: string): string | undefined {
    const [row] = this.all("SELECT value FROM settings WHERE name = ?", name);
    return row && String(row.value);
  }

  #set({ setting, value }: Setting) {
    this.#run("INSERT OR REPLACE INTO settings VALUES (?, ?)", setting, JSON.stringify(value));
  }

  #put({ kind, id, document }: Change) {
    const existing = this.#prepare(
      "SELECT number, source FROM documents LEFT JOIN sources USING (number) WHERE kind = ? AND id = ?",
    );
    const { number: existingNumber, source } = existing.get(kind, id) ?? {};
    const former = source ? (JSON.parse(String(source)) as Document) : undefined;
    for (const facet of former?.facets ?? [])
      this.#run("DELETE FROM facets WHERE facet = ? AND number = ?", facet, existingNumber ?? null);
    if (!document) {
      this.#run("UPDATE documents SET shown = 0 WHERE kind = ? AND id = ?", kind, id);
      this.#run("DELETE FROM sources WHERE number = ?", existingNumber ?? null);
      if (former) this.#putWords(kind, Number(existingNumber), toRemovedTexts(kind, former.texts));
      return;
    }
    const set = MEASURES.map((measure) => `${measure} = excluded.${measure}`).join(", ");
    const { number = 0 } = this.#one(
      `INSERT INTO documents (kind, id, shown, ${MEASURES.join(", ")}) VALUES (?, ?, ?, ${MEASURES.map(() => "?").join(", ")})
       ON CONFLICT (kind, id) DO UPDATE SET shown = excluded.shown, ${set} RETURNING number`,
      kind,
      id,
      document.isHidden ? 0 : 1,
      ...MEASURES.map((measure) => document.measures[measure] ?? null),
    );
    this.#run("INSERT OR REPLACE INTO sources VALUES (?, ?)", number, JSON.stringify(document));
    if (document.hash) {
      this.#run("INSERT OR REPLACE INTO hashes VALUES (?, ?)", number, Buffer.from(document.hash, "base64"));
    } else this.#run("DELETE FROM hashes WHERE number = ?", number);
    for (const facet of document.facets) this.#run("INSERT OR IGNORE INTO facets VALUES (?, ?)", facet, number);
    this.#putWords(kind, Number(number), document.texts);
  }

  #putWords(kind: Kind, number: number, texts: readonly string[]) {
    const tokens = WEIGHTS.map((_, at) => tokenize(texts[at] ?? ""));
    this.#run(
      `INSERT OR REPLACE INTO ${wordsTable(kind)} (rowid, ${COLUMNS.join(", ")}) VALUES (?, ${COLUMNS.map(() => "?").join(", ")})`,
      number,
      ...tokens.map((words) => words.join(" ")),
    );
    for (const word of new Set(tokens.flat())) if ([...word].length >= MIN_CORRECTED) this.#learn(kind, word);
  }

  #learn(kind: Kind, word: string) {
    const key = `${kind} ${word}`;
    if (this.#known.has(key)) return;
    if (this.#known.size > MAX_REMEMBERED) this.#known.clear();
    this.#known.add(key);
    this.#run("INSERT OR IGNORE INTO vocabulary VALUES (?, ?, ?)", kind, word, reversed(word));
  }

  #transaction(work: () => void) {
    this.#database.exec("BEGIN");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#database.exec("ROLLBACK");
      this.#known.clear();
      throw error;
    }
  }

  /** Caches prepared statements, one for each form of query; the cache is cleared above 200. */
  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    if (this.#statements.size > 200) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    this.#prepare(sql).run(...values);
  }

  #one(sql: string, ...values: SQLInputValue[]) {
    const row = this.#prepare(sql).get(...values);
    if (!row) throw new Error(`The index has no row for ${sql}`);
    return row;
  }
}
