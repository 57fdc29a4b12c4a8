import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { useFeatures } from "#web/session/features.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { TextButton } from "#web/ui/text-button.tsx";
import { toast } from "#web/ui/toaster.tsx";

const RequestOfferDialog = lazyPart(() => import("./request-offer-dialog.tsx"));

interface AskPriceProps {
  readonly detail: ArtworkDetail;
  /** Keeps the place empty, so that nothing shifts once the session is known. */
  readonly isOwn: boolean;
}

/** Asks the artist for another license than the offered ones; visitors log in first. */
export function AskPrice({ detail: { artwork, version, owner }, isOwn }: AskPriceProps) {
  const [isOpen, setOpen] = useState(false);
  const { payments, known } = useFeatures();
  const navigate = useNavigate();
  const artist = getDisplayName(owner);

  if (known && !payments) return null;

  async function open() {
    if (await askToLogIn("ask for a price")) setOpen(true);
  }

  return (
    <chakra.div marginTop="3" textStyle="sm" color="fg.muted" visibility={known && !isOwn ? "visible" : "hidden"}>
      Another use, an exclusive license or several works?{" "}
      <TextButton aria-haspopup="dialog" onClick={() => void open()}>
        Ask for a price
      </TextButton>
      {isOpen && (
        <RequestOfferDialog
          artwork={{ id: artwork.artworkId, title: version.artworkTitle }}
          artist={artist}
          onSent={(threadId) =>
            toast.success("Request sent", {
              label: "Open conversation",
              run: () => void navigate(`/messages/${threadId}`),
            })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </chakra.div>
  );
}
