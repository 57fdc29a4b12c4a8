import { Button } from "@chakra-ui/react";
import Share2 from "lucide-react/icons/share-2";
import { useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Shared } from "./shared.ts";

const ShareDialog = lazyPart(() => import("./share-dialog.tsx"));

/** Opens the share dialog. */
export function ShareButton({ subject }: { readonly subject: Shared }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        height="11"
        aria-haspopup="dialog"
        aria-label={`Share ${subject.title}`}
        onClick={() => setOpen(true)}
      >
        <Share2 size={18} aria-hidden />
        Share
      </Button>
      {isOpen && <ShareDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
