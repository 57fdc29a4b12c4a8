import { useLayoutEffect, useRef } from "react";

/** Closes each open dialog, the topmost last. */
const openDialogs: (() => void)[] = [];

/** True from a call of `history.back` here until it has happened. */
let isGoingBack = false;

const hasEntry = () => window.history.state?.isDialog === true;

/** While a dialog is open the tab's history has one entry more, with the state of the router's entry below it. */
function alignEntry() {
  if (isGoingBack) return;
  if (openDialogs.length > 0 && !hasEntry()) {
    window.history.pushState({ ...window.history.state, isDialog: true }, "");
  } else if (openDialogs.length === 0 && hasEntry()) {
    isGoingBack = true;
    window.history.back();
  }
}

/** In a task of its own, after a navigation that the same press began and a dialog that follows another one. */
const alignLater = () => setTimeout(alignEntry);

/** Closes the topmost dialog when the visitor goes back; returns how to stop. */
export function watchBack(): () => void {
  function onPop() {
    if (isGoingBack) isGoingBack = false;
    else if (!hasEntry()) openDialogs.at(-1)?.();
    alignLater();
  }
  window.addEventListener("popstate", onPop);
  // A reload or a link in a dialog leaves its entry behind.
  alignLater();
  return () => window.removeEventListener("popstate", onPop);
}

/** Lets Back close a dialog instead of leaving its page. */
export function useBackToClose(isOpen: boolean, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeThis = () => close.current();
    openDialogs.push(closeThis);
    alignLater();
    return () => {
      openDialogs.splice(openDialogs.indexOf(closeThis), 1);
      alignLater();
    };
  }, [isOpen]);
}
