import { APP_NAME } from "#shared/brand.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import type { RenderedPath } from "#shared/pages.ts";
import { searchAddressIn, searchPath } from "#web/features/search/search-address.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { largestOf } from "#web/ui/picture/sources.ts";
import { profilePath } from "#web/ui/site-link.tsx";
import type { PageAddress } from "./page-reads.ts";

/** What search engines and link previews show of a page. */
export interface PageMetadata {
  /** What the page is about, without the product's name. */
  readonly title: string;
  readonly description: string;
  /** Path of the page's canonical address. */
  readonly canonical: string;
  readonly type?: "website" | "profile" | "article";
  readonly image?: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string };
  /** In the terms of schema.org. */
  readonly structuredData?: object;
}

const DEFAULT_DESCRIPTION =
  "A marketplace for digital artwork: browse, follow and license the work of independent artists.";

/** The largest preview as JPEG, which every link preview can show; it has a watermark where the artwork is for sale. */
function imageOf(picture: Pick<PictureFacts, "previews"> | undefined, alt: string): PageMetadata["image"] {
  const largest = largestOf(picture?.previews ?? []);
  return largest && { path: largest.jpeg, width: largest.width, height: largest.height, alt };
}

/** Structured data about a picture for search engines: its artist and its licence (schema.org, ImageObject). */
function toImageObject({ artwork, version, owner }: ArtworkDetail, origin: string) {
  const artist = owner.name ?? MESSAGES.deletedUser;
  const page = `${origin}/artwork/${artwork.artworkId}`;
  const picture = largestOf(version.previews);
  return {
    "@context": "https://schema.org",
    "@type": "ImageObject",
    name: version.artworkTitle,
    ...(version.artworkDescription ? { description: version.artworkDescription } : {}),
    url: page,
    ...(picture && { contentUrl: origin + picture.jpeg, width: picture.width, height: picture.height }),
    datePublished: artwork.created,
    license: `${origin}/license_information`,
    acquireLicensePage: page,
    creditText: artist,
    creator: {
      "@type": "Person",
      name: artist,
      ...(owner.name ? { url: origin + profilePath(owner.name) } : {}),
    },
    copyrightNotice: `© ${new Date(version.created).getUTCFullYear()} ${artist}`,
  };
}

const cardsIn = (page: unknown) => (page as { items?: readonly ArtworkCard[] } | undefined)?.items ?? [];

function homeMetadata([newest]: readonly unknown[]): PageMetadata {
  const [first] = cardsIn(newest);
  const image = imageOf(first, first?.artworkTitle ?? "");
  return { title: "Art, straight from the artist", description: DEFAULT_DESCRIPTION, canonical: "/", image };
}

function artworkMetadata([detail]: readonly unknown[], origin: string): PageMetadata {
  const { artwork, version, owner } = detail as ArtworkDetail;
  const artist = owner.name ?? MESSAGES.deletedUser;
  const title = `${version.artworkTitle} by ${artist}`;
  return {
    title,
    description: version.artworkDescription || `${title}: see it, say what you think, and license it on ${APP_NAME}.`,
    canonical: `/artwork/${artwork.artworkId}`,
    type: "article",
    image: imageOf(version, title),
    structuredData: toImageObject(detail as ArtworkDetail, origin),
  };
}

function userMetadata([profile, artwork]: readonly unknown[]): PageMetadata {
  const { name, fullName, description } = profile as PublicUser;
  const title = fullName || name;
  return {
    title,
    description: description || `Digital artwork by ${title} on ${APP_NAME}.`,
    canonical: profilePath(name),
    type: "profile",
    image: imageOf(cardsIn(artwork)[0], `Artwork by ${title}`),
  };
}

function searchMetadata(_answers: readonly unknown[], _origin: string, { search }: PageAddress): PageMetadata {
  const address = searchAddressIn(search);
  const { query } = address;
  return {
    title: query ? `${query} · Search` : "Search",
    description: query ? `What ${APP_NAME} has for “${query}”.` : DEFAULT_DESCRIPTION,
    canonical: query ? searchPath(address) : "/search",
  };
}

type MetadataOf = (answers: readonly unknown[], origin: string, at: PageAddress) => PageMetadata;

/** The metadata of each rendered page, from the answers to its reads, by its path. */
export const PAGE_METADATA: Readonly<Record<RenderedPath, MetadataOf>> = {
  "/": homeMetadata,
  "/artwork/:id": artworkMetadata,
  "/user/:id": userMetadata,
  "/search": searchMetadata,
};
