import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findReadable } from "../../platform/table/readable.ts";
import { reportUnreadable } from "../../platform/table/unreadable.ts";
import { MediaEntity } from "./media.entity.ts";
import type { Invalidating } from "./open-invalidating.ts";
import type { Previews } from "./open-previews.ts";

export interface WithholdServices {
  readonly table: OpenTable;
  /** Where everybody sees previews, and where nobody does. */
  readonly previews: Previews;
  readonly withheld: Previews;
  readonly invalidating: Invalidating;
}

/** Both sets of an upload's previews, watermarked and plain; an upload that doesn't say both any more is reported. */
async function listFolders(table: OpenTable, mediaIds: readonly string[]) {
  const media = await Promise.all(mediaIds.map((mediaId) => findReadable(table, MediaEntity, { mediaId })));
  return media.flatMap((found) => {
    const { parts: { previewKey, watermarkedKey } = {}, unreadable } = found ?? {};
    if (unreadable && !(previewKey && watermarkedKey)) reportUnreadable(unreadable);
    return [previewKey, watermarkedKey].filter((folder) => folder !== undefined);
  });
}

/** Moves what there is of folders; a run that is ended is started again. */
async function move(folders: readonly string[], from: Previews, to: Previews) {
  const moved: string[] = [];
  for (const folder of folders) {
    const files = await from.read(folder);
    if (files.length === 0) continue;
    await to.put(folder, files);
    await from.remove(folder);
    moved.push(folder);
  }
  return moved;
}

/** Takes the previews of uploads from where everybody sees them, the edge's copies included. */
export async function withholdPreviews(mediaIds: readonly string[], services: WithholdServices) {
  const { table, previews, withheld, invalidating } = services;
  const folders = await listFolders(table, mediaIds);
  await move(folders, previews, withheld);
  // The edge drops rendered pages and pictures for links with them, so it is asked even where no file was left.
  for (const folder of folders) await invalidating.invalidate(folder);
}

/** Puts them back. The edge may have kept that a file isn't there. */
export async function returnPreviews(mediaIds: readonly string[], services: WithholdServices) {
  const { table, previews, withheld, invalidating } = services;
  for (const folder of await move(await listFolders(table, mediaIds), withheld, previews)) {
    await invalidating.invalidate(folder);
  }
}
