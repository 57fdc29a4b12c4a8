import { SEARCH_TYPES } from "#shared/search-types.ts";
import { backOff } from "../../platform/table/retries.ts";
import type { Change, Document, Kind, Setting } from "../document.ts";
import { type OpenIndexing, SearchAway, type Source } from "../engine.ts";
import { type Json, type SearchClient, TRANSIENT } from "./client.ts";
import { INDEX, INDEX_FORMAT, SETTINGS, toFields, toRemoved } from "./mapping.ts";

/** Milliseconds that a write may take; a collection that wakes up takes longer, and the stream tries again. */
const WRITE_MS = 10_000;

const ATTEMPTS = 3;

/** A rebuild's states count as that much older, since an operator's clock may be ahead of the stream's. */
const CLOCK_MARGIN_MS = 10 * 60_000;

/** Documents of one request of a rebuild. */
const REBUILT_AT_ONCE = 200;

/** Milliseconds within which all documents of a new index are found. */
const VISIBLE_MS = 60_000;

/** The version of a copied document, which each written one follows. */
const OLDEST = 1;

const CONFLICT = 409;

/** The name that readers search, and that of an index that is being filled; both are aliases. */
const next = (kind: Kind) => `${kind}-next`;

interface Item {
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly type: string };
}

/** A document to write to an alias, by its version. */
interface Put {
  readonly alias: string;
  readonly id: string;
  readonly version: number;
  readonly fields: Json;
}

/** How far a rebuild got. Only one of the same source and format is continued. */
interface Progress {
  readonly index: string;
  readonly source: string;
  readonly format: string;
  /** `null` once everything is written. */
  readonly cursor?: string | null | undefined;
  readonly count: number;
  /** Of the document that it is saved in. */
  readonly version: number;
}

/**
 * Writes by version: the milliseconds before the state was read. Each change of an item is written by somebody who starts
 * after it, so a state from before has a lower version, which OpenSearch refuses.
 */
export class OpenSearchIndexing implements OpenIndexing {
  readonly #client: SearchClient;

  constructor(client: SearchClient) {
    this.#client = client;
  }

