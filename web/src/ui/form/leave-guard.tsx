import { Button, chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type BlockerFunction, NavigationType, useBeforeUnload, useBlocker } from "react-router-dom";
import { guardedAction } from "../navigation.ts";
import { UnsavedContext } from "./unsaved.ts";

/** A native dialog: it traps the focus, closes on Escape and restores the focus. */
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

interface LeaveGuardProps {
  /** Warns of the input that would be lost. */
  readonly text: string;
  /** Turns the guard off. */
  readonly isOff?: boolean;
  readonly children: ReactNode;
}

/**
 * Asks before leaving the page while a form registered by `useUnsaved` has unsaved input. Redirects, which replace the
 * history entry, follow a save or the session's end and pass.
 */
export function LeaveGuard({ text, isOff = false, children }: LeaveGuardProps) {
  const unsaved = useRef(0);
  const off = useRef(isOff);
  off.current = isOff;
  const asks = useCallback(() => unsaved.current > 0 && !off.current, []);
  const count = useCallback(() => {
    unsaved.current += 1;
    return () => {
      unsaved.current -= 1;
    };
  }, []);
  const shouldBlock: BlockerFunction = useCallback(
    ({ currentLocation: here, nextLocation: next, historyAction }) =>
      asks() && historyAction !== NavigationType.Replace && here.pathname + here.search !== next.pathname + next.search,
    [asks],
  );
  const blocker = useBlocker(shouldBlock);
  const [action, setAction] = useState<(() => void) | null>(null);
  const isAsking = action !== null || blocker.state === "blocked";
  const dialog = useRef<HTMLDialogElement>(null);

  useBeforeUnload(useCallback((event) => asks() && event.preventDefault(), [asks]));

  useEffect(
    () =>
      guardedAction.guard((asked) => {
        if (asks()) setAction(() => asked);
        else asked();
      }),
    [asks],
  );

  useEffect(() => {
    if (isAsking) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isAsking]);

  function stay() {
    setAction(null);
    if (blocker.state === "blocked") blocker.reset();
  }

  function leave() {
    setAction(null);
    action?.();
    blocker.proceed?.();
  }

  return (
    <UnsavedContext value={count}>
      {children}
      <Question ref={dialog} aria-labelledby="leave-title" onClose={stay}>
        <Heading as="h2" size="lg" id="leave-title">
          Leave without saving?
        </Heading>
        <chakra.p marginTop="3" color="fg.muted">
          {text}
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
          <Button colorPalette="red" type="button" onClick={leave}>
            Leave
          </Button>
        </chakra.div>
      </Question>
    </UnsavedContext>
  );
}
