import { openEdgeInvalidations } from "#lambdas/areas/media/open-edge-invalidations.ts";
import { openPreviews, openWithheldPreviews } from "#lambdas/areas/media/open-previews.ts";
import type { WithholdServices } from "#lambdas/areas/media/withhold-previews.ts";
import { requireResourceId, type Stage } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";

/**
 * Services for blocking and restoring artwork: the table, the public previews, the withheld ones (in the bucket of originals),
 * and the queue of edge invalidations.
 */
export async function openWithholdServices(stage: Stage): Promise<WithholdServices> {
  const buckets = {
    PREVIEWS_BUCKET: await requireResourceId(stage, "AWS::S3::Bucket", "PicturesPreviews"),
    ORIGINALS_BUCKET: await requireResourceId(stage, "AWS::S3::Bucket", "PicturesOriginals"),
  };
  const INVALIDATIONS_URL = await requireResourceId(stage, "AWS::SQS::Queue", "MediaInvalidations");
  return {
    table: openStageTable(stage),
    previews: openPreviews(buckets),
    withheldPreviews: openWithheldPreviews(buckets),
    edgeInvalidations: openEdgeInvalidations({ INVALIDATIONS_URL }),
  };
}