  async write(readChanges: () => Promise<readonly (Change | Setting)[]>) {
    const version = Date.now();
    // Before the reading too: whoever fills a new index later reads these changes or newer ones itself.
    const aliases = await this.#readAliases();
    const changes = await readChanges();
    const documents = changes.filter((change) => "kind" in change);
    const puts: Put[] = changes.flatMap((change) =>
      "setting" in change ? [this.#toPut("settings", change.setting, version, toValue(change.value))] : [],
    );
    for (const kind of SEARCH_TYPES) {
      const changed = documents.filter((change) => change.kind === kind);
      if (changed.length === 0) continue;
      const alias = await this.#ensure(kind, INDEX, aliases);
      const removed = changed.filter(({ document }) => !document).map(({ id }) => id);
      const former = await this.#readFormer(alias, removed);
      const targets = aliases.has(this.#name(next(kind))) ? [kind, next(kind)] : [kind];
      for (const { id, document } of changed) {
        const fields = document ? toFields(id, document) : toRemoved(kind, id, former.get(id));
        for (const target of targets) puts.push(this.#toPut(target, id, version, fields));
      }
    }
    if (puts.some(({ alias }) => alias === this.#name("settings"))) await this.#ensure("settings", SETTINGS, aliases);
    const failed = await this.#put(puts);
    if (failed.length > 0) throw new Error(`OpenSearch refused ${failed.join(", ")}`);
  }

  /** Fills a new index beside the old one, continues where it stopped, and puts it in the old one's place. */
  async rebuild(source: Source, report: (line: string) => void) {
    for (const kind of SEARCH_TYPES.toReversed()) {
      const aliases = await this.#readAliases();
      // The stream would otherwise make the first index meanwhile, and the alias would end at two.
      await this.#ensure(kind, INDEX, aliases);
      await this.#ensure("settings", SETTINGS, aliases);
      const old = aliases.get(this.#name(kind)) ?? this.#name(`${kind}-1`);
      const started = await this.#begin(kind, source, { old, interrupted: aliases.get(this.#name(next(kind))) });
      const filled = await this.#fill(kind, started, source, report);
      await this.#copyRemoved(kind);
      await this.#waitUntilVisible(kind, filled.count);
      // Another one that took over would still write to it.
      const { index, count } = await this.#saveProgress(kind, filled);
      await this.#changeAliases([
        { remove: { index: old, alias: this.#name(kind) } },
        { remove: { index, alias: this.#name(next(kind)) } },
        { add: { index, alias: this.#name(kind) } },
      ]);
      await this.#delete(old).catch((error: Error) =>
        report(`${old} is deleted by the next reindex, because now it couldn't be: ${error.message}`),
      );
      report(`Indexed ${count} ${kind}.`);
    }
  }

  /** The progress of the interrupted rebuild if it is continued, or that of a new index; deletes what others left. */
  async #begin(kind: Kind, { name }: Source, { old, interrupted }: { old: string; interrupted: string | undefined }) {
    const saved = await this.#readProgress(kind);
    const isSame = saved.index === interrupted && saved.source === name && saved.format === INDEX_FORMAT;
    const index = interrupted && isSame ? interrupted : this.#name(`${kind}-${Date.now()}`);
    const empty = { index, source: name, format: INDEX_FORMAT, count: 0, version: saved.version };
    const progress = await this.#saveProgress(kind, index === interrupted ? { ...empty, ...saved } : empty);
    await this.#deleteOthers(kind, [old, index]);
    if (index !== interrupted) await this.#create(index, INDEX, this.#name(next(kind)));
    return progress;
  }

  async #fill(kind: Kind, started: Progress, source: Source, report: (line: string) => void): Promise<Progress> {
    let progress = started;
    if (progress.count > 0) report(`Continues behind ${progress.count} ${kind}.`);
    if (progress.cursor === null) return progress;
    for await (const { ids, cursor = null } of source.list(kind, progress.cursor)) {
      let { count } = progress;
      for (let at = 0; at < ids.length; at += REBUILT_AT_ONCE) {
        const batch = ids.slice(at, at + REBUILT_AT_ONCE);
        const version = Date.now() - CLOCK_MARGIN_MS;
        const documents = await source.read(kind, batch);
        const puts = batch.flatMap((id, nth) => {
          const document = documents[nth];
          return document ? [this.#toPut(next(kind), id, version, toFields(id, document))] : [];
        });
        const failed = await this.#put(puts);
        for (const one of failed) report(`OpenSearch refused ${one}.`);
        count += puts.length - failed.length;
      }
      progress = await this.#saveProgress(kind, { ...progress, cursor, count });
    }
    return progress;
  }

  /** Removed documents are in the old index alone, and keep the place of cursors; present ones have a newer version. */
  async #copyRemoved(kind: Kind) {
    for (let after: readonly string[] | undefined; ; ) {
      const { body } = await this.#client.call<{
        hits: { hits: { _id: string; _source: { document: Document } }[] };
      }>({
        method: "POST",
        path: `/${this.#name(kind)}/_search`,
        body: {
          query: { term: { shown: false } },
          sort: [{ id: "asc" }],
          size: REBUILT_AT_ONCE,
          ...(after ? { search_after: after } : {}),
        },
        timeout: WRITE_MS,
      });
      const { hits } = body.hits;
      const last = hits.at(-1);
      if (!last) return;
      await this.#put(
        hits.map(({ _id, _source }) => this.#toPut(next(kind), _id, OLDEST, toRemoved(kind, _id, _source.document))),
      );
      after = [last._id];
    }
  }

  /** Writes each document until it is written or refused for good; returns those. A newer version in its place is right. */
  async #put(puts: readonly Put[]): Promise<string[]> {
    let left = puts;
    const refused: string[] = [];
    for (let attempt = 1; left.length > 0; attempt++) {
      const items = await this.#bulk(left).catch((error) => {
        if (error instanceof SearchAway && attempt < ATTEMPTS) return [];
        throw error;
      });
      const again: Put[] = [];
      for (const [at, put] of left.entries()) {
        const { status = 503, error } = items[at] ?? {};
        if (status < 300 || status === 409) continue;
        // An index that was filled is in the other's place by now.
        if (status === 404 && put.alias.endsWith("-next")) continue;
        if (TRANSIENT.includes(status) || status === 404) again.push(put);
        else refused.push(`${put.alias}/${put.id}: ${error?.type ?? status}`);
      }
      left = again;
      if (left.length > 0 && attempt === ATTEMPTS)
        throw new SearchAway(`OpenSearch didn't take ${left.length} documents`);
      if (left.length > 0) await backOff(attempt);
    }
    return refused;
  }

  async #bulk(puts: readonly Put[]): Promise<Item[]> {
    const { body } = await this.#client.call<{ items: { index: Item }[] }>({
      method: "POST",
      path: "/_bulk",
      querystring: { require_alias: true },
      bulkBody: puts.flatMap(({ alias, id, version, fields }) => [
        { index: { _index: alias, _id: id, version, version_type: "external_gte" } },
        fields,
      ]),
      timeout: WRITE_MS,
    });
    return body.items.map(({ index }) => index);
  }

