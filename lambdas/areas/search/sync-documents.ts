import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { Kind } from "../../search-engine/document.ts";
import type { OpenIndexing } from "../../search-engine/index.ts";
import { readDocuments } from "./sources.ts";

export interface SyncDocumentsServices {
  readonly table: OpenTable;
  readonly indexing: OpenIndexing;
}

/** So many documents of the longest texts fit into one entry of the log. */
const AT_ONCE = 25;

/**
 * Makes the index hold the present state of artworks or users, whatever state the caller knows, so that neither
 * repeats nor late events corrupt it. Throws after too many concurrent changes.
 */
export async function syncDocuments({ table, indexing }: SyncDocumentsServices, kind: Kind, ids: Iterable<string>) {
  const all = [...new Set(ids)];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const batch = all.slice(at, at + AT_ONCE);
    await indexing.write(async () => {
      const documents = await readDocuments(table, kind, batch);
      return batch.map((id, nth) => ({ kind, id, document: documents[nth] }));
    });
  }
}
