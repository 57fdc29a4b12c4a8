import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { Media } from "../../areas/media/find-media.ts";
import { MediaEntity } from "../../areas/media/media.entity.ts";
import type { Previews } from "../../areas/media/open-previews.ts";
import type { Uploads } from "../../areas/media/open-uploads.ts";
import { releaseSlots } from "../../areas/media/upload-quota.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { attempt } from "../../platform/table/transact.ts";

export interface MediaFunctionServices extends BaseServices {
  readonly table: OpenTable;
  readonly uploads: Uploads;
  readonly previews: Pick<Previews, "put" | "read" | "remove">;
  readonly licensedPreviews: Pick<Previews, "put" | "remove">;
}

/** Ready with the picture's properties, or failed with a reason for its owner. */
type Result =
  | { readonly status: "failed"; readonly reason: string }
  | ({ readonly status: "ready" } & Required<
      Pick<Media, "mime" | "width" | "height" | "placeholder" | "bytes" | "sha256">
    > &
      Pick<Media, "look" | "trimmed" | "credits" | "proposals">);

/** Claims an upload for processing, also after a crashed attempt; false once it is finished. */
export const startProcessing = (table: OpenTable, mediaId: string) =>
  conditionHeld(
    table.send(
      MediaEntity.build(UpdateItemCommand)
        .item({ mediaId, status: "processing" })
        .options({ condition: { attr: "status", in: ["pending", "processing"] } }),
    ),
  );

/** Finishes the processing and deletes the browser's file, which releases its slots; a second call changes nothing. */
export async function finishProcessing({ table, uploads }: MediaFunctionServices, media: Media, result: Result) {
  const { look, credits, proposals } = result.status === "ready" ? result : {};
  const write = MediaEntity.build(UpdateTransaction)
    .item({
      mediaId: media.mediaId,
      ...result,
      ...(look && { look: $set(look) }),
      ...(credits && { credits: $set(credits) }),
      ...(proposals && { proposals: $set(proposals) }),
    })
    .options({ condition: { attr: "status", eq: "processing" } });
  const freed = releaseSlots(media, result.status === "failed" ? ["open", "unpublished"] : ["open"]);
  let writes = [write, ...freed];
  let failed = await attempt(table, writes);
  // An expired slot may be another upload's; the remaining ones are released anyway.
  while (failed.length > 0 && !failed.includes(0)) {
    const lost = new Set(failed);
    writes = writes.filter((_, index) => !lost.has(index));
    failed = await attempt(table, writes);
  }
  await uploads.remove(media.uploadKey);
}
