import { Button, chakra, Dialog } from "@chakra-ui/react";
import Code from "lucide-react/icons/code";
import Link from "lucide-react/icons/link";
import Share2 from "lucide-react/icons/share-2";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { embedSnippet } from "./embed-snippet.ts";
import type { Shared } from "./shared.ts";

const Snippet = chakra("code", {
  base: {
    display: "block",
    maxHeight: "9rem",
    padding: "3",
    borderRadius: "l2",
    background: "bg.muted",
    fontFamily: "mono",
    textStyle: "sm",
    overflow: "auto",
    overflowWrap: "anywhere",
    userSelect: "all",
    focusVisibleRing: "outside",
  },
});

async function copy(text: string, copied: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error("Copying isn't allowed here. Select the text instead");
  }
}

const canShare = () => typeof navigator.share === "function";

/** Opens the system's share sheet; closing it isn't an error. */
async function shareBySystem(title: string, url: string) {
  try {
    await navigator.share({ title, url });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === "AbortError")) toast.error("Sharing failed");
  }
}

interface ShareDialogProps {
  readonly subject: Shared;
  readonly onClose: () => void;
}

/** Ways to share a page: its URL, the system's share sheet, and an embed snippet. */
export default function ShareDialog({ subject, onClose }: ShareDialogProps) {
  const { origin } = window.location;
  const { title, path, picture } = subject;
  const address = origin + path;
  const snippet = picture && embedSnippet({ title, path, picture }, origin);
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title overflowWrap="anywhere">Share {title}</Dialog.Title>
      <Snippet tabIndex={0} role="group" aria-label="Address">
        {address}
      </Snippet>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button size="md" onClick={() => void copy(address, "Link copied")}>
          <Link size={18} aria-hidden />
          Copy link
        </Button>
        {canShare() && (
          <Button size="md" variant="outline" colorPalette="neutral" onClick={() => void shareBySystem(title, address)}>
            <Share2 size={18} aria-hidden />
            More options
          </Button>
        )}
      </chakra.div>
      {snippet && (
        <>
          <chakra.h3 fontWeight="semibold" marginTop="2">
            Embed it on your site
          </chakra.h3>
          <Snippet tabIndex={0} role="group" aria-label="HTML">
            {snippet}
          </Snippet>
          <Button
            size="md"
            variant="outline"
            colorPalette="neutral"
            alignSelf="flex-start"
            onClick={() => void copy(snippet, "HTML copied")}
          >
            <Code size={18} aria-hidden />
            Copy HTML
          </Button>
        </>
      )}
      <DialogButtons away="Close" />
    </ModalDialog>
  );
}
