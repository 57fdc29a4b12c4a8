import { Button, Dialog } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface DialogButtonsProps {
  /** What the way out says. */
  readonly away?: string;
  readonly children?: ReactNode;
}

/** The way out of a dialog beside the thing to do. */
export function DialogButtons({ away = "Cancel", children }: DialogButtonsProps) {
  return (
    <Dialog.Footer>
      <Dialog.ActionTrigger asChild>
        <Button variant="outline" colorPalette="neutral">
          {away}
        </Button>
      </Dialog.ActionTrigger>
      {children}
    </Dialog.Footer>
  );
}
