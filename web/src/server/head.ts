import { APP_NAME } from "#shared/brand.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import type { RenderedPath } from "#shared/pages.ts";
import { searchAddressIn, searchPath } from "#web/features/search/search-address.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { largestOf } from "#web/ui/picture/sources.ts";
import { profilePath } from "#web/ui/profile-path.ts";
import type { PageAddress } from "./first-reads.ts";
import { imageObject } from "./image-object.ts";

/** What search engines and pages elsewhere show of a page that they link to. */
export interface Head {
  /** What the page is about, without the product's name. */
  readonly title: string;
  readonly description: string;
  /** Path of the one address that the page has, however it was come by. */
  readonly canonical: string;
  readonly type?: "website" | "profile" | "article";
  readonly image?: { readonly path: string; readonly width: number; readonly height: number; readonly alt: string };
  /** Facts for machines, as schema.org names them. */
  readonly facts?: object;
}

const PITCH = "A marketplace for digital artwork: browse, follow and license the work of independent artists.";

/** The largest preview as JPEG, which every reader of links knows: the watermarked one where the artwork sells. */
function imageOf(picture: Pick<PictureFacts, "previews"> | undefined, alt: string): Head["image"] {
  const largest = largestOf(picture?.previews ?? []);
  return largest && { path: largest.jpeg, width: largest.width, height: largest.height, alt };
}

const cardsIn = (page: unknown) => (page as { items?: readonly ArtworkCard[] } | undefined)?.items ?? [];

function ofHome([newest]: readonly unknown[]): Head {
  const [first] = cardsIn(newest);
  const image = imageOf(first, first?.artworkTitle ?? "");
  return { title: "Art, straight from the artist", description: PITCH, canonical: "/", image };
}

function ofArtwork([detail]: readonly unknown[], origin: string): Head {
  const { artwork, version, owner } = detail as ArtworkDetail;
  const artist = owner.name ?? MESSAGES.deletedUser;
  const title = `${version.artworkTitle} by ${artist}`;
  return {
    title,
    description: version.artworkDescription || `${title}: see it, say what you think, and license it on ${APP_NAME}.`,
    canonical: `/artwork/${artwork.artworkId}`,
    type: "article",
    image: imageOf(version, title),
    facts: imageObject(detail as ArtworkDetail, origin),
  };
}

function ofUser([profile, artwork]: readonly unknown[]): Head {
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

function ofSearch(_answers: readonly unknown[], _origin: string, { search }: PageAddress): Head {
  const address = searchAddressIn(search);
  const { query } = address;
  return {
    title: query ? `${query} · Search` : "Search",
    description: query ? `What ${APP_NAME} has for “${query}”.` : PITCH,
    canonical: query ? searchPath(address) : "/search",
  };
}

type HeadOf = (answers: readonly unknown[], origin: string, at: PageAddress) => Head;

/** The head of each rendered page from the answers to its first reads, by its path. */
export const HEADS: Readonly<Record<RenderedPath, HeadOf>> = {
  "/": ofHome,
  "/artwork/:id": ofArtwork,
  "/user/:id": ofUser,
  "/search": ofSearch,
};
