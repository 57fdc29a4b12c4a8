import { type FormattedValue, list, map, string } from "dynamodb-toolbox/schema";
import { COLOR_CODES } from "#shared/colors.ts";

/** Visual properties of a picture, for search; stored in the upload and its artwork. Missing on older items. */
export const lookAttribute = () =>
  map({
    /** The most visible first. */
    colors: list(string().enum(...COLOR_CODES)),
    /** A small colour grid in base64, for comparing pictures. */
    likeness: string(),
    /** Perceptual hash in base64, for recognizing copies; absent for pictures with too little detail. */
    hash: string().optional(),
  }).optional();

export type PictureLook = NonNullable<FormattedValue<ReturnType<typeof lookAttribute>>>;
