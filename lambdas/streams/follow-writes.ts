import type { DynamoDBStreamEvent } from "aws-lambda";
import { openMail } from "../mail/open-mail.ts";
import { openInvalidating } from "../media/open-invalidating.ts";
import { openPurging } from "../media/open-purging.ts";
import { openWatermarking } from "../media/open-watermarking.ts";
import { openServices } from "../runtime/serve.ts";
import { openIndex, openIndexing } from "../search/search-table.ts";
import { openTable } from "../table/marketplace-table.ts";
import { followAccount } from "./follow-account.ts";
import { needs } from "./follow-writes.needs.ts";
import { indexSearch } from "./index-search.ts";
import { mailOrders } from "./mail-orders.ts";
import { notify } from "./notify.ts";
import { purgeMedia } from "./purge-media.ts";
import { rankArtwork } from "./rank-artwork.ts";
import { type ReadBatch, runParts } from "./run-parts.ts";

const openers = {
  table: openTable,
  mail: openMail,
  purging: openPurging,
  invalidating: openInvalidating,
  watermarking: openWatermarking,
  index: openIndex,
  indexing: openIndexing,
};

let read: ReadBatch | undefined;

/** All that follows a write, in one reader of the stream, as a shard serves two readers well. */
export async function handler(event: DynamoDBStreamEvent) {
  read ??= runParts(
    [notify, mailOrders, rankArtwork, followAccount, purgeMedia, indexSearch],
    openServices(needs, openers, process.env),
  );
  return read(event);
}
