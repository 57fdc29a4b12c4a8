import { Dialog } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { dialog } from "#web/theme/recipes/dialog.ts";
import { useBackToClose } from "./dialog-history.ts";

interface DialogRootProps extends Omit<ComponentProps<typeof Dialog.Root>, "recipe" | "open" | "onOpenChange"> {
  readonly onClose: () => void;
}

/** A dialog that is open while mounted; a button, Escape or Back closes it. */
export function DialogRoot({ onClose, ...props }: DialogRootProps) {
  useBackToClose(true, onClose);
  return <Dialog.Root recipe={dialog} open onOpenChange={({ open }) => !open && onClose()} {...props} />;
}
