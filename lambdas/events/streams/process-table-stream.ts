import type { DynamoDBStreamEvent } from "aws-lambda";
import { openAbandonedUsers } from "../../areas/auth/open-abandoned-users.ts";
import { openFollowPages } from "../../areas/follows/open-follow-pages.ts";
import { openEdgeInvalidations } from "../../areas/media/open-edge-invalidations.ts";
import { openFilePurger } from "../../areas/media/open-file-purger.ts";
import { openPreviewMaker } from "../../areas/media/open-preview-maker.ts";
import { openDataExports } from "../../areas/users/open-data-exports.ts";
import { openDeferredMails } from "../../platform/mail/open-deferred-mails.ts";
import { openMail } from "../../platform/mail/open-mail.ts";
import { openServices } from "../../platform/runtime/serve.ts";
import { openTable } from "../../platform/table/marketplace-table.ts";
import { openIndex, openLoggedIndexing } from "../../search-engine/index.ts";
import { announceMessages } from "./announce-messages.ts";
import { countGained } from "./count-gained.ts";
import { countNumbers } from "./count-numbers.ts";
import { indexSearch } from "./index-search.ts";
import { issueOrderDocuments } from "./issue-order-documents.ts";
import { mailDecisions } from "./mail-decisions.ts";
import { mailNearCopies } from "./mail-near-copies.ts";
import { mailOrders } from "./mail-orders.ts";
import { mailTakedowns } from "./mail-takedowns.ts";
import { notify } from "./notify.ts";
import { processDataExports } from "./process-data-exports.ts";
import { purgeMedia } from "./purge-media.ts";
import {
  queueAbandonedUsers,
  queueAnnouncements,
  queueClosedAccounts,
  queueNewWork,
  queueUnblockedArtists,
} from "./queue-work.ts";
import { rankArtwork } from "./rank-artwork.ts";
import { rankWeek } from "./rank-week.ts";
import { requestLicensedPreviews } from "./request-licensed-previews.ts";
import { isolateFailing, type ProcessBatch, runProcessors } from "./run-processors.ts";
import { syncAccount } from "./sync-account.ts";
import { trackOrderCases } from "./track-order-cases.ts";

const serviceFactories = {
  table: openTable,
  mail: openMail,
  deferredMails: openDeferredMails,
  abandonedUsers: openAbandonedUsers,
  followPages: openFollowPages,
  dataExports: openDataExports,
  filePurger: openFilePurger,
  edgeInvalidations: openEdgeInvalidations,
  previewMaker: openPreviewMaker,
  index: openIndex,
  indexing: openLoggedIndexing,
};

/** Processors of the table's stream. */
export const PROCESSORS = [
  notify,
  mailOrders,
  trackOrderCases,
  issueOrderDocuments,
  mailTakedowns,
  mailDecisions,
  mailNearCopies,
  rankArtwork,
  rankWeek,
  countGained,
  countNumbers,
  syncAccount,
  purgeMedia,
  requestLicensedPreviews,
  queueAbandonedUsers,
  queueClosedAccounts,
  queueNewWork,
  queueAnnouncements,
  queueUnblockedArtists,
  processDataExports,
  announceMessages,
  indexSearch,
] as const;

let read: ProcessBatch | undefined;

/** One consumer for all, because a shard of the stream supports only two. */
export async function handler(event: DynamoDBStreamEvent) {
  read ??= isolateFailing(
    runProcessors(PROCESSORS, openServices("process-table-stream", serviceFactories, process.env)),
  );
  return read(event);
}
