import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import type { Media } from "./find-media.ts";
import { MediaEntity } from "./media.entity.ts";
import { newFolder } from "./preview-paths.ts";

/**
 * What withdraws the plain previews of an upload: their folder's name goes, and the table's stream then purges the folder
 * and shows the watermarked one in its place. A name is never used twice, so a late purge can't meet newer previews.
 */
export const withdrawnAttributes = () => ({ previewKey: newFolder({ isWide: true }), plainWithdrawn: true });

/** Withdraws them with the version that begins to cost money. */
export const withdrawalWrite = ({ mediaId, previewKey }: Media) => ({
  write: MediaEntity.build(UpdateTransaction)
    .item({ mediaId, ...withdrawnAttributes() })
    .options({ condition: { attr: "previewKey", eq: previewKey } }),
  otherwise: "artwork_moved" as const,
});
