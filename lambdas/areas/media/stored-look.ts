import { any } from "dynamodb-toolbox/schema";
import type { Color } from "#shared/colors.ts";
import { attributeCodec } from "../../platform/table/attribute-codec.ts";

/** Visual properties of a picture that search uses. */
export interface PictureLook {
  /** The most visible first. */
  readonly colors: readonly Color[];
  /** A small grid of its colours in base64, by which pictures are compared. */
  readonly likeness: string;
  /** Its perceptual hash in base64, by which copies are recognized; pictures with too little detail have none. */
  readonly hash?: string | undefined;
}

/** Stores all as one text: neither codes nor base64 have spaces or full stops. */
const lookCode = attributeCodec({
  encode: ({ colors, likeness, hash }: PictureLook) => [hash ? `${likeness}.${hash}` : likeness, ...colors].join(" "),
  decode(text: string) {
    const [code = "", ...colors] = text.split(" ");
    const [likeness = "", hash] = code.split(".");
    return { likeness, hash, colors: colors as Color[] };
  },
});

/** Attribute of an upload and of what shows it; old ones lack it. */
export const lookAttribute = () => any().castAs<PictureLook>().optional().transform(lookCode).savedAs("lk");
