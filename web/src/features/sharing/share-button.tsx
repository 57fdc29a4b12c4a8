import { Button } from "@chakra-ui/react";
import Share2 from "lucide-react/icons/share-2";
import { useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Shared } from "./shared.ts";

const ShareDialog = lazyPart(() => import("./share-dialog.tsx"));

interface ShareButtonProps {
  readonly subject: Shared;
  /** True without room for its label. */
  readonly isCompact?: boolean;
  /** True beside small buttons. */
  readonly isSmall?: boolean;
}

/** Opens the share dialog. */
export function ShareButton({ subject, isCompact = false, isSmall = false }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        {...(isSmall ? { size: "sm" } : { height: "11" })}
        paddingX={isCompact ? "3" : undefined}
        aria-haspopup="dialog"
        aria-label={`Share ${subject.title}`}
        title="Share"
        onClick={() => setOpen(true)}
      >
        <Share2 size={18} aria-hidden />
        {isCompact ? null : "Share"}
      </Button>
      {isOpen && <ShareDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
