import { useSyncExternalStore } from "react";
import { session } from "#web/session/browser-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const LogInDialog = lazyPart(() => import("./log-in-dialog.tsx"));

interface Prompt {
  /** What logging in is for, as the dialog's title. */
  readonly reason: string;
  readonly close: (isSignedIn?: boolean) => void;
}

let prompt: Prompt | null = null;
const listeners = new Set<() => void>();

function setPrompt(next: Prompt | null) {
  prompt = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isSignedIn = () => session.state().status === "authenticated";

/**
 * Whether someone is signed in, after having asked for it in a dialog over the page if nobody was; whoever calls goes on
 * with what the visitor meant to do.
 */
export async function askToLogIn(reason: string): Promise<boolean> {
  await session.settled();
  if (isSignedIn()) return true;
  prompt?.close(false);
  return new Promise((resolve) => {
    const close = (result = false) => {
      setPrompt(null);
      resolve(result);
    };
    setPrompt({ reason, close });
  });
}

/** Shows the dialog while an action waits for a log-in. */
export function LogInPrompt() {
  const current = useSyncExternalStore(
    subscribe,
    () => prompt,
    () => null,
  );
  if (!current) return null;
  return <LogInDialog reason={current.reason} onClose={current.close} />;
}
