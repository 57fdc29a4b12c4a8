import type { ReactNode } from "react";
import type { ArtworkCard as Card } from "#shared/model/artwork.ts";
import type { Pages } from "#web/api/use-read.ts";
import { ArtworkCard } from "./artwork-card.tsx";
import { PictureList } from "./picture-list.tsx";

interface ArtworkListProps {
  readonly pages: Pages<Card>;
  readonly label: string;
  /** A page of one artist needs no name under every picture. */
  readonly showsArtist?: boolean;
  /** Stands where the pictures would when there are none. */
  readonly whenEmpty: ReactNode;
}

/** Artwork to look at, each picture leading to its own page. */
export function ArtworkList({ showsArtist = true, ...list }: ArtworkListProps) {
  return (
    <PictureList {...list}>
      {(card, { sizes, firstFrom }) => (
        <ArtworkCard card={card} sizes={sizes} firstFrom={firstFrom} showsArtist={showsArtist} />
      )}
    </PictureList>
  );
}
