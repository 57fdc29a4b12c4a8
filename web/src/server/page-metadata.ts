import { APP_NAME } from "#shared/brand.ts";
import { getListedTags } from "#shared/mediums.ts";
import type { Person, PublicUser } from "#shared/model/account.ts";
import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import { ARTWORK_PROPERTY_FIELDS, artworkProperty } from "#shared/model/artwork-properties.ts";
import type { Collection } from "#shared/model/collection.ts";
import type { RenderedPath } from "#shared/pages.ts";
import { WIDEST_GUARDED } from "#shared/picture-widths.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { normalizeTag } from "#shared/rules/tags.ts";
import { tagTitle } from "#web/features/artwork/tag-links.tsx";
import { collectionPath } from "#web/features/collections/collection-path.ts";
import { parseSearchAddress, searchPath } from "#web/features/search/search-address.ts";
import { findLargest } from "#web/ui/picture/sources.ts";
import { profilePath, tagPath } from "#web/ui/site-link.tsx";
import type { PageAddress } from "./page-reads.ts";

/** A page's metadata for search engines and link previews. */
export interface PageMetadata {
  /** Without the product's name. */
  readonly title: string;
  readonly description: string;
  /** Path of the canonical URL. */
  readonly canonical: string;
  readonly type?: "website" | "profile" | "article";
  readonly image?: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string };
  /** Other sites may embed the page (oEmbed). */
  readonly isEmbeddable?: true;
  /** schema.org. */
  readonly structuredData?: object;
}

type Pictured = Pick<ArtworkCard, "artworkTitle" | "artworkAlt" | "previews" | "mature">;

const DEFAULT_DESCRIPTION =
  "A marketplace for digital artwork: browse, follow and license the work of independent artists.";

/** The largest JPEG preview suitable for link previews; artwork for sale is watermarked, mature artwork has none. */
function toImage(artwork: Pictured | undefined, artist?: Person): PageMetadata["image"] {
  if (!artwork || artwork.mature) return undefined;
  const largest = findLargest(artwork.previews.filter(({ width }) => width <= WIDEST_GUARDED));
  return (
    largest && { path: largest.jpeg, width: largest.width, height: largest.height, alt: getPictureAlt(artwork, artist) }
  );
}

/** An artwork's properties in the terms of schema.org, as far as it has words for them. */
const toStructuredProperties = (version: ArtworkDetail["version"]) =>
  Object.fromEntries(
    ARTWORK_PROPERTY_FIELDS.flatMap((field) => {
      const { structuredData } = artworkProperty(field);
      const value = structuredData?.values[version[field] ?? ""];
      return structuredData && value ? [[structuredData.name, value]] : [];
    }),
  );

/** Structured data about a picture for search engines: its artist and its licence (schema.org, ImageObject). */
function toImageObject({ artwork, version, owner }: ArtworkDetail, origin: string) {
  const artist = getDisplayName(owner);
  const page = `${origin}/artwork/${artwork.artworkId}`;
  const picture = findLargest(version.previews);
  const tags = getListedTags(version.artworkTags, version.artworkMedium);
  return {
    "@context": "https://schema.org",
    "@type": "ImageObject",
    name: version.artworkTitle,
    ...(version.artworkDescription ? { description: version.artworkDescription } : {}),
    ...toStructuredProperties(version),
    ...(tags.length > 0 ? { keywords: tags.join(", ") } : {}),
    url: page,
    ...(version.mature
      ? { isFamilyFriendly: false }
      : picture && { contentUrl: origin + picture.jpeg, width: picture.width, height: picture.height }),
    datePublished: artwork.created,
    license: `${origin}/license_information`,
    acquireLicensePage: page,
    creditText: artist,
    creator: {
      "@type": "Person",
      name: artist,
      ...(owner.name ? { alternateName: owner.name, url: origin + profilePath(owner.name) } : {}),
    },
    copyrightNotice: `© ${new Date(version.created).getUTCFullYear()} ${artist}`,
  };
}

/** The first picture of a list that isn't mature; none of a list of other things. */
const findFirst = (page: unknown) =>
  (page as { items?: readonly ArtworkCard[] } | undefined)?.items?.find(({ mature }) => mature === false);

function homeMetadata([newest]: readonly unknown[]): PageMetadata {
  const image = toImage(findFirst(newest));
  return { title: "Art, straight from the artist", description: DEFAULT_DESCRIPTION, canonical: "/", image };
}

