import { GROUND } from "#shared/colors.ts";
import { createAreaAverage } from "./area-average.ts";

/** Pixels read at a time, because a whole picture exceeds the largest canvas of phones. */
const STRIP_PIXELS = 2 ** 20;

/**
 * RGB pixels of a picture file reduced to `side` × `side`, the same in every browser; the file stays in this one.
 * Rejects files that the browser can't decode.
 */
export async function readPixels(file: Blob, side: number): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  const reduction = createAreaAverage(bitmap, side);
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / width));
  const canvas = Object.assign(document.createElement("canvas"), { width, height: Math.min(rows, height) });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("There is no canvas here");
  // Same background as the previews of transparent pictures.
  context.fillStyle = GROUND;
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    context.fillRect(0, 0, width, count);
    context.drawImage(bitmap, 0, top, width, count, 0, 0, width, count);
    reduction.addRows(context.getImageData(0, 0, width, count).data, top);
  }
  bitmap.close();
  return reduction.toPixels();
}
