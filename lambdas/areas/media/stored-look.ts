import { type FormattedValue, list, map, string } from "dynamodb-toolbox/schema";
import { COLOR_CODES } from "#shared/colors.ts";

/** Attribute of an upload and of what shows it: visual properties of the picture that search uses. Old ones lack it. */
export const lookAttribute = () =>
  map({
    /** The most visible first. */
    colors: list(string().enum(...COLOR_CODES)),
    /** A small grid of its colours in base64, by which pictures are compared. */
    likeness: string(),
    /** Its perceptual hash in base64, by which copies are recognized; pictures with too little detail have none. */
    hash: string().optional(),
  }).optional();

export type PictureLook = NonNullable<FormattedValue<ReturnType<typeof lookAttribute>>>;
