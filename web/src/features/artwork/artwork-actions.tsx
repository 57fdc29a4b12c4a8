import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import { CollectButton } from "#web/features/collections/collect-button.tsx";
import { FavoriteButton } from "#web/features/favorites/favorite-button.tsx";

interface ArtworkActionsProps {
  /** The fields that a card and the artwork's page share. */
  readonly artwork: Pick<ArtworkCard, keyof ArtworkCard & keyof ArtworkDetail["artwork"]>;
  readonly title: string;
  /** `plain` in the line below a picture, `outline` on a page of its own. */
  readonly look?: "plain" | "outline";
  readonly collects?: boolean | undefined;
}

/** Buttons for visitors wherever an artwork is shown; features register theirs here. */
export const ArtworkActions = ({
  artwork: { artworkId, favorites },
  title,
  look,
  collects = true,
}: ArtworkActionsProps) => (
  <>
    {collects && <CollectButton artworkId={artworkId} title={title} look={look} />}
    <FavoriteButton artworkId={artworkId} title={title} count={favorites} look={look} />
  </>
);
