import type { DynamoDBStreamEvent } from "aws-lambda";
import { openAbandonedUsers } from "../auth/open-abandoned-users.ts";
import { rankArtwork } from "../favorites/rank-artwork.ts";
import { openMail } from "../mail/open-mail.ts";
import { openInvalidating } from "../media/open-invalidating.ts";
import { openPurging } from "../media/open-purging.ts";
import { openWatermarking } from "../media/open-watermarking.ts";
import { openServices } from "../runtime/serve.ts";
import { openIndex, openIndexing } from "../search/search-table.ts";
import { openTable } from "../table/marketplace-table.ts";
import { indexSearch } from "./index-search.ts";
import { mailOrders } from "./mail-orders.ts";
import { notify } from "./notify.ts";
import { purgeMedia } from "./purge-media.ts";
import { queueAbandonedUsers } from "./queue-abandoned-users.ts";
import { requestLicensedPreviews } from "./request-licensed-previews.ts";
import { type ProcessBatch, runProcessors } from "./run-processors.ts";
import { syncAccount } from "./sync-account.ts";

const serviceFactories = {
  table: openTable,
  mail: openMail,
  abandonedUsers: openAbandonedUsers,
  purging: openPurging,
  invalidating: openInvalidating,
  watermarking: openWatermarking,
  index: openIndex,
  indexing: openIndexing,
};

let read: ProcessBatch | undefined;

/** All that follows a write, in one consumer, because a shard of the stream serves two consumers well. */
export async function handler(event: DynamoDBStreamEvent) {
  read ??= runProcessors(
    [
      notify,
      mailOrders,
      rankArtwork,
      syncAccount,
      purgeMedia,
      requestLicensedPreviews,
      queueAbandonedUsers,
      indexSearch,
    ],
    openServices("process-table-stream", serviceFactories, process.env),
  );
  return read(event);
}
