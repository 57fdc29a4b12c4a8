import { Button, type ButtonProps } from "@chakra-ui/react";
import { lazy, Suspense, useState } from "react";

const TicketDialog = lazy(() => import("./ticket-dialog.tsx"));

/** Opens the form for a question to the operators. */
export function HelpButton(props: ButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" {...props} onClick={() => setAsking(true)}>
        Ask us
      </Button>
      {isAsking && (
        <Suspense>
          <TicketDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
