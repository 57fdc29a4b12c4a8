import { randomUUID } from "node:crypto";
import type { Change, Setting } from "#lambdas/search-engine/document.ts";
import type { OpenIndex, OpenIndexing } from "#lambdas/search-engine/engine.ts";
import { answerFrom } from "#lambdas/search-engine/file/answer.ts";
import { Replica } from "#lambdas/search-engine/file/replica.ts";
import { openSearch } from "#lambdas/search-engine/opensearch/opensearch.ts";
import { atFileEnd } from "#test/support/file-end.ts";

/** A node of OpenSearch to test on, in place of the file. */
export const { OPENSEARCH_URL } = process.env;

/** An endpoint with indices of its own on the node, which are deleted after the test file. */
export function newEndpoint(url: string) {
  const endpoint = `${url.replace(/\/$/, "")}/test-${randomUUID()}-`;
  atFileEnd(() => fetch(`${endpoint}*`, { method: "DELETE" }));
  return endpoint;
}

/** Writes that are found at once, for which the product waits. */
export const refreshing = (indexing: OpenIndexing, endpoint: string | undefined): OpenIndexing => ({
  async write(readChanges) {
    await indexing.write(readChanges);
    if (endpoint) await fetch(`${endpoint}*/_refresh`, { method: "POST" });
  },
  rebuild: (source, report) => indexing.rebuild(source, report),
});

/** An index of its own without a marketplace; what is written is found at once. */
export interface TestedIndex extends OpenIndex {
  write(changes: readonly (Change | Setting)[]): Promise<void>;
}

/** On the node, if there is one. */
export const openTestedIndex = () => (OPENSEARCH_URL ? openOnNode(OPENSEARCH_URL) : openInFile());

function openOnNode(url: string): TestedIndex {
  const endpoint = newEndpoint(url);
  const { index, indexing } = openSearch(endpoint);
  const { write } = refreshing(indexing, endpoint);
  return { ...index, write: (changes) => write(async () => changes) };
}

export function openInFile(): TestedIndex {
  const replica = Replica.empty();
  return {
    ...answerFrom(async () => replica),
    write: async (changes) => replica.apply(replica.sequence + 1, changes),
  };
}
