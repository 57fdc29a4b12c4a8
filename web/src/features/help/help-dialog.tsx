import { chakra, Dialog, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

/** The number of a ticket or report, for replies. */
export function ReferenceNumber({ number }: { readonly number: string }) {
  return (
    <>
      <Text role="status">
        Your reference number is{" "}
        <chakra.code display="block" mt="2" fontFamily="mono" textStyle="sm" overflowWrap="anywhere" userSelect="all">
          {number}
        </chakra.code>
      </Text>
      <DialogButtons away="Close" />
    </>
  );
}

interface HelpDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog of a ticket or report. */
export function HelpDialog({ title, text, onClose, children }: HelpDialogProps) {
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      <Dialog.Description>{text}</Dialog.Description>
      {children}
    </ModalDialog>
  );
}
