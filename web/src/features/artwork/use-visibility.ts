import { useState } from "react";
import { updateArtwork } from "#shared/contract/artwork.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { toast } from "#web/ui/toaster.tsx";
import { useArtworkChanged } from "./artwork-changed.ts";

type Visibility = OwnArtworkCard["artworkVisibility"];

const opposite = (visibility: Visibility): Visibility => (visibility === "visible" ? "invisible" : "visible");

const TOLD: Record<Visibility, string> = {
  visible: "Everyone can see it now",
  invisible: "Only you can see it now",
};

/**
 * Shows or hides artwork at once and tells the API afterwards; what the API refuses is put back.
 * The toast that follows takes it back.
 */
export function useVisibility() {
  const [chosen, setChosen] = useState<ReadonlyMap<ArtworkId, Visibility>>(new Map());
  const changed = useArtworkChanged();

  const choose = (artworkId: ArtworkId, visibility: Visibility | undefined) =>
    setChosen((before) => {
      const after = new Map(before);
      if (visibility) after.set(artworkId, visibility);
      else after.delete(artworkId);
      return after;
    });

  async function set(artworkId: ArtworkId, artworkVisibility: Visibility) {
    choose(artworkId, artworkVisibility);
    try {
      await send(
        updateArtwork,
        { params: { artworkId }, body: { artworkVisibility } },
        { otherwise: "The visibility didn't change" },
      );
      toast.success(TOLD[artworkVisibility], {
        label: "Undo",
        run: () => void set(artworkId, opposite(artworkVisibility)),
      });
      await changed(artworkId);
    } catch {
      choose(artworkId, undefined);
    }
  }

  return {
    /** What the person last chose, before the list itself says so. */
    visibilityOf: (card: OwnArtworkCard): Visibility => chosen.get(card.artworkId) ?? card.artworkVisibility,
    toggle: (card: OwnArtworkCard) =>
      set(card.artworkId, opposite(chosen.get(card.artworkId) ?? card.artworkVisibility)),
  };
}
