import { GROUND } from "#shared/colors.ts";
import { LOOK_SIDE, lookOfPixels } from "#shared/rules/picture-look.ts";

/**
 * Path of the page that shows what looks like a picture, which stays in the browser: only its colours are worked out.
 * Rejects what the browser can't show.
 */
export async function lookPath(file: Blob): Promise<string> {
  const size = { width: LOOK_SIDE, height: LOOK_SIDE };
  const bitmap = await createImageBitmap(file, {
    resizeWidth: LOOK_SIDE,
    resizeHeight: LOOK_SIDE,
    resizeQuality: "high",
  });
  const canvas = Object.assign(document.createElement("canvas"), size);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("There is no canvas here");
  // As previews of what is transparent are looked at.
  context.fillStyle = GROUND;
  context.fillRect(0, 0, LOOK_SIDE, LOOK_SIDE);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { colors, likeness } = lookOfPixels(context.getImageData(0, 0, LOOK_SIDE, LOOK_SIDE).data, 4);
  const inBase64 = btoa(String.fromCharCode(...likeness));
  return `/similar?${new URLSearchParams({
    likeness: inBase64.replaceAll("+", "-").replaceAll("/", "_"),
    color: colors.join(","),
  })}`;
}
