import { Dialog, Portal } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { dialog } from "#web/theme/recipes/dialog.ts";

interface HelpDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What the operators are told in. */
export function HelpDialog({ title, text, onClose, children }: HelpDialogProps) {
  return (
    <Dialog.Root recipe={dialog} open onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Description>{text}</Dialog.Description>
            {children}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
