import { Button, chakra } from "@chakra-ui/react";
import { Trash2 } from "lucide-react";
import { deleteArtwork } from "#shared/contract/artwork.ts";
import { formatPrice } from "#shared/format.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { send } from "#web/api/send.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { NameLink } from "#web/ui/name-link.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useArtworkChanged } from "./artwork-changed.ts";
import { priceLabel } from "./price-label.ts";

interface OwnArtworkProps {
  readonly card: OwnArtworkCard;
}

export const OwnTitle = ({ card }: OwnArtworkProps) => (
  <NameLink to={`/artwork/${card.artworkId}`}>{card.artworkTitle}</NameLink>
);

/** Every price that the artwork is offered for. */
export function ownPrice(card: OwnArtworkCard): string {
  const price = priceLabel(card) ?? "Not offered";
  return card.artworkUse === "separate" ? `${price} · ${formatPrice(card.artworkCommercial)} commercial` : price;
}

/** Favourites, comments and reviews in one line, which may break between them but not after a number. */
export function ownCounts({ favorites, comments, rating }: OwnArtworkCard): string {
  const counts = [
    countLabel(favorites, "favorite"),
    countLabel(comments, "comment"),
    countLabel(rating.count, "review"),
  ];
  return counts.map((count) => count.replace(" ", "\u00a0")).join(" · ");
}

/** Edit and delete. */
export function OwnActions({ card, onDeleted }: OwnArtworkProps & { readonly onDeleted: () => void }) {
  const changed = useArtworkChanged();
  const { artworkId, artworkTitle } = card;

  async function remove() {
    await send(deleteArtwork, { params: { artworkId } }, { otherwise: "The artwork wasn't deleted" });
    await changed();
    toast.success("Artwork deleted");
    onDeleted();
  }

  return (
    <chakra.div display="flex" gap="2" justifyContent="flex-end">
      <ButtonLink
        to={`/artwork/${artworkId}/edit`}
        variant="outline"
        colorPalette="neutral"
        aria-label={`Edit ${artworkTitle}`}
      >
        Edit
      </ButtonLink>
      <Confirm
        title={`Delete "${artworkTitle}"?`}
        text="It disappears from the site and can't be brought back. Whoever has a license to it keeps the version they got."
        action="Delete artwork"
        onConfirm={remove}
        trigger={
          <Button variant="ghost" colorPalette="neutral" paddingX="3" aria-label={`Delete ${artworkTitle}`}>
            <Trash2 aria-hidden />
          </Button>
        }
      />
    </chakra.div>
  );
}
