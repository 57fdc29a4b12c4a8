import { computePixelLook, LOOK_SIDE } from "#shared/rules/picture-look.ts";
import { readPixels } from "#web/ui/picture/read-pixels.ts";

/**
 * Path of the page that shows what looks like a picture, which stays in the browser: only its colours are worked out.
 * Rejects what the browser can't show.
 */
export async function buildSimilarPath(file: Blob): Promise<string> {
  const { colors, likeness } = computePixelLook(await readPixels(file, LOOK_SIDE), 4);
  const inBase64 = btoa(String.fromCharCode(...likeness));
  return `/similar?${new URLSearchParams({
    likeness: inBase64.replaceAll("+", "-").replaceAll("/", "_"),
    color: colors.join(","),
  })}`;
}
