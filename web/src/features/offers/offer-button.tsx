import { Button } from "@chakra-ui/react";
import Tag from "lucide-react/icons/tag";
import { useState } from "react";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { OpenThread } from "#shared/model/message.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { toast } from "#web/ui/toaster.tsx";

const MakeOfferDialog = lazyPart(() => import("./make-offer-dialog.tsx"));
const RequestOfferDialog = lazyPart(() => import("./request-offer-dialog.tsx"));

/** For the artist, makes an offer; for the buyer, asks for one about the conversation's artwork. */
export function OfferButton({ thread }: { readonly thread: OpenThread["thread"] }) {
  const [isOpen, setOpen] = useState(false);
  const { payments } = useFeatures();
  const { onboarded } = useSignedIn();
  const { side, subject, person } = thread;
  const isArtist = side === "artist";
  const isPossible = isArtist ? onboarded : subject.kind === "artwork" && subject.picture !== null;
  if (!payments || !isPossible) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="neutral" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Tag aria-hidden />
        {isArtist ? "Make an offer" : "Ask for a price"}
      </Button>
      {isOpen && isArtist && <MakeOfferDialog thread={thread} onClose={close} />}
      {isOpen && !isArtist && (
        <RequestOfferDialog
          artwork={{ id: subject.id as ArtworkId, title: subject.title }}
          artist={getDisplayName(person)}
          onSent={() => toast.success("Request sent")}
          onClose={close}
        />
      )}
    </>
  );
}
