import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { STANDARD_WATERMARK, type Watermark } from "#shared/rules/watermarks.ts";
import { findMedia, type ReadyMedia } from "../media/find-media.ts";
import type { Watermarking } from "../media/open-watermarking.ts";
import { markOf } from "../media/preview-sets.ts";
import { fail } from "../runtime/failure.ts";
import type { OpenTable } from "../table/marketplace-table.ts";

interface PictureServices {
  readonly table: OpenTable;
  readonly watermarking: Watermarking;
}

/** The picture once the previews are there that artwork of these terms shows, marked as it is to be where it costs money. */
export async function preparePicture(
  { table, watermarking }: PictureServices,
  media: ReadyMedia,
  terms: ArtworkTerms & { readonly artworkWatermark?: Watermark | undefined },
) {
  const wanted = sellsCommercially(terms) ? (terms.artworkWatermark ?? STANDARD_WATERMARK) : "plain";
  if (wanted === "plain" ? !media.plainWithdrawn : markOf(media) === wanted) return media;
  await watermarking.make(media.mediaId, wanted);
  const made = await findMedia(table, media.mediaId);
  return made ? (made as ReadyMedia) : fail("media_not_found");
}
