import { useSyncExternalStore } from "react";
import { session } from "#web/session/browser-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const LogInDialog = lazyPart(() => import("./log-in-dialog.tsx"));

interface Prompt {
  /** The action that needs an account, as in "Log in to comment". */
  readonly purpose: string;
  /** Path that a sign-up's mailed link leads to; by default the current page. */
  readonly returnTo: string | undefined;
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

/** Opens a log-in dialog for visitors. Resolves to true once signed in, so that the caller can continue the action. */
export async function askToLogIn(purpose: string, returnTo?: string): Promise<boolean> {
  await session.settled();
  if (isSignedIn()) return true;
  prompt?.close(false);
  return new Promise((resolve) => {
    const close = (result = false) => {
      setPrompt(null);
      resolve(result);
    };
    setPrompt({ purpose, returnTo, close });
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
  return <LogInDialog purpose={current.purpose} returnTo={current.returnTo} onClose={current.close} />;
}