function artworkMetadata([detail]: readonly unknown[], origin: string): PageMetadata {
  const { artwork, version, owner } = detail as ArtworkDetail;
  const title = `${version.artworkTitle} by ${getDisplayName(owner)}`;
  return {
    title,
    description: version.artworkDescription || `${title}: see it, say what you think, and license it on ${APP_NAME}.`,
    canonical: `/artwork/${artwork.artworkId}`,
    type: "article",
    image: toImage(version, owner),
    ...(version.mature ? {} : { isEmbeddable: true as const }),
    structuredData: toImageObject(detail as ArtworkDetail, origin),
  };
}

function userMetadata([profile, artwork]: readonly unknown[]): PageMetadata {
  const { description, ...user } = profile as PublicUser;
  const title = getDisplayName(user);
  return {
    title,
    description: description || `Digital artwork by ${title} on ${APP_NAME}.`,
    canonical: profilePath(user.name),
    type: "profile",
    image: toImage(findFirst(artwork)),
  };
}

function collectionMetadata([page]: readonly unknown[]): PageMetadata {
  const { collectionId, collectionTitle, collectionDescription, owner } = (page as { collection: Collection })
    .collection;
  const title = `${collectionTitle}, collected by ${getDisplayName(owner)}`;
  return {
    title,
    description: collectionDescription || `${title}: digital artwork on ${APP_NAME}.`,
    canonical: collectionPath(collectionId),
    type: "article",
    image: toImage(findFirst(page)),
  };
}

function tagMetadata([artwork]: readonly unknown[], _origin: string, { id }: PageAddress): PageMetadata {
  const tag = normalizeTag(id);
  return {
    title: tagTitle(tag),
    description: `Digital artwork tagged “${tag}” by independent artists: see the newest and license it on ${APP_NAME}.`,
    canonical: tagPath(tag),
    image: toImage(findFirst(artwork)),
  };
}

function searchMetadata(_answers: readonly unknown[], _origin: string, { search }: PageAddress): PageMetadata {
  const address = parseSearchAddress(search);
  const { query } = address;
  return {
    title: query ? `${query} · Search` : "Search",
    description: query ? `Results for “${query}” on ${APP_NAME}.` : DEFAULT_DESCRIPTION,
    canonical: query ? searchPath(address) : "/search",
  };
}

type MetadataOf = (answers: readonly unknown[], origin: string, at: PageAddress) => PageMetadata;

/** Metadata of a static page; its canonical URL ignores the query. */
const page = (canonical: RenderedPath, title: string, description: string) => (): PageMetadata => ({
  title,
  description,
  canonical,
});

/** Builds each rendered page's metadata from its reads, by path. */
export const PAGE_METADATA: Readonly<Record<RenderedPath, MetadataOf>> = {
  "/": homeMetadata,
  "/artwork/:id": artworkMetadata,
  "/user/:id": userMetadata,
  "/collection/:id": collectionMetadata,
  "/tag/:id": tagMetadata,
  "/search": searchMetadata,
  "/how_it_works": page(
    "/how_it_works",
    "How it works",
    `How artists show and license digital artwork on ${APP_NAME}, and how buyers find, license and download it.`,
  ),
  "/start_selling": page(
    "/start_selling",
    "Selling",
    "How to sell licenses to your pictures: steps, fees, terms and file requirements.",
  ),
  "/start_buying": page(
    "/start_buying",
    "Buying",
    "How to license a picture, what it costs, what you get, and what to do if something is wrong.",
  ),
  "/license_information": page(
    "/license_information",
    "License information",
    "What the personal and the commercial license allow, side by side, and their full texts.",
  ),
  "/about": page("/about", `About ${APP_NAME}`, `What ${APP_NAME} cares about, who makes it, and how to reach us.`),
  "/faq": page("/faq", "FAQ", "Short answers to what people ask most about pictures, licenses, orders and accounts."),
  "/privacy_policy": page(
    "/privacy_policy",
    "Privacy Policy",
    `Which data ${APP_NAME} keeps, for what and for how long, and what your browser stores.`,
  ),
  "/terms_of_service": page(
    "/terms_of_service",
    "Terms of Service",
    `The terms on which artwork is shown and licensed on ${APP_NAME}.`,
  ),
  "/verifier": page(
    "/verifier",
    "Verify a license",
    "Check by its fingerprint whether a license is real and still in force.",
  ),
};
