import type { suggest } from "#shared/contract/search.ts";
import type { PublicUser, SuggestedUser } from "#shared/model/account.ts";
import type { ArtworkCard, SuggestedArtwork, UsedTag } from "#shared/model/artwork.ts";
import type { RouteResult } from "#shared/route.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { countLabel } from "#web/ui/labels.ts";
import { profilePath, tagPath } from "#web/ui/site-link.tsx";
import type { SearchType } from "./search-address.ts";

/** One line below the search box. */
export interface Suggestion {
  readonly id: string;
  readonly kind: "artwork" | "user" | "tag";
  /** Path of its page. */
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  /** Path of a thumbnail; null shows the title's first letter. */
  readonly picture: string | null;
}

export const isCard = (item: ArtworkCard | PublicUser): item is ArtworkCard => "artworkId" in item;
export const isUser = (item: ArtworkCard | PublicUser): item is PublicUser => !isCard(item);

const toArtworkSuggestion = ({ artworkId, artworkTitle, owner, preview }: SuggestedArtwork): Suggestion => ({
  id: artworkId,
  kind: "artwork",
  to: `/artwork/${artworkId}`,
  title: artworkTitle,
  detail: getDisplayName(owner),
  picture: preview?.webp ?? null,
});

const toUserSuggestion = ({ id, avatar, ...user }: SuggestedUser): Suggestion => ({
  id,
  kind: "user",
  to: profilePath(user.name),
  title: getDisplayName(user),
  detail: `@${user.name}`,
  picture: avatar,
});

const toTagSuggestion = ({ tag, count }: UsedTag): Suggestion => ({
  id: `tag ${tag}`,
  kind: "tag",
  to: tagPath(tag),
  title: tag,
  detail: countLabel(count, "artwork"),
  picture: null,
});

/** Suggestions with the searched type first. */
export function toSuggestions({ artwork, users, tags }: RouteResult<typeof suggest>, type: SearchType): Suggestion[] {
  const [works, people] = [artwork.map(toArtworkSuggestion), users.map(toUserSuggestion)];
  return type === "users"
    ? [...people, ...works, ...tags.map(toTagSuggestion)]
    : [...tags.map(toTagSuggestion), ...works, ...people];
}
