import { useLayoutEffect, useRef } from "react";

/** Close functions of open dialogs, the topmost last. */
const openDialogs: (() => void)[] = [];

/** True from our call of `history.back` until its `popstate` event. */
let isGoingBack = false;

const hasEntry = () => window.history.state?.isDialog === true;

/** While a dialog is open the history has an extra entry with the router's state of the entry below. */
function alignEntry() {
  if (isGoingBack) return;
  if (openDialogs.length > 0 && !hasEntry()) {
    window.history.pushState({ ...window.history.state, isDialog: true }, "");
  } else if (openDialogs.length === 0 && hasEntry()) {
    isGoingBack = true;
    window.history.back();
  }
}

/** Deferred until after a navigation or another dialog that the same click starts. */
const alignLater = () => setTimeout(alignEntry);

/** Closes the topmost dialog on Back; returns the function to stop it. */
export function watchBack(): () => void {
  function onPop() {
    if (isGoingBack) isGoingBack = false;
    else if (!hasEntry()) openDialogs.at(-1)?.();
    alignLater();
  }
  window.addEventListener("popstate", onPop);
  // Removes the entry that a reload or a link in a dialog left behind.
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
