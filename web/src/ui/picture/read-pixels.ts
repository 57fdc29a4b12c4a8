import { GROUND } from "#shared/colors.ts";

/**
 * RGBA pixels of a picture file scaled to `side` × `side`; the file stays in the browser.
 * Rejects files that the browser can't decode.
 */
export async function readPixels(file: Blob, side: number): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(file, { resizeWidth: side, resizeHeight: side, resizeQuality: "high" });
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("There is no canvas here");
  // Same background as the previews of transparent pictures.
  context.fillStyle = GROUND;
  context.fillRect(0, 0, side, side);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context.getImageData(0, 0, side, side).data;
}
