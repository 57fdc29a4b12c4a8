import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import { largestOf } from "#web/ui/picture/sources.ts";
import { profilePath } from "#web/ui/profile-path.ts";

/** What search engines show beside a picture: who made it and on which terms it may be used (schema.org, ImageObject). */
export function imageObject({ artwork, version, owner }: ArtworkDetail, origin: string) {
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
