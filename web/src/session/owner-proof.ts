/** Asks the user to prove again that they own the account; concurrent callers share one prompt. */
export interface ProofPrompt {
  /** Resolves to true if the proof succeeded. */
  ask(): Promise<boolean>;
  settle(isProven: boolean): void;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  isAsked(): boolean;
}

function createOwnerProof(): ProofPrompt {
  const listeners = new Set<() => void>();
  let question: PromiseWithResolvers<boolean> | undefined;

  function setQuestion(next: typeof question) {
    question = next;
    for (const listener of listeners) listener();
  }

  return {
    ask: () => {
      const open = question ?? Promise.withResolvers<boolean>();
      if (!question) setQuestion(open);
      return open.promise;
    },
    settle: (isProven) => {
      question?.resolve(isProven);
      setQuestion(undefined);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isAsked: () => question !== undefined,
  };
}

export const ownerProof = createOwnerProof();
