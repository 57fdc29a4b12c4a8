import { openInvalidating } from "#lambdas/areas/media/open-invalidating.ts";
import { openPreviews, openWithheldPreviews } from "#lambdas/areas/media/open-previews.ts";
import type { WithholdServices } from "#lambdas/areas/media/withhold-previews.ts";
import { type Stage, theOnly } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";

/** Services for blocking: the table, both buckets of previews, and the queue of edge invalidations. */
export async function openWithholding(stage: Stage): Promise<WithholdServices> {
  const buckets = {
    PREVIEWS_BUCKET: await theOnly(stage, "AWS::S3::Bucket", "PicturesPreviews"),
    ORIGINALS_BUCKET: await theOnly(stage, "AWS::S3::Bucket", "PicturesOriginals"),
  };
  const INVALIDATIONS_URL = await theOnly(stage, "AWS::SQS::Queue", "MediaInvalidations");
  return {
    table: openStageTable(stage),
    previews: openPreviews(buckets),
    withheld: openWithheldPreviews(buckets),
    invalidating: openInvalidating({ INVALIDATIONS_URL }),
  };
}
