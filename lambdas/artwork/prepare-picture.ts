import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { findMedia, type ReadyMedia } from "../media/find-media.ts";
import type { Watermarking } from "../media/open-watermarking.ts";
import { fail } from "../runtime/failure.ts";
import type { OpenTable } from "../table/marketplace-table.ts";

interface PictureServices {
  readonly table: OpenTable;
  readonly watermarking: Watermarking;
}

/** The picture once the previews are there that a version of these terms shows. */
export async function preparePicture({ table, watermarking }: PictureServices, media: ReadyMedia, terms: ArtworkTerms) {
  const wanted = sellsCommercially(terms) ? "watermarked" : "plain";
  if (wanted === "watermarked" ? media.watermarkedAt : !media.plainWithdrawn) return media;
  await watermarking.make(media.mediaId, wanted);
  const made = await findMedia(table, media.mediaId);
  return made ? (made as ReadyMedia) : fail("media_not_found");
}
