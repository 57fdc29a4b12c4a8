import { answerFrom } from "./answer.ts";
import { type GetCredentials, openClient } from "./client.ts";
import { OpenSearchIndexing } from "./indexing.ts";

/** Read and write access to the indices of a collection. */
export function openSearch(endpoint: string, getCredentials?: GetCredentials) {
  const client = openClient(endpoint, getCredentials);
  return { index: answerFrom(client), indexing: new OpenSearchIndexing(client) };
}
