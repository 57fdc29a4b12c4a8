type Go = (path: string, message?: string) => void;

/** Navigates within the site from outside React; calls before the router is bound run once it is. */
export const navigation = createNavigation();

function createNavigation() {
  let bound: Go | undefined;
  let pending: Parameters<Go> | undefined;
  return {
    go(...to: Parameters<Go>) {
      if (bound) bound(...to);
      else pending = to;
    },
    /** Returns the function to undo it. */
    bind(go: Go): () => void {
      bound = go;
      if (pending) go(...pending);
      pending = undefined;
      return () => {
        bound = undefined;
      };
    },
  };
}

type Guard = (action: () => void) => void;

/** Asks the page's guard before an action, such as logging out, that leaves the page without a navigation. */
export const guardedAction = createGuardedAction();

function createGuardedAction() {
  let guard: Guard | undefined;
  return {
    run(action: () => void) {
      if (guard) guard(action);
      else action();
    },
    /** Passes every action to `next`, which may run it later or never; returns the function to undo it. */
    guard(next: Guard): () => void {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
}
