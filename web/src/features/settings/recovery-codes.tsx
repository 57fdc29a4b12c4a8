import { Button, chakra, Dialog } from "@chakra-ui/react";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { APP_NAME } from "#shared/brand.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { toast } from "#web/ui/toaster.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes, once only, to copy or download. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesProps) {
  const text = `${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Recovery codes copied");
    } catch {
      toast.error("Copying isn't allowed here. Select the text instead");
    }
  }

  return (
    <ModalDialog closeOnInteractOutside={false} onClose={onClose}>
      <Dialog.Title>Save your recovery codes</Dialog.Title>
      <Dialog.Description>
        Each one logs you in once if you don't have your second factor. They won't be shown again.
      </Dialog.Description>
      <chakra.ul
        aria-label="Recovery codes"
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(16rem, 100%), 1fr))"
        gap="2"
        p="4"
        bg="bg.muted"
        borderRadius="l2"
        listStyleType="none"
        fontFamily="mono"
        textStyle="sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <Notice>Without them or your second factor you can't log in.</Notice>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
        <Button
          variant="outline"
          colorPalette="neutral"
          onClick={() => saveFile(`${APP_NAME.toLowerCase()}-recovery-codes.txt`, "text/plain", text)}
        >
          <Download aria-hidden />
          Download
        </Button>
        <Dialog.ActionTrigger asChild>
          <Button>Done</Button>
        </Dialog.ActionTrigger>
      </Dialog.Footer>
    </ModalDialog>
  );
}
