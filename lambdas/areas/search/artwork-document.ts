import { getListedTags } from "#shared/mediums.ts";
import { PROPERTY_FILTER_NAMES, PROPERTY_FILTERS } from "#shared/model/artwork-properties.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { getOrientation } from "#shared/rules/orientation.ts";
import type { Document, Facet } from "../../search-engine/document.ts";
import { getArtworkOwner, getProperties, getTexts, toArtworkTerms } from "../artwork/cards.ts";
import type { ArtworkItem } from "../artwork/find-artwork.ts";
import { likenessWords } from "../media/likeness.ts";
import type { PictureLook } from "../media/stored-look.ts";
import { POPULARITY } from "../popularity/popular-rank.ts";

export const tagFacet = (tag: string): Facet => `tag:${tag}`;

export const ownerFacet = (ownerId: string): Facet => `owner:${ownerId}`;

/** The facet of works that were taken down with this very file. */
export const fileFacet = (sha256: string): Facet => `file:${sha256}`;

/** Facets that similar pictures share. */
export const likenessFacets = (look: PictureLook | undefined): Facet[] =>
  likenessWords(look?.likeness).map((word) => `like:${word}` as const);

/** Width in pixels from which a wide picture fills a screen. */
const SCREEN = 1920;

/** Words for a picture's colours and format; its content is unknown. */
const describePicture = (item: ArtworkItem) => [
  ...(item.look?.colors ?? []),
  ...(getOrientation(item.card) === "landscape" && item.card.width >= SCREEN ? ["wallpaper background"] : []),
];

/** The index document of a work: words, lists, filters, sort keys and similarity. Prices are whole dollars, without fees. */
export function toArtworkDocument(item: ArtworkItem): Omit<Document, "card"> {
  const { artworkTags = [], look } = item;
  const { artworkTitle, ...others } = getTexts(item);
  const owner = getArtworkOwner(item);
  const properties = getProperties(item);
  const listedTags = getListedTags(artworkTags, properties.artworkMedium);
  const offers = listLicenseOptions(toArtworkTerms(item)).map(({ licenseType, licensePrice }) => ({
    licenseType,
    dollars: licensePrice / 100,
  }));
  const prices = offers.map(({ dollars }) => dollars);
  return {
    texts: [
      artworkTitle,
      listedTags.join(" "),
      Object.values(others).join(" "),
      `${owner.name} ${owner.fullName}`,
      describePicture(item).join(" "),
    ],
    facets: [
      ...listedTags.map(tagFacet),
      ...PROPERTY_FILTER_NAMES.flatMap((name): Facet[] => {
        const code = properties[PROPERTY_FILTERS[name]];
        return code ? [`${name}:${code}`] : [];
      }),
      ...offers.map(({ licenseType }) => `license:${licenseType}` as const),
      ...(prices.includes(0) ? (["license:free"] as const) : []),
      `orientation:${getOrientation(item.card)}`,
      ...(look?.colors ?? []).map((color) => `color:${color}` as const),
      ...likenessFacets(look),
      ownerFacet(item.ownerId),
    ],
    hash: look?.hash,
    measures: {
      ...(prices.length > 0 ? { price: Math.min(...prices) } : {}),
      commercial: offers.find(({ licenseType }) => licenseType === "commercial")?.dollars,
      [POPULARITY]: item[POPULARITY],
    },
  };
}
