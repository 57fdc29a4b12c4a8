import { GROUND } from "#shared/colors.ts";
import { isTransparent } from "./placeholder.ts";

/** Background of transparent pictures in viewers, on which dark and bright lines are visible in both themes. */
const CHECKERBOARD = `repeating-conic-gradient(${GROUND} 0 25%, #a8a39d 0 50%) 50% / 24px 24px`;

/** A picture's background in a viewer; undefined for opaque pictures. */
export const viewerGround = (placeholder: string) =>
  isTransparent(placeholder) ? { background: CHECKERBOARD } : undefined;
