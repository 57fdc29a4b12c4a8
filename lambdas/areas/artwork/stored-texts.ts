import { any } from "dynamodb-toolbox/schema";
import {
  ARTWORK_TEXT_FIELDS,
  type ArtworkTextField,
  type ArtworkTexts,
  artworkTextsOf,
  CARD_TEXT_FIELDS,
} from "#shared/model/artwork-texts.ts";

type SomeTexts = Partial<ArtworkTexts>;

const PAGE_TEXT_FIELDS = ARTWORK_TEXT_FIELDS.filter((field) => !CARD_TEXT_FIELDS.some((onCard) => onCard === field));

/**
 * Stores several texts in one attribute: an index projects few attributes, and its projection can't be changed.
 * The first text alone, which is all that most items have, is stored as a bare string.
 */
export const textsCodec = ([first, ...others]: readonly ArtworkTextField[]) => ({
  encode(texts: SomeTexts): string | SomeTexts {
    const main = (first && texts[first]) ?? "";
    const written = others.filter((field) => texts[field]);
    return written.length === 0
      ? main
      : Object.fromEntries([[first, main], ...written.map((field) => [field, texts[field]])]);
  },
  decode: (stored: string | SomeTexts): SomeTexts =>
    typeof stored === "string" && first ? { [first]: stored } : (stored as SomeTexts),
});

/** Attribute of the texts that cards show. */
export const cardTexts = () => any().castAs<SomeTexts>().transform(textsCodec(CARD_TEXT_FIELDS));

/** Attribute of the texts that only the artwork's page shows. */
export const pageTexts = () => any().castAs<SomeTexts>().transform(textsCodec(PAGE_TEXT_FIELDS));

const pick = (texts: ArtworkTexts, fields: readonly ArtworkTextField[]): SomeTexts =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]));

/** Both attributes, from a form's texts. */
export function storedTexts(form: Parameters<typeof artworkTextsOf>[0]) {
  const texts = artworkTextsOf(form);
  return { cardTexts: pick(texts, CARD_TEXT_FIELDS), pageTexts: pick(texts, PAGE_TEXT_FIELDS) };
}

interface ItemWithTexts {
  readonly cardTexts: SomeTexts;
  /** Absent in an index. */
  readonly pageTexts?: SomeTexts;
}

/** The texts of an item; those that it lacks are empty. */
export const textsIn = (item: ItemWithTexts): ArtworkTexts => artworkTextsOf({ ...item.cardTexts, ...item.pageTexts });

export const titleIn = (item: ItemWithTexts) => textsIn(item).artworkTitle;
