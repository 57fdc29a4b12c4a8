import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { profilePath } from "#web/ui/site-link.tsx";

/** A search result as one line below the search box. */
export interface Suggestion {
  readonly id: string;
  /** Path of its page. */
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  /** Path of a small picture; null shows the title's first letter. */
  readonly picture: string | null;
  readonly isPerson: boolean;
}

export const isCard = (item: ArtworkCard | PublicUser): item is ArtworkCard => "artworkId" in item;
export const isUser = (item: ArtworkCard | PublicUser): item is PublicUser => !isCard(item);

const smallestOf = ({ previews }: ArtworkCard) => previews.toSorted((a, b) => a.width - b.width)[0]?.webp ?? null;

export const toSuggestion = (item: ArtworkCard | PublicUser): Suggestion =>
  isCard(item)
    ? {
        id: item.artworkId,
        to: `/artwork/${item.artworkId}`,
        title: item.artworkTitle,
        detail: item.owner.name ?? MESSAGES.deletedUser,
        picture: smallestOf(item),
        isPerson: false,
      }
    : {
        id: item.id,
        to: profilePath(item.name),
        title: item.fullName || item.name,
        detail: `@${item.name}`,
        picture: item.avatar,
        isPerson: true,
      };
