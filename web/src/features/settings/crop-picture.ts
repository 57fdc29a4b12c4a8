import { LIMITS } from "#shared/limits.ts";
import { AVATAR_WIDTHS } from "#shared/picture-widths.ts";

/** A square within a picture, in its pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Twice the largest shown avatar, which is always below the file limit. */
const LARGEST_SIDE = 2 * Math.max(...AVATAR_WIDTHS);

/** Maximum zoom that leaves enough pixels. */
export const largestZoom = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Math.max(1, Math.min(4, Math.min(width, height) / LIMITS.avatarFile.width));

/** Side of the cropped file in pixels. */
export const croppedSide = (square: Square) =>
  Math.min(LARGEST_SIDE, Math.max(LIMITS.avatarFile.width, Math.round(square.width)));

/** Crops a square from the picture at a URL and scales it down. Rejects if the browser can't. */
export async function cropPicture(url: string, file: File, square: Square): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = croppedSide(square);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("Canvas isn't available");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, square.x, square.y, square.width, square.height, 0, 0, side, side);
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/png";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Error("The canvas couldn't be encoded");
  return new File([blob], file.name, { type });
}
