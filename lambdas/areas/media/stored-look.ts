import { any } from "dynamodb-toolbox/schema";
import type { Color } from "#shared/colors.ts";

/** Visual properties of a picture that search uses. */
export interface PictureLook {
  /** The most visible first. */
  readonly colors: readonly Color[];
  /** A small grid of its colours in base64, by which pictures are compared. */
  readonly likeness: string;
}

/** Stores both as one text: neither codes nor base64 have spaces. */
const lookCode = {
  encode: ({ colors, likeness }: PictureLook) => [likeness, ...colors].join(" "),
  decode(text: string) {
    const [likeness = "", ...colors] = text.split(" ");
    return { likeness, colors };
  },
};

/** Attribute of an upload and of what shows it; old ones lack it. */
export const lookAttribute = () => any().castAs<PictureLook>().optional().transform(lookCode).savedAs("lk");
