import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import { FavoriteButton } from "#web/features/favorites/favorite-button.tsx";

interface ArtworkActionsProps {
  /** What a card and an artwork's own page know alike. */
  readonly artwork: Pick<ArtworkCard, keyof ArtworkCard & keyof ArtworkDetail["artwork"]>;
  readonly title: string;
  /** `plain` in the line below a picture, `outline` on a page of its own. */
  readonly look?: "plain" | "outline";
}

/** What visitors can do with an artwork wherever it is shown; features add their buttons here. */
export const ArtworkActions = ({ artwork: { artworkId, favorites }, title, look }: ArtworkActionsProps) => (
  <FavoriteButton artworkId={artworkId} title={title} count={favorites} look={look} />
);
