import { chakra } from "@chakra-ui/react";
import FolderPlus from "lucide-react/icons/folder-plus";
import { useState } from "react";
import type { ArtworkId } from "#shared/model/ids.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { ON_CARD, OUTLINED_BUTTON, ROUND_BUTTON } from "#web/ui/round-button.ts";

/** Loaded by the first click. */
const CollectDialog = lazyPart(() => import("./collect-dialog.tsx"));

const VARIANTS = {
  plain: chakra("button", { base: { ...ROUND_BUTTON, ...ON_CARD, marginLeft: "auto" } }),
  outline: chakra("button", { base: OUTLINED_BUTTON }),
};

interface CollectButtonProps {
  readonly artworkId: ArtworkId;
  readonly title: string;
  readonly look?: keyof typeof VARIANTS;
}

/** Opens the user's collections to add the artwork. */
export function CollectButton({ artworkId, title, look = "plain" }: CollectButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const Button = VARIANTS[look];
  return (
    <>
      <Button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Save ${title} to a collection`}
        title="Save to a collection"
        onClick={async () => (await askToLogIn("collect artwork")) && setOpen(true)}
      >
        <FolderPlus size={20} aria-hidden />
      </Button>
      {isOpen && <CollectDialog artworkId={artworkId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
