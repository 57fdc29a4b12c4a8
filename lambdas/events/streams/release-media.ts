import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { getWatermark } from "../../areas/artwork/cards.ts";
import { type ArtworkItem, findArtwork } from "../../areas/artwork/find-artwork.ts";
import { findVersions } from "../../areas/artwork/find-versions.ts";
import { findMedia } from "../../areas/media/find-media.ts";
import { MediaEntity } from "../../areas/media/media.entity.ts";
import type { PreviewMaker } from "../../areas/media/open-preview-maker.ts";
import { findMark } from "../../areas/media/preview-sets.ts";
import { findOpenIntents } from "../../areas/purchases/order/find-intent.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";

interface ReleaseServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
  readonly previewMaker: Pick<PreviewMaker, "requestWithdrawal">;
}

/**
 * Deletes an artwork's media that it no longer shows, that nobody holds a licence to, is paying for or was offered. Licensed media
 * of deleted artwork stays, visible only with a watermark; of blocked artwork it is invisible. Safe to repeat.
 * The order of reads makes it safe: no payment or order can start for a picture that the first read shows as replaced, and
 * the sale of a payment that has ended by the second read is counted by the third.
 */
export async function releaseMedia(artworkId: string, { table, previewMaker, now }: ReleaseServices) {
  const artwork = await findArtwork(table, artworkId);
  if (!artwork) return;
  const paying = new Set((await findOpenIntents(table, artworkId)).map(({ versionId }) => versionId));
  // Later versions may be visible by now.
  const versions = (await findVersions(table, artworkId)).filter(({ number }) => number <= artwork.number);
  const isOffered = (offeredUntil = 0) => !artwork.deletedAt && offeredUntil * 1000 > now().getTime();
  // A payment for several works is at another one's key.
  const isPaid = (artwork.openPayments ?? 0) > paying.size;
  const isRetained = ({ versionId, sold, offeredUntil }: (typeof versions)[number]) =>
    sold > 0 || paying.has(versionId) || isOffered(offeredUntil) || (isPaid && offeredUntil !== undefined);
  const retained = new Set(versions.filter(isRetained).map(({ mediaId }) => mediaId));
  if (!artwork.deletedAt) retained.add(artwork.mediaId);
  for (const mediaId of new Set(versions.map((version) => version.mediaId))) {
    if (!retained.has(mediaId)) await table.send(MediaEntity.build(DeleteItemCommand).key({ mediaId }));
    else if (artwork.deletedAt && !artwork.blocked) await withdraw(mediaId, artwork, { table, previewMaker });
  }
}

async function withdraw(mediaId: string, artwork: ArtworkItem, { table, previewMaker }: Omit<ReleaseServices, "now">) {
  const media = await findMedia(table, mediaId);
  if (media && !media.plainWithdrawn) {
    await previewMaker.requestWithdrawal(mediaId, findMark(media) ?? getWatermark(artwork));
  }
}
