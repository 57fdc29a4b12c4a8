import { DISPLAY } from "./display.ts";

/** Widths of previews, in pixels. */
export const PREVIEW_WIDTHS = [320, DISPLAY.artworkWidth, 1280, 2560] as const;

/** The widest public preview of paid artwork, unless its watermark is strong. */
export const WIDEST_GUARDED = 1280;

/** Sides of an avatar's squares in pixels, for normal and double density. */
export const AVATAR_WIDTHS = [100, 200] as const;
