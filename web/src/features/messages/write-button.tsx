import { Button, type ButtonProps } from "@chakra-ui/react";
import MessagesSquare from "lucide-react/icons/messages-square";
import { useState } from "react";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { useUser } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Addressed } from "./write-dialog.tsx";

const WriteDialog = lazyPart(() => import("./write-dialog.tsx"));

interface WriteButtonProps extends ButtonProps {
  readonly to: Addressed;
  /** Its label, and the dialog's title. */
  readonly label: string;
}

/** Opens a field for a message about an artwork or an order. Visitors log in when they send, and find their words again. */
export function WriteButton({ to, label, ...look }: WriteButtonProps) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const [visitorText, setVisitorText] = useState("");

  async function logIn(text: string) {
    setVisitorText(text);
    setOpen(false);
    await askToLogIn(`Log in to write to ${to.name}`);
    setOpen(true);
  }

  return (
    <>
      <Button aria-haspopup="dialog" {...look} onClick={() => setOpen(true)}>
        <MessagesSquare aria-hidden />
        {label}
      </Button>
      {isOpen && (
        <WriteDialog
          key={user?.id ?? "visitor"}
          to={to}
          title={label}
          text={visitorText}
          onLogIn={(text) => void logIn(text)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
