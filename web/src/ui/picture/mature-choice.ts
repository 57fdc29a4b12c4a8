import { useSyncExternalStore } from "react";
import { remembered } from "#web/remembered.ts";
import { useUser } from "#web/session/use-session.ts";

export interface Maturity {
  /** Veiled until revealed, except for its owner. */
  readonly mature: boolean;
  readonly owner?: { readonly name: string | null };
}

/** Session storage key of the choice to reveal mature content in this tab. */
export const MATURE_STORAGE_KEY = "mature here";

const listeners = new Set<() => void>();
/** Fallback without storage. */
let isAsked = false;

function wasAsked() {
  try {
    return sessionStorage.getItem(MATURE_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

function store(asked: boolean) {
  isAsked = asked;
  try {
    if (asked) sessionStorage.setItem(MATURE_STORAGE_KEY, "1");
    else sessionStorage.removeItem(MATURE_STORAGE_KEY);
  } catch {}
}

function publish() {
  for (const listener of listeners) listener();
}

/** The viewer's choice to see mature content: in this tab, or always in this browser. */
export const matureChoice = {
  isShown: () => isAsked || wasAsked() || remembered.has("mature"),
  show(always: boolean) {
    store(true);
    if (always) remembered.set("mature", "1");
    publish();
  },
  veil() {
    store(false);
    remembered.forget("mature");
    publish();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const always = () => true;

/** True while a mature picture is veiled, until revealed and except for its owner; always true in server-rendered pages. */
export function useIsVeiled({ mature, owner }: Maturity): boolean {
  const user = useUser();
  const isShown = useSyncExternalStore(matureChoice.subscribe, mature ? matureChoice.isShown : always, () => !mature);
  return mature && !isShown && !(user !== null && user.name === owner?.name);
}
