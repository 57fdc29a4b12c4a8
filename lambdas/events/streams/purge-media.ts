import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { ArtworkEntity, VersionEntity } from "../../areas/artwork/artwork.entity.ts";
import { findArtwork } from "../../areas/artwork/find-artwork.ts";
import type { Media } from "../../areas/media/find-media.ts";
import { MediaEntity } from "../../areas/media/media.entity.ts";
import type { EdgeInvalidations } from "../../areas/media/open-edge-invalidations.ts";
import type { FilePurger } from "../../areas/media/open-file-purger.ts";
import type { PreviewMaker } from "../../areas/media/open-preview-maker.ts";
import { listLicensed } from "../../areas/purchases/order/find-intent.ts";
import { IntentEntity } from "../../areas/purchases/order/intent.entity.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { consume, parseImage, parseRecordKey } from "./consume.ts";
import { redirectPreviews } from "./redirect-previews.ts";
import { releaseMedia } from "./release-media.ts";

interface PurgeServices extends BaseServices {
  readonly table: OpenTable;
  readonly filePurger: FilePurger;
  readonly edgeInvalidations: EdgeInvalidations;
  readonly previewMaker: Pick<PreviewMaker, "requestWithdrawal">;
}

/** Deletes files that are neither shown nor licensed any more, from buckets and edge; every step is safe to repeat. */
export const purgeMedia = (event: DynamoDBStreamEvent, services: PurgeServices) =>
  consume(event, services, async (record) => {
    const [before, after] = [parseImage(record, "OldImage", MediaEntity), parseImage(record, "NewImage", MediaEntity)];
    if (before && !after) return purgeFiles(before, services);
    if (before && after) return purgeReplaced(before, after, services);
    const artworkId = findReleasingArtwork(record);
    if (artworkId) return releaseMedia(artworkId, services);
    if (isEndedPayment(record)) return releaseUnpaid(record, services);
  });

/** The artwork that was deleted or got another picture, or one of whose versions lost its last licence. */
function findReleasingArtwork(record: DynamoDBRecord) {
  const { OldImage: before, NewImage: after } = record.dynamodb ?? {};
  if (record.eventName !== "MODIFY" || !before || !after) return undefined;
  const isDeleted = after.deletedAt !== undefined && before.deletedAt === undefined;
  const isReplaced = after.mediaId?.S !== before.mediaId?.S;
  const isUnsold = after.sold?.N === "0" && before.sold?.N !== "0";
  const key =
    ((isDeleted || isReplaced) && parseRecordKey(record, ArtworkEntity)) ||
    (isUnsold && parseRecordKey(record, VersionEntity));
  return key ? key.artworkId : undefined;
}

/** True for a payment that ended without an order. */
const isEndedPayment = ({ eventName, dynamodb }: DynamoDBRecord) =>
  eventName === "MODIFY" &&
  dynamodb?.OldImage?.state?.S === "open" &&
  ["failed", "expired", "canceled"].includes(dynamodb.NewImage?.state?.S ?? "");

/** Only the uploader saw the previews of an unused upload: the edge may have cached them, but no page names them. */
const isUnpublished = ({ expires }: Media) => expires !== undefined;

async function purgeFiles(media: Media, { filePurger, edgeInvalidations }: PurgeServices) {
  await filePurger.purge(media);
  if (media.status !== "ready") return;
  const options = { isUnpublished: isUnpublished(media) };
  if (!media.plainWithdrawn) await edgeInvalidations.add(media.previewKey, options);
  if (media.watermarkedAt) await edgeInvalidations.add(media.watermarkedKey, options);
}

async function purgeReplaced(before: Media, after: Media, services: PurgeServices) {
  if (before.previewKey !== after.previewKey) await purgePlain(before, after, services);
  if (before.watermarkedKey !== after.watermarkedKey) await purgeMarked(before, after, services);
}

/** The watermark changed: first redirects references to the old previews, which aren't secret. */
async function purgeMarked(before: Media, { artworkId, watermarkedKey }: Media, services: PurgeServices) {
  if (!before.watermarkedAt) return;
  const from = before.watermarkedKey;
  if (artworkId) await redirectPreviews(services.table, artworkId, { from, to: watermarkedKey });
  await services.filePurger.purgePreviews(from);
  await services.edgeInvalidations.add(from, { isUnpublished: isUnpublished(before) });
}

/** The plain previews were withdrawn: first deletes the files, then redirects references. */
async function purgePlain(before: Media, { artworkId, watermarkedKey }: Media, services: PurgeServices) {
  await services.filePurger.purgePreviews(before.previewKey);
  if (before.plainWithdrawn || !artworkId) return;
  if (!isUnpublished(before))
    await redirectPreviews(services.table, artworkId, { from: before.previewKey, to: watermarkedKey });
  await services.edgeInvalidations.add(before.previewKey, { isUnpublished: isUnpublished(before) });
}

/** A payment may have kept the media of versions that were replaced meanwhile. */
async function releaseUnpaid(record: DynamoDBRecord, services: PurgeServices) {
  const intent = parseImage(record, "OldImage", IntentEntity);
  for (const { artworkId, versionId } of intent ? listLicensed(intent) : []) {
    const artwork = await findArtwork(services.table, artworkId);
    if (artwork && artwork.versionId !== versionId) await releaseMedia(artworkId, services);
  }
}
