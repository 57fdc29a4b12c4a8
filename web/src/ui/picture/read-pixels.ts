import { GROUND } from "#shared/colors.ts";

/**
 * The pixels of a picture's file in `side` rows of four bytes each, whatever its shape; the file stays in the browser.
 * Rejects what the browser can't show.
 */
export async function readPixels(file: Blob, side: number): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(file, { resizeWidth: side, resizeHeight: side, resizeQuality: "high" });
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("There is no canvas here");
  // As previews of what is transparent are looked at.
  context.fillStyle = GROUND;
  context.fillRect(0, 0, side, side);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, side, side).data;
}
