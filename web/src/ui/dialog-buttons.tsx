import { Button, Dialog } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface DialogButtonsProps {
  /** The label of the button that closes the dialog. */
  readonly away?: string;
  readonly children?: ReactNode;
}

/** A dialog's close button beside its action. */
export function DialogButtons({ away = "Cancel", children }: DialogButtonsProps) {
  return (
    <Dialog.Footer css={{ "& > button": { width: { base: "full", sm: "auto" } } }}>
      <Dialog.ActionTrigger asChild>
        <Button variant="outline" colorPalette="neutral">
          {away}
        </Button>
      </Dialog.ActionTrigger>
      {children}
    </Dialog.Footer>
  );
}
