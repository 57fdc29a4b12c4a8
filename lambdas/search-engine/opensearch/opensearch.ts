import { answerFrom } from "./answer.ts";
import { openClient } from "./client.ts";
import { OpenSearchIndexing } from "./indexing.ts";

/** Read and write access to the indices of a collection. */
export function openSearch(endpoint: string) {
  const client = openClient(endpoint);
  return { index: answerFrom(client), indexing: new OpenSearchIndexing(client) };
}
