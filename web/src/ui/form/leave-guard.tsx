import { Button, chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { guardedNavigation } from "../navigation.ts";
import { UnsavedContext } from "./unsaved.ts";

const isGuard = (state: unknown) => typeof state === "object" && state !== null && "guard" in state;

/** Pushes the same page onto the history, so that the back button stays here and asks first. */
function putGuard() {
  if (!isGuard(history.state)) history.pushState({ ...history.state, guard: true }, "");
}

/** The other page of this site that a click leads to in this tab; null for every other click. */
function destinationOf(event: MouseEvent, here: string): string | null {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    (link.target && link.target !== "_self") ||
    link.hasAttribute("download")
  ) {
    return null;
  }
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  return origin === window.location.origin && `${pathname}${search}` !== here ? `${pathname}${search}${hash}` : null;
}

/** Shows a part of the same page without another entry in the history, which the guard's own has to stay on top of. */
function showPart(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  const part = link && document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
  if (!link || !part) return;
  event.preventDefault();
  history.replaceState(history.state, "", link.getAttribute("href"));
  part.scrollIntoView?.();
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/**
 * Blocks links, programmatic navigation, the back button and closing the tab while `isOn`.
 * `leaving` continues what was blocked (except closing, where the browser asks); null while nothing is blocked.
 */
function useLeaveBlocker(isOn: boolean) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const [leaving, setLeaving] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!isOn) return;
    putGuard();

    function onClick(event: MouseEvent) {
      const to = destinationOf(event, here);
      if (!to) return showPart(event);
      event.preventDefault();
      event.stopPropagation();
      setLeaving(() => () => void navigate(to, { replace: true }));
    }

    function onMove() {
      if (isGuard(history.state)) return;
      putGuard();
      setLeaving(() => () => history.go(-2));
    }

    const letGo = guardedNavigation.guard((go) => setLeaving(() => () => go({ replace: true })));
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault();

    document.addEventListener("click", onClick, true);
    window.addEventListener("popstate", onMove);
    window.addEventListener("beforeunload", onClose);
    return () => {
      letGo();
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("popstate", onMove);
      window.removeEventListener("beforeunload", onClose);
    };
  }, [isOn, navigate, here]);

  // Once everything is saved, one press of the back button leaves the page's two entries.
  useEffect(() => {
    if (isOn || leaving) return;
    let wasOnGuard = isGuard(history.state);
    function onMove() {
      const isOnGuard = isGuard(history.state);
      const { pathname: path, search: query } = window.location;
      if (wasOnGuard && !isOnGuard && `${path}${query}` === here) history.back();
      wasOnGuard = isOnGuard;
    }
    window.addEventListener("popstate", onMove);
    return () => window.removeEventListener("popstate", onMove);
  }, [isOn, leaving, here]);

  return { leaving, stay: () => setLeaving(null) };
}

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
  readonly children: ReactNode;
}

/** Asks before the page is left while a form in it has unsaved input; forms count themselves by `useUnsaved`. */
export function LeaveGuard({ text, children }: LeaveGuardProps) {
  const [unsaved, setUnsaved] = useState(0);
  const count = useCallback(() => {
    setUnsaved((before) => before + 1);
    return () => setUnsaved((before) => before - 1);
  }, []);
  return (
    <UnsavedContext value={count}>
      {children}
      <LeaveQuestion text={text} isOn={unsaved > 0} />
    </UnsavedContext>
  );
}

function LeaveQuestion({ text, isOn }: { readonly text: string; readonly isOn: boolean }) {
  const [isLeft, setLeft] = useState(false);
  const { leaving, stay } = useLeaveBlocker(isOn && !isLeft);
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
        <Button colorPalette="red" type="button" onClick={() => setLeft(true)}>
          Leave
        </Button>
      </chakra.div>
    </Question>
  );
}
