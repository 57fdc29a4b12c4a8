import { GROUND } from "#shared/colors.ts";
import { isTransparent } from "./placeholder.ts";

/** Behind a transparent picture that is looked at closely: dark and bright lines both show on it, in either theme. */
const CHECKERBOARD = `repeating-conic-gradient(${GROUND} 0 25%, #a8a39d 0 50%) 50% / 24px 24px`;

/** The ground that a picture stands on in a viewer; nothing where none of it is transparent. */
export const viewerGround = (placeholder: string) =>
  isTransparent(placeholder) ? { background: CHECKERBOARD } : undefined;
