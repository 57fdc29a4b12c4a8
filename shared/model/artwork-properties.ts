import { DIGITAL_SOURCE_TYPES, SOURCES } from "../artwork-sources.ts";
import { MEDIUMS } from "../mediums.ts";

interface ArtworkProperty {
  /** Of the form's field and of the filter. */
  readonly label: string;
  /** The API's codes and their labels. */
  readonly values: Readonly<Record<string, string>>;
  /** The query parameter that narrows lists to it; without one it isn't a filter. */
  readonly filter?: string;
  /** The parameter by which older links name its values. */
  readonly formerFilter?: string;
  /** Its term among the facts on the artwork's page; without one they leave it out. */
  readonly fact?: string;
  /** Shown in lists too, not only on the artwork's page. */
  readonly onCard?: true;
  /** The property of schema.org's ImageObject that says the same, and its value for each code. */
  readonly structuredData?: { readonly name: string; readonly values: Readonly<Record<string, string | undefined>> };
}

/**
 * The properties of an artwork that have one of a few values or none, in the form's order. Form, contract, table, cards,
 * search index, filters, facts and structured data derive from this.
 */
const ARTWORK_PROPERTIES = {
  artworkMedium: {
    label: "Medium",
    values: MEDIUMS,
    filter: "medium",
    structuredData: { name: "genre", values: { ...MEDIUMS, other: undefined } },
  },
  artworkSource: {
    label: "How it was made",
    values: SOURCES,
    filter: "source",
    formerFilter: "medium",
    fact: "Made",
    onCard: true,
    structuredData: { name: "digitalSourceType", values: DIGITAL_SOURCE_TYPES },
  },
} as const satisfies Readonly<Record<`artwork${string}`, ArtworkProperty>>;

type Declared = typeof ARTWORK_PROPERTIES;
export type ArtworkPropertyField = keyof Declared;
export type PropertyCode<F extends ArtworkPropertyField> = F extends F ? keyof Declared[F]["values"] & string : never;
type FilteredField = {
  [F in ArtworkPropertyField]: Declared[F] extends { filter: string } ? F : never;
}[ArtworkPropertyField];
export type CardPropertyField = {
  [F in ArtworkPropertyField]: Declared[F] extends { onCard: true } ? F : never;
}[ArtworkPropertyField];
export type PagePropertyField = Exclude<ArtworkPropertyField, CardPropertyField>;
/** The parameters of the filters, each with its property. */
export type PropertyFilters = { [F in FilteredField as Declared[F]["filter"]]: F };

/** The declaration of a property without its literal types. */
export const artworkProperty = (field: ArtworkPropertyField): ArtworkProperty => ARTWORK_PROPERTIES[field];

export const getPropertyCodes = <F extends ArtworkPropertyField>(field: F) =>
  Object.keys(ARTWORK_PROPERTIES[field].values) as PropertyCode<F>[];

export const ARTWORK_PROPERTY_FIELDS = Object.keys(ARTWORK_PROPERTIES) as readonly ArtworkPropertyField[];
const isOnCard = (field: ArtworkPropertyField): field is CardPropertyField => artworkProperty(field).onCard === true;
export const CARD_PROPERTY_FIELDS = ARTWORK_PROPERTY_FIELDS.filter(isOnCard);
/** Properties shown on the artwork's page only. */
export const PAGE_PROPERTY_FIELDS = ARTWORK_PROPERTY_FIELDS.filter(
  (field): field is PagePropertyField => !isOnCard(field),
);
export const PROPERTY_FILTERS = Object.fromEntries(
  ARTWORK_PROPERTY_FIELDS.flatMap((field) => {
    const { filter } = artworkProperty(field);
    return filter ? [[filter, field]] : [];
  }),
) as PropertyFilters;
export const PROPERTY_FILTER_NAMES = Object.keys(PROPERTY_FILTERS) as readonly (keyof PropertyFilters)[];

/** A value for each field, whose type depends on the field. */
export const mapProperties = <Values extends Readonly<Record<string, unknown>>>(
  fields: readonly (keyof Values & string)[],
  toValue: (field: keyof Values & string) => unknown,
) => Object.fromEntries(fields.map((field) => [field, toValue(field)])) as Values;

/** Properties with their codes; omitted ones are `Empty`. */
export type ArtworkProperties<Empty, F extends ArtworkPropertyField = ArtworkPropertyField> = {
  readonly [Field in F]: PropertyCode<Field> | Empty;
};

/** Picks the properties of an object; missing ones are `empty`. */
export const toArtworkProperties = <const Empty, F extends ArtworkPropertyField = ArtworkPropertyField>(
  source: { readonly [Field in NoInfer<F>]?: PropertyCode<Field> | "" | null | undefined },
  empty: Empty,
  fields: readonly F[] = ARTWORK_PROPERTY_FIELDS as readonly F[],
) => mapProperties<ArtworkProperties<Empty, F>>(fields, (field) => source[field] || empty);
