import { APP_NAME } from "#shared/brand.ts";
import { CACHING } from "#shared/caching.ts";
import { readEmbed } from "#shared/contract/artwork.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import type { Preview } from "#shared/model/media.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { getArtworkOwner, getTexts, isMature, toPicture } from "./cards.ts";
import { findShownArtwork } from "./find-artwork.ts";
import type { ArtworkServices } from "./services.ts";

export const readEmbedHandler = handle(
  readEmbed,
  async ({ query }, { table, siteOrigin }: Pick<ArtworkServices, "table"> & BaseServices) => {
    if (query.format !== "json") return fail("format_unavailable");
    const artworkId = parseArtworkId(query.url, siteOrigin);
    const artwork = artworkId && (await findShownArtwork(table, artworkId, undefined));
    const previews = artwork ? toPicture(artwork).previews : [];
    const [smallest] = previews;
    if (!artwork || isMature(artwork) || !smallest) return fail("artwork_not_found");
    const artist = getArtworkOwner(artwork);
    const shown = findLargestFitting(previews, query) ?? scaleDown(smallest, query);
    const thumbnail = shown.width < smallest.width ? shown : smallest;
    return {
      version: "1.0" as const,
      type: "photo" as const,
      title: getTexts(artwork).artworkTitle,
      author_name: getDisplayName(artist),
      ...(artist.name ? { author_url: `${siteOrigin}/user/${encodeURIComponent(artist.name)}` } : {}),
      provider_name: APP_NAME,
      provider_url: siteOrigin,
      cache_age: CACHING.embed.fresh,
      url: siteOrigin + shown.jpeg,
      width: shown.width,
      height: shown.height,
      thumbnail_url: siteOrigin + thumbnail.jpeg,
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    };
  },
);

/** The artwork of a page's URL on this site. */
function parseArtworkId(address: string, siteOrigin: string): ArtworkId | undefined {
  const url = URL.parse(address);
  if (url?.origin !== siteOrigin) return undefined;
  return ArtworkId.safeParse(/^\/artwork\/([^/]+)\/?$/.exec(url.pathname)?.[1]).data;
}

interface Bounds {
  readonly maxwidth?: number | undefined;
  readonly maxheight?: number | undefined;
}

/** The largest preview within the bounds. */
const findLargestFitting = (previews: readonly Preview[], { maxwidth, maxheight }: Bounds) =>
  previews.findLast(
    ({ width, height }) =>
      width <= (maxwidth ?? Number.POSITIVE_INFINITY) && height <= (maxheight ?? Number.POSITIVE_INFINITY),
  );

/** A preview scaled to the bounds; at least one pixel each way. */
function scaleDown(preview: Preview, { maxwidth, maxheight }: Bounds): Preview {
  const { width, height } = preview;
  const ratio = Math.min((maxwidth ?? width) / width, (maxheight ?? height) / height);
  return { ...preview, width: Math.max(1, Math.floor(width * ratio)), height: Math.max(1, Math.floor(height * ratio)) };
}
