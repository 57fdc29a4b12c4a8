import { Button, type ButtonProps } from "@chakra-ui/react";
import { useState } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const TicketDialog = lazyPart(() => import("./ticket-dialog.tsx"));

interface HelpButtonProps extends ButtonProps {
  /** Initial title of the question. */
  readonly about?: string;
}

/** Opens the form for a question to the operators. */
export function HelpButton({ about = "", ...props }: HelpButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" {...props} onClick={() => setAsking(true)}>
        Ask us
      </Button>
      {isAsking && <TicketDialog about={about} onClose={() => setAsking(false)} />}
    </>
  );
}
