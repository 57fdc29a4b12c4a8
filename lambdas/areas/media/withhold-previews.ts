import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { findReadable } from "../../platform/table/readable.ts";
import { reportUnreadable } from "../../platform/table/unreadable.ts";
import { MediaEntity } from "./media.entity.ts";
import type { EdgeInvalidations } from "./open-edge-invalidations.ts";
import type { Previews } from "./open-previews.ts";

export interface WithholdServices {
  readonly table: OpenTable;
  /** The public previews, and the unreachable ones. */
  readonly previews: Previews;
  readonly withheldPreviews: Previews;
  readonly edgeInvalidations: EdgeInvalidations;
}

/** The watermarked and plain folders of uploads; an upload without both is reported. */
async function listFolders(table: OpenTable, mediaIds: readonly string[]) {
  const media = await Promise.all(mediaIds.map((mediaId) => findReadable(table, MediaEntity, { mediaId })));
  return media.flatMap((found) => {
    const { parts: { previewKey, watermarkedKey } = {}, unreadable } = found ?? {};
    if (unreadable && !(previewKey && watermarkedKey)) reportUnreadable(unreadable);
    return [previewKey, watermarkedKey].filter((folder) => folder !== undefined);
  });
}

/** Moves existing files of folders; safe to repeat after an interruption. */
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

/** Makes the previews of uploads unreachable, including copies at the edge. */
export async function withholdPreviews(mediaIds: readonly string[], services: WithholdServices) {
  const { table, previews, withheldPreviews, edgeInvalidations } = services;
  const folders = await listFolders(table, mediaIds);
  await move(folders, previews, withheldPreviews);
  // The edge also drops rendered pages and link previews that show them, so it is called even if no file was left.
  for (const folder of folders) await edgeInvalidations.add(folder);
}

/** Restores withheld previews, and invalidates the edge, which may have cached a 404. */
export async function restorePreviews(mediaIds: readonly string[], services: WithholdServices) {
  const { table, previews, withheldPreviews, edgeInvalidations } = services;
  for (const folder of await move(await listFolders(table, mediaIds), withheldPreviews, previews)) {
    await edgeInvalidations.add(folder);
  }
}
