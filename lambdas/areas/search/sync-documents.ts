import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { Kind } from "../../search-engine/document.ts";
import { MAX_AT_ONCE, type OpenIndexing } from "../../search-engine/engine.ts";
import { readDocuments } from "./sources.ts";

export interface SyncDocumentsServices {
  readonly table: OpenTable;
  readonly indexing: OpenIndexing;
}

/**
 * Writes the present state of artworks or users to the index, so that repeated or late events can't corrupt it. Throws after
 * too many conflicts.
 */
export async function syncDocuments({ table, indexing }: SyncDocumentsServices, kind: Kind, ids: Iterable<string>) {
  const all = [...new Set(ids)];
  for (let at = 0; at < all.length; at += MAX_AT_ONCE) {
    const batch = all.slice(at, at + MAX_AT_ONCE);
    await indexing.write(async () => {
      const documents = await readDocuments(table, kind, batch);
      return batch.map((id, nth) => ({ kind, id, document: documents[nth] }));
    });
  }
}
