type Go = (path: string, message?: string) => void;

/** Navigates within the site from outside React's tree; a call before the router is bound runs once it is. */
export const navigation = createNavigation();

function createNavigation() {
  let bound: Go | undefined;
  let pending: Parameters<Go> | undefined;
  return {
    go(...to: Parameters<Go>) {
      if (bound) bound(...to);
      else pending = to;
    },
    /** Returns how to undo it. */
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

/** An action that leaves a page other than by a navigation, such as logging out, asks the page's guard first. */
export const guardedAction = createGuardedAction();

function createGuardedAction() {
  let guard: Guard | undefined;
  return {
    run(action: () => void) {
      if (guard) guard(action);
      else action();
    },
    /** Hands every action to `next`, which may run it later, or never; returns how to undo it. */
    guard(next: Guard): () => void {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
}
