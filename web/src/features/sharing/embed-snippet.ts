import { APP_NAME } from "#shared/brand.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { findFallback } from "#web/ui/picture/sources.ts";
import { profilePath } from "#web/ui/site-link.tsx";
import type { Shared } from "./shared.ts";

/** HTML that embeds an artwork in another site without script or frame: linked picture and attribution. */
export function embedSnippet({ title, path, picture }: Shared & Required<Pick<Shared, "picture">>, origin: string) {
  const { artist, artworkAlt, previews } = picture;
  const shown = findFallback(previews);
  const address = escapeHtml(origin + path);
  const alt = escapeHtml(getPictureAlt({ artworkTitle: title, artworkAlt }, artist));
  const name = escapeHtml(getDisplayName(artist));
  const credit = artist.name ? `<a href="${escapeHtml(origin + profilePath(artist.name))}">${name}</a>` : name;
  const image = shown
    ? `<img src="${escapeHtml(origin + shown.jpeg)}" alt="${alt}" width="${shown.width}" height="${shown.height}" loading="lazy" style="max-width:100%;height:auto">`
    : "";
  return (
    `<figure><a href="${address}">${image}</a>` +
    `<figcaption><a href="${address}">${escapeHtml(title)}</a> by ${credit} on ${escapeHtml(APP_NAME)}</figcaption></figure>`
  );
}
