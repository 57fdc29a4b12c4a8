/** How to leave: a page that was guarded has put itself on the history once more, and what follows takes that place. */
interface Manner {
  readonly replace: boolean;
}

type Go = (manner: Manner) => void;

type Guard = (go: Go) => void;

/** The ways off a page that are no links, such as searching or logging out: whoever guards the page is asked first. */
export const departure = createDeparture();

function createDeparture() {
  let guard: Guard | undefined;
  return {
    by(go: Go) {
      if (guard) guard(go);
      else go({ replace: false });
    },
    /** Hands every departure to `next`, which may let it happen later, or never; returns how to undo it. */
    guard(next: Guard): () => void {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
}
