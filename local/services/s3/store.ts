import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "../database.ts";
import type { Checksum } from "./checksums.ts";
import { S3Error } from "./errors.ts";

/** An object's HTTP headers by lower-case name, and its user metadata. */
export type ObjectDescription = { headers: Record<string, string>; metadata: Record<string, string> };

export type StoredObject = ObjectDescription & {
  bucket: string;
  key: string;
  /** Name of the file with its content. */
  blob: string;
  size: number;
  /** MD5 in hex, without quotes. */
  etag: string;
  checksum?: Checksum;
  /** Epoch milliseconds. */
  modified: number;
  /** Increases with every created object, like the sequencer of events. */
  sequencer: string;
};

export type NewObject = ObjectDescription & { bucket: string; key: string; onlyIfAbsent?: boolean };
export type Written = { blob: string; size: number; etag: string };

const SCHEMA = `
CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, cors TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS objects (
  bucket TEXT NOT NULL, key TEXT NOT NULL, blob TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
  description TEXT NOT NULL, checksum TEXT, modified INTEGER NOT NULL, sequencer TEXT NOT NULL,
  PRIMARY KEY (bucket, key)) WITHOUT ROWID;`;

type Row = Omit<StoredObject, "headers" | "metadata" | "checksum"> & { description: string; checksum: string | null };

/** Objects are files with an index in SQLite; a file is indexed only once it is complete. */
export class ObjectStore {
  readonly database: DatabaseSync;
  private readonly folder: string;
  private readonly isTemporary: boolean;
  private sequence = 0;

  private constructor(database: DatabaseSync, folder: string, isTemporary: boolean) {
    this.database = database;
    this.folder = folder;
    this.isTemporary = isTemporary;
  }

  /** Opens the store in `dir`, or in a temporary folder that `close` deletes. */
  static async open(dir: string | undefined): Promise<ObjectStore> {
    const home = dir ?? (await mkdtemp(join(tmpdir(), "laptop-s3-")));
    const folder = join(home, "blobs");
    await mkdir(folder, { recursive: true });
    const store = new ObjectStore(openDatabase(home, "s3", SCHEMA), folder, dir === undefined);
    await store.dropOrphans();
    return store;
  }

  async close(): Promise<void> {
    this.database.close();
    if (this.isTemporary) await rm(join(this.folder, ".."), { recursive: true, force: true });
  }

  find(bucket: string, key: string): StoredObject | undefined {
    const row = this.database.prepare("SELECT * FROM objects WHERE bucket = ? AND key = ?").get(bucket, key);
    return row && toStoredObject(row as Row);
  }

  /** The bucket's objects in the order of their keys' UTF-8 bytes, from `first` on. */
  *from(bucket: string, first: string): Generator<StoredObject> {
    const rows = this.database.prepare("SELECT * FROM objects WHERE bucket = ? AND key >= ? ORDER BY key");
    for (const row of rows.iterate(bucket, first)) yield toStoredObject(row as Row);
  }

  count(bucket: string): number {
    const row = this.database.prepare("SELECT count(*) AS n FROM objects WHERE bucket = ?").get(bucket);
    return Number(row?.n ?? 0);
  }

  getPath({ blob }: Pick<StoredObject, "blob">): string {
    return join(this.folder, blob);
  }

  /** Streams the content into a new file, which is deleted on failure. */
  async write(chunks: AsyncIterable<Buffer>): Promise<Written> {
    const blob = randomUUID();
    const hash = createHash("md5");
    let size = 0;
    const hashed = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(hashed, createWriteStream(this.getPath({ blob })));
    } catch (error) {
      await this.discard({ blob });
      throw error;
    }
    return { blob, size, etag: hash.digest("hex") };
  }

  async copyBytes(source: StoredObject): Promise<Written> {
    const blob = randomUUID();
    await copyFile(this.getPath(source), this.getPath({ blob }));
    return { blob, size: source.size, etag: source.etag };
  }

  /** Turns a written file into an object and replaces the previous object of that key. */
  async commit(object: NewObject, written: Written, checksum: Checksum | undefined): Promise<StoredObject> {
    const { bucket, key, headers, metadata, onlyIfAbsent } = object;
    const before = this.find(bucket, key);
    if (before && onlyIfAbsent) {
      await this.discard(written);
      throw new S3Error("PreconditionFailed", 412, "At least one of the pre-conditions you specified did not hold");
    }
    const modified = Date.now();
    this.sequence = Math.max(this.sequence + 1, modified * 1_000);
    const sequencer = this.sequence.toString(16).toUpperCase().padStart(16, "0");
    const description = JSON.stringify({ headers, metadata });
    const sum = checksum ? JSON.stringify(checksum) : null;
    this.database
      .prepare("INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(bucket, key, written.blob, written.size, written.etag, description, sum, modified, sequencer);
    if (before) await this.discard(before);
    return { bucket, key, ...written, headers, metadata, checksum, modified, sequencer };
  }

  async remove(bucket: string, key: string): Promise<void> {
    const found = this.find(bucket, key);
    if (!found) return;
    this.database.prepare("DELETE FROM objects WHERE bucket = ? AND key = ?").run(bucket, key);
    await this.discard(found);
  }

  private async discard(object: { blob: string }): Promise<void> {
    await rm(this.getPath(object), { force: true });
  }

  /** Deletes incomplete files that a killed process left behind. */
  private async dropOrphans(): Promise<void> {
    const rows = this.database.prepare("SELECT blob FROM objects").all() as { blob: string }[];
    const referenced = new Set(rows.map(({ blob }) => blob));
    for (const blob of await readdir(this.folder)) if (!referenced.has(blob)) await this.discard({ blob });
  }
}

function toStoredObject({ description, checksum, ...row }: Row): StoredObject {
  return { ...row, ...JSON.parse(description), checksum: checksum === null ? undefined : JSON.parse(checksum) };
}
