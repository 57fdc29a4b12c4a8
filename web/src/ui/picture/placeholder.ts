import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash";

function decodeBase64(base64: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return bytes.length >= 5 ? bytes : null;
  } catch {
    return null;
  }
}

/** True if the picture has transparency: the high bit of a thumbhash's third byte. */
export const isTransparent = (thumbhash: string): boolean => ((decodeBase64(thumbhash)?.[2] ?? 0) & 0x80) !== 0;

/** The picture's average colour in CSS, cheap enough for every card; null for an invalid thumbhash. */
export function averageColour(thumbhash: string): string | null {
  const bytes = decodeBase64(thumbhash);
  if (!bytes) return null;
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  const channel = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `rgb(${channel(r)} ${channel(g)} ${channel(b)})`;
}

/** A blurred sketch as a data URL of about 4 KB; null for an invalid thumbhash. */
export function sketch(thumbhash: string): string | null {
  const bytes = decodeBase64(thumbhash);
  if (!bytes) return null;
  try {
    return thumbHashToDataURL(bytes);
  } catch {
    return null;
  }
}
