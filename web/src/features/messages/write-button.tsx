import { Button, type ButtonProps } from "@chakra-ui/react";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useState } from "react";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Addressed } from "./write-dialog.tsx";

const WriteDialog = lazyPart(() => import("./write-dialog.tsx"));

interface WriteButtonProps extends ButtonProps {
  readonly to: Addressed;
  /** Label of the button and title of the dialog. */
  readonly label: string;
}

/** Opens a dialog for a message about an artwork or an order. Visitors log in when they send, without losing the text. */
export function WriteButton({ to, label, ...look }: WriteButtonProps) {
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <Button aria-haspopup="dialog" {...look} onClick={() => setOpen(true)}>
        <MessagesSquare aria-hidden />
        {label}
      </Button>
      {isOpen && (
        <WriteDialog
          to={to}
          title={label}
          onLogIn={() => void askToLogIn(`write to ${to.name}`)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
