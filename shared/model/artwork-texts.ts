import { LIMITS } from "../limits.ts";

interface ArtworkText {
  readonly label: string;
  /** Characters. */
  readonly max: number;
  readonly required?: true;
  readonly multiline?: true;
  /** One line, but of several sentences: its field is as high as one of several lines. */
  readonly long?: true;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Shown in lists too, not only on the artwork's page. */
  readonly onCard?: true;
}

/**
 * The texts that an artist writes about an artwork, in the form's order. Form, contract, table, cards and search index derive
 * from this.
 */
const ARTWORK_TEXTS = {
  artworkTitle: { label: "Title", max: LIMITS.artworkTitle.max, required: true, onCard: true },
  artworkDescription: {
    label: "Description",
    max: LIMITS.artworkDescription.max,
    multiline: true,
    placeholder: "How it came to be, what it is made of",
  },
  artworkAlt: {
    label: "What the picture shows",
    max: LIMITS.artworkAlt.max,
    long: true,
    placeholder: "Two herons in shallow water at dawn, one with its wings open",
    hint: "For people who can't see the picture: a screen reader reads it aloud, and search finds it. Without it, they hear only the title.",
    onCard: true,
  },
} as const satisfies Readonly<Record<`artwork${string}`, ArtworkText>>;

type Declared = typeof ARTWORK_TEXTS;
export type ArtworkTextField = keyof Declared;
export type RequiredTextField = {
  [F in ArtworkTextField]: Declared[F] extends { required: true } ? F : never;
}[ArtworkTextField];
type PageTextField = Exclude<ArtworkTextField, CardTextField>;
export type CardTextField = {
  [F in ArtworkTextField]: Declared[F] extends { onCard: true } ? F : never;
}[ArtworkTextField];

/** The declaration of a text without its literal types. */
export const artworkText = (field: ArtworkTextField): ArtworkText => ARTWORK_TEXTS[field];

export const ARTWORK_TEXT_FIELDS = Object.keys(ARTWORK_TEXTS) as readonly ArtworkTextField[];
const isOnCard = (field: ArtworkTextField): field is CardTextField => artworkText(field).onCard === true;
export const CARD_TEXT_FIELDS = ARTWORK_TEXT_FIELDS.filter(isOnCard);
/** Texts shown on the artwork's page only. */
export const PAGE_TEXT_FIELDS = ARTWORK_TEXT_FIELDS.filter((field): field is PageTextField => !isOnCard(field));

/** Every text; omitted ones are empty. */
export type ArtworkTexts = Readonly<Record<ArtworkTextField, string>>;

/** Picks the texts of an object; missing ones are empty. */
export const toArtworkTexts = (source: { readonly [F in ArtworkTextField]?: string | undefined }) =>
  Object.fromEntries(ARTWORK_TEXT_FIELDS.map((field) => [field, source[field] ?? ""])) as ArtworkTexts;