  #name(name: string) {
    return this.#client.prefix + name;
  }

  #toPut(alias: string, id: string, version: number, fields: Json): Put {
    return { alias: this.#name(alias), id, version, fields };
  }

  /** The index behind each alias. */
  async #readAliases(): Promise<Map<string, string>> {
    const { body } = await this.#client.call<Record<string, { aliases?: Record<string, unknown> }>>({
      method: "GET",
      path: `/_alias/${this.#client.prefix}*`,
      timeout: WRITE_MS,
    });
    return new Map(
      Object.entries(body).flatMap(([index, { aliases = {} }]) => Object.keys(aliases).map((alias) => [alias, index])),
    );
  }

  /** The first index of a name; several writers may make it at once. */
  async #ensure(name: string, definition: Json, aliases: ReadonlyMap<string, string>): Promise<string> {
    const alias = this.#name(name);
    if (!aliases.has(alias)) await this.#create(`${alias}-1`, definition, alias);
    return alias;
  }

  async #create(index: string, definition: Json, alias: string) {
    const { status, body } = await this.#client.call<{ error?: { type: string } }>(
      { method: "PUT", path: `/${index}`, body: definition, timeout: WRITE_MS },
      [400],
    );
    if (status === 400 && body.error?.type !== "resource_already_exists_exception")
      throw new Error(`OpenSearch refused the index ${index}: ${body.error?.type}`);
    await this.#changeAliases([{ add: { index, alias } }]);
  }

  /** Deletes the other indices of a kind. */
  async #deleteOthers(kind: Kind, kept: readonly string[]) {
    const { body } = await this.#client.call<{ indices: { name: string }[] }>({
      method: "GET",
      path: `/_resolve/index/${this.#name(kind)}-*`,
      timeout: WRITE_MS,
    });
    for (const { name } of body.indices) if (!kept.includes(name)) await this.#delete(name);
  }

  #delete = (index: string) => this.#client.call({ method: "DELETE", path: `/${index}`, timeout: WRITE_MS });

  async #changeAliases(actions: readonly Json[]) {
    const { status } = await this.#client.call({
      method: "POST",
      path: "/_aliases",
      body: { actions },
      timeout: WRITE_MS,
    });
    if (status !== 200) throw new Error("An index of OpenSearch is gone");
  }

  async #readFormer(alias: string, ids: readonly string[]): Promise<Map<string, Document>> {
    if (ids.length === 0) return new Map();
    const { body } = await this.#client.call<{ docs: { _id: string; _source?: { document: Document } }[] }>({
      method: "POST",
      path: `/${alias}/_mget`,
      body: { ids },
      timeout: WRITE_MS,
    });
    return new Map(body.docs.flatMap(({ _id, _source }) => (_source ? [[_id, _source.document]] : [])));
  }

  async #readProgress(kind: Kind): Promise<Partial<Progress> & Pick<Progress, "version">> {
    const { body } = await this.#client.call<{ _source?: { value: { json: string } }; _version?: number }>({
      method: "GET",
      path: this.#toProgressPath(kind),
      timeout: WRITE_MS,
    });
    const { _source, _version: version = 0 } = body;
    return { ...(_source && (JSON.parse(_source.value.json) as Progress)), version };
  }

  /** Throws if another rebuild has saved its progress meanwhile: that one continues. */
  async #saveProgress(kind: Kind, { version, ...progress }: Progress): Promise<Progress> {
    const saved = { ...progress, version: version + 1 };
    const { status } = await this.#client.call(
      {
        method: "PUT",
        path: this.#toProgressPath(kind),
        querystring: { version: saved.version, version_type: "external" },
        body: toValue(progress),
        timeout: WRITE_MS,
      },
      [CONFLICT],
    );
    if (status === CONFLICT) throw new Error(`Another reindex of ${kind} has taken over from this one.`);
    return saved;
  }

  #toProgressPath = (kind: Kind) => `/${this.#name("settings")}/_doc/rebuild-${kind}`;

  async #waitUntilVisible(kind: Kind, count: number) {
    const until = Date.now() + VISIBLE_MS;
    for (;;) {
      const { body } = await this.#client.call<{ count: number }>({
        method: "GET",
        path: `/${this.#name(next(kind))}/_count`,
        timeout: WRITE_MS,
      });
      if (body.count >= count) return;
      if (Date.now() > until)
        throw new Error(`Only ${body.count} of ${count} ${kind} are visible yet. Reindex again, and it is continued.`);
      await backOff(ATTEMPTS);
    }
  }
}

const toValue = (value: unknown): Json => ({ value: { json: JSON.stringify(value) } });
