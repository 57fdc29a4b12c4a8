import { Button, Dialog } from "@chakra-ui/react";
import { type ReactElement, useState } from "react";
import { dialog } from "#web/theme/recipes/dialog.ts";
import { DialogButtons } from "./dialog-buttons.tsx";
import { useBackToClose } from "./dialog-history.ts";
import { DialogWindow } from "./modal-dialog.tsx";

export interface ConfirmProps {
  readonly title: string;
  /** States every effect of the action. */
  readonly text: string;
  /** The label of the button that confirms. */
  readonly action: string;
  /** The dialog closes once this resolves and stays open when it rejects; the caller shows the reason. */
  readonly onConfirm: () => Promise<unknown>;
  /** The button that opens the dialog. */
  readonly trigger: ReactElement;
}

/** Asks for a confirmation before an action that can't be undone. */
export function Confirm({ title, text, action, onConfirm, trigger }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  useBackToClose(open, () => setOpen(false));

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
      setOpen(false);
    } catch {
      // The API client has shown the reason in a toast.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog.Root
      recipe={dialog}
      role="alertdialog"
      open={open}
      onOpenChange={(change) => setOpen(change.open)}
      lazyMount
      unmountOnExit
    >
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <DialogWindow>
        <Dialog.Title>{title}</Dialog.Title>
        <Dialog.Description>{text}</Dialog.Description>
        <DialogButtons>
          <Button colorPalette="red" loading={busy} onClick={confirm}>
            {action}
          </Button>
        </DialogButtons>
      </DialogWindow>
    </Dialog.Root>
  );
}
