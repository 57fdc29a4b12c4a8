import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { getWatermark } from "../../areas/artwork/cards.ts";
import { type ArtworkItem, findArtwork } from "../../areas/artwork/find-artwork.ts";
import { findVersions } from "../../areas/artwork/find-versions.ts";
import { findMedia } from "../../areas/media/find-media.ts";
import { MediaEntity } from "../../areas/media/media.entity.ts";
import type { Watermarking } from "../../areas/media/open-watermarking.ts";
import { findMark } from "../../areas/media/preview-sets.ts";
import { findOpenIntents } from "../../areas/purchases/order/find-intent.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";

interface ReleaseServices {
  readonly table: OpenTable;
  readonly watermarking: Pick<Watermarking, "requestWithdrawal">;
}

/**
 * Deletes the media of an artwork that it doesn't show any more, nobody holds a licence to and nobody is paying for. Of a
 * deleted artwork what licences hold stays, but nobody sees it without a watermark; of a blocked one nobody sees any. Safe to repeat.
 *
 * The order of the reads is what makes it safe: no payment or order begins at a picture that was replaced by the first
 * read, and a payment that is over by the second has its sale counted by the third.
 */
export async function releaseMedia(artworkId: string, { table, watermarking }: ReleaseServices) {
  const artwork = await findArtwork(table, artworkId);
  if (!artwork) return;
  const paying = new Set((await findOpenIntents(table, artworkId)).map(({ versionId }) => versionId));
  // Those that came after the first read may be shown by now.
  const versions = (await findVersions(table, artworkId)).filter(({ number }) => number <= artwork.number);
  const retained = new Set(
    versions.filter(({ versionId, sold }) => sold > 0 || paying.has(versionId)).map(({ mediaId }) => mediaId),
  );
  if (!artwork.deletedAt) retained.add(artwork.mediaId);
  for (const mediaId of new Set(versions.map((version) => version.mediaId))) {
    if (!retained.has(mediaId)) await table.send(MediaEntity.build(DeleteItemCommand).key({ mediaId }));
    else if (artwork.deletedAt && !artwork.blocked) await withdraw(mediaId, artwork, { table, watermarking });
  }
}

async function withdraw(mediaId: string, artwork: ArtworkItem, { table, watermarking }: ReleaseServices) {
  const media = await findMedia(table, mediaId);
  if (media && !media.plainWithdrawn) {
    await watermarking.requestWithdrawal(mediaId, findMark(media) ?? getWatermark(artwork));
  }
}
