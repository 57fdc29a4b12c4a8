import { computePixelLook, LOOK_SIDE } from "#shared/rules/picture-look.ts";
import { readPixels } from "#web/ui/picture/read-pixels.ts";

/**
 * Path of the page with pictures similar to a file, which stays in the browser: the path has only its colours.
 * Rejects files that the browser can't decode.
 */
export async function buildSimilarPath(file: Blob): Promise<string> {
  const { colors, likeness } = computePixelLook(await readPixels(file, LOOK_SIDE));
  const inBase64 = btoa(String.fromCharCode(...likeness));
  return `/similar?${new URLSearchParams({
    likeness: inBase64.replaceAll("+", "-").replaceAll("/", "_"),
    color: colors.join(","),
  })}`;
}
