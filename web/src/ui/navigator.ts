type Go = (path: string, message?: string) => void;

/** Lets code outside React's tree move within the site. What is asked for before the router is there happens once it is. */
export const navigator = createNavigator();

function createNavigator() {
  let bound: Go | undefined;
  let waiting: Parameters<Go> | undefined;
  return {
    go(...to: Parameters<Go>) {
      if (bound) bound(...to);
      else waiting = to;
    },
    /** Returns how to undo it. */
    bind(go: Go): () => void {
      bound = go;
      if (waiting) go(...waiting);
      waiting = undefined;
      return () => {
        bound = undefined;
      };
    },
  };
}
