import type { ArtworkCard, ArtworkDetail } from "#shared/model/artwork.ts";
import { CollectButton } from "#web/features/collections/collect-button.tsx";
import { FavoriteButton } from "#web/features/favorites/favorite-button.tsx";

interface ArtworkActionsProps {
  /** The fields that a card and the artwork's page share. */
  readonly artwork: Pick<ArtworkCard, keyof ArtworkCard & keyof ArtworkDetail["artwork"]>;
  readonly title: string;
  /** `plain` below a picture in a list, `outline` on the artwork's page. */
  readonly look?: "plain" | "outline";
  readonly collects?: boolean | undefined;
}

/** Visitors' buttons for an artwork; features add theirs here. */
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
