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

/** A guarded page has pushed itself on the history once more, and the page that follows replaces that entry. */
interface NavigateOptions {
  readonly replace: boolean;
}

type Navigate = (options: NavigateOptions) => void;

type NavigationGuard = (navigate: Navigate) => void;

/** Leaving a page other than by a link, such as by searching or logging out, asks the page's guard first. */
export const guardedNavigation = createGuardedNavigation();

function createGuardedNavigation() {
  let guard: NavigationGuard | undefined;
  return {
    run(navigate: Navigate) {
      if (guard) guard(navigate);
      else navigate({ replace: false });
    },
    /** Hands every navigation to `next`, which may run it later, or never; returns how to undo it. */
    guard(next: NavigationGuard): () => void {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
}
