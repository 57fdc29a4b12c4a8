import { LIMITS } from "#shared/limits.ts";
import { shorten, toVisibleLine } from "#shared/rules/visible-text.ts";

/** Size in pixels of the picture at a URL. Rejects when the browser can't decode it. */
export async function measurePicture(url: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** The pasted files; none if text comes along into a field, as from a spreadsheet's cell. */
export function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const isField = target instanceof Element && target.matches("input, textarea, [contenteditable]");
  return isField && clipboardData?.types.includes("text/plain") ? [] : Array.from(clipboardData?.files ?? []);
}

/** A file name that fits in one line, without what would reverse it. */
export const shortName = (name: string): string => shorten(toVisibleLine(name), LIMITS.artworkTitle.max);
