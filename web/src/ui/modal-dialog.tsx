import { Dialog, Portal } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { dialog } from "#web/theme/recipes/dialog.ts";
import { useBackToClose } from "./dialog-history.ts";

/** A dialog's window over the darkened page: a bottom sheet on phones, centred on wider screens. */
export function DialogWindow(props: ComponentProps<typeof Dialog.Content>) {
  return (
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content {...props} />
      </Dialog.Positioner>
    </Portal>
  );
}

interface ModalDialogProps extends Omit<ComponentProps<typeof Dialog.Root>, "recipe" | "open" | "onOpenChange"> {
  readonly onClose: () => void;
  /** Styles of the window. */
  readonly window?: ComponentProps<typeof Dialog.Content>;
}

/** A dialog that is open while mounted; a button, Escape or Back closes it. */
export function ModalDialog({ onClose, window, children, ...root }: ModalDialogProps) {
  useBackToClose(true, onClose);
  return (
    <Dialog.Root recipe={dialog} open onOpenChange={({ open }) => !open && onClose()} {...root}>
      <DialogWindow {...window}>{children}</DialogWindow>
    </Dialog.Root>
  );
}
