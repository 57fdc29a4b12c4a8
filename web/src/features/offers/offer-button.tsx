import { Button } from "@chakra-ui/react";
import Tag from "lucide-react/icons/tag";
import { useState } from "react";
import type { OpenThread } from "#shared/model/message.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const MakeOfferDialog = lazyPart(() => import("./make-offer-dialog.tsx"));
const RequestOfferDialog = lazyPart(() => import("./request-offer-dialog.tsx"));

/** For the artist, makes an offer; for the buyer, asks for one about the conversation's artwork. */
export function OfferButton({ thread }: { readonly thread: OpenThread["thread"] }) {
  const [isOpen, setOpen] = useState(false);
  const { payments } = useFeatures();
  const { onboarded } = useSignedIn();
  const isArtist = thread.side === "artist";
  const isPossible = isArtist ? onboarded : thread.subject.kind === "artwork" && thread.subject.picture !== null;
  if (!payments || !isPossible) return null;
  const Dialog = isArtist ? MakeOfferDialog : RequestOfferDialog;
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="neutral" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Tag aria-hidden />
        {isArtist ? "Make an offer" : "Ask for a price"}
      </Button>
      {isOpen && <Dialog thread={thread} onClose={() => setOpen(false)} />}
    </>
  );
}
