import type { ReactNode } from "react";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import type { Pages } from "#web/api/use-read.ts";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ArtworkTile } from "./artwork-tile.tsx";
import { PictureList } from "./picture-list.tsx";

interface ArtworkListProps {
  readonly pages: Pages<ArtworkCard>;
  readonly label: string;
  /** False on the artist's own page. */
  readonly showsArtist?: boolean;
  /** True if other pictures come first, so that none of its own is in the initial viewport. */
  readonly isBelow?: boolean;
  /** Shown when the list is empty. */
  readonly whenEmpty: ReactNode;
}

/** A list of artwork cards, each linking to its artwork's page. */
export function ArtworkList({ showsArtist = true, ...list }: ArtworkListProps) {
  return (
    <SectionBoundary>
      <PictureList {...list}>
        {(card, { sizes, firstFrom }) => (
          <ArtworkTile card={card} sizes={sizes} firstFrom={firstFrom} showsArtist={showsArtist} />
        )}
      </PictureList>
    </SectionBoundary>
  );
}
