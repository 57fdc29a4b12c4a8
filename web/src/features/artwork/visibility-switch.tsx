import { chakra } from "@chakra-ui/react";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { listMyArtwork } from "#shared/contract/users.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { send } from "#web/api/send.ts";
import { createToggles } from "#web/api/toggles.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { toast } from "#web/ui/toaster.tsx";
import { useInvalidateArtwork } from "./artwork-writes.ts";

type Visibility = OwnArtworkCard["artworkVisibility"];

const opposite = (visibility: Visibility): Visibility => (visibility === "visible" ? "invisible" : "visible");

const SUCCESS_MESSAGES: Record<Visibility, string> = {
  visible: "Everyone can see it now",
  invisible: "Only you can see it now",
};

/** Shared by the tab, because the list may unmount before the API responds. */
const toggles = createToggles(changes);

/** Shows or hides artwork optimistically, and rolls back if the API refuses. A toast then offers to undo it. */
export function useVisibility() {
  const changed = useInvalidateArtwork();
  const { id: userId } = useSignedIn();

  async function set(artworkId: ArtworkId, artworkVisibility: Visibility) {
    const effect = effectOn(listMyArtwork, { userId }, (page) => ({
      ...page,
      items: page.items.map((card) => (card.artworkId === artworkId ? { ...card, artworkVisibility } : card)),
    }));
    const isChanged = await toggles.set(artworkId, artworkVisibility === "visible", effect, () =>
      send(
        updateArtwork,
        { params: { artworkId }, body: { artworkVisibility } },
        { errorMessage: "The visibility couldn't be changed" },
      ),
    );
    if (!isChanged) return;
    toast.success(SUCCESS_MESSAGES[artworkVisibility], {
      label: "Undo",
      run: () => void set(artworkId, opposite(artworkVisibility)),
    });
    await changed(artworkId);
  }

  return { toggle: (card: OwnArtworkCard) => set(card.artworkId, opposite(card.artworkVisibility)) };
}

interface VisibilitySwitchProps {
  readonly isVisible: boolean;
  readonly title: string;
  readonly onToggle: () => void;
}

const Switch = chakra("button", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minHeight: "11",
    paddingX: "3.5",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _hover: { borderColor: "border.emphasized", color: "fg" },
    "&[aria-checked=true]": { color: "fg.success" },
  },
});

/** Switch of an artwork's visibility. */
export function VisibilitySwitch({ isVisible, title, onToggle }: VisibilitySwitchProps) {
  const Icon = isVisible ? Eye : EyeOff;
  return (
    <Switch type="button" role="switch" aria-checked={isVisible} aria-label={`${title} is visible`} onClick={onToggle}>
      <Icon size={18} aria-hidden />
      {isVisible ? "Visible" : "Invisible"}
    </Switch>
  );
}
