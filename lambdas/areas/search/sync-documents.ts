import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { Kind } from "../../search-engine/document.ts";
import type { OpenIndexing } from "../../search-engine/index.ts";
import { readDocuments } from "./sources.ts";

export interface SyncDocumentsServices {
  readonly table: OpenTable;
  readonly indexing: OpenIndexing;
}

/** Number of documents with the longest texts that fit into one log entry. */
const AT_ONCE = 25;

/**
 * Writes the present state of artworks or users to the index, so that repeated or late events can't corrupt it. Throws after
 * too many conflicts.
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
