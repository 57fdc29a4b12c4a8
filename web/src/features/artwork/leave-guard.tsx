import { Button, chakra, Heading } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { useLeaving } from "./use-leaving.ts";

/** The browser's own dialog: holds the focus, closes on Escape and gives the focus back. */
const Question = chakra("dialog", {
  base: {
    margin: "auto",
    marginBottom: { base: "4", sm: "auto" },
    width: "min(28rem, calc(100vw - 2rem))",
    padding: { base: "6", sm: "8" },
    borderRadius: "l3",
    borderWidth: "1px",
    borderColor: "border",
    background: "bg.panel",
    color: "fg",
    boxShadow: "lg",
    "&::backdrop": { background: "black/70" },
    "&[open]": { animation: "rise 180ms ease-out", _motionReduce: { animation: "none" } },
  },
});

/** Asks before typed text or a picture on its way is lost. */
export function LeaveGuard({ isOn }: { readonly isOn: boolean }) {
  const [isLeft, setLeft] = useState(false);
  const { leaving, stay } = useLeaving(isOn && !isLeft);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (leaving && !isLeft) dialog.current?.showModal();
    else dialog.current?.close();
    if (leaving && isLeft) leaving();
  }, [leaving, isLeft]);

  return (
    <Question ref={dialog} aria-labelledby="leave-title" onClose={() => !isLeft && stay()}>
      <Heading as="h2" size="lg" id="leave-title">
        Leave without saving?
      </Heading>
      <chakra.p marginTop="3" color="fg.muted">
        What you typed and the picture you picked would be lost.
      </chakra.p>
      <chakra.div
        display="flex"
        flexDirection={{ base: "column-reverse", sm: "row" }}
        justifyContent="flex-end"
        gap="3"
        marginTop="6"
      >
        <Button variant="outline" colorPalette="neutral" type="button" autoFocus onClick={stay}>
          Keep editing
        </Button>
        <Button colorPalette="red" type="button" onClick={() => setLeft(true)}>
          Leave
        </Button>
      </chakra.div>
    </Question>
  );
}
