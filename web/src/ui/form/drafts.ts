/** Begins the name under which a browser keeps what was typed, by user. */
export const DRAFT_PREFIX = "draft";

/** How long a draft is kept: beyond the tab, or with it, which suits what shouldn't stay on a shared computer. */
type DraftPlace = "browser" | "tab";

const getStorage = (place: DraftPlace) => (place === "tab" ? sessionStorage : localStorage);

/** The names of drafts that begin so. */
export function draftNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** The draft stored under a name; null where there is none, or none that can be read. */
export function readDraft<T extends object>(name: string, place: DraftPlace = "browser"): T | null {
  try {
    const draft: unknown = JSON.parse(getStorage(place).getItem(name) ?? "null");
    return typeof draft === "object" ? (draft as T | null) : null;
  } catch {
    return null;
  }
}

/** Keeps input under a name. A browser that stores nothing loses it at a reload. */
export function storeDraft(name: string, draft: object, place: DraftPlace = "browser") {
  try {
    getStorage(place).setItem(name, JSON.stringify(draft));
  } catch {}
}

export function removeDraft(name: string, place: DraftPlace = "browser") {
  try {
    getStorage(place).removeItem(name);
  } catch {}
}

/** Removes every draft that is kept with the tab. */
export function removeTabDrafts() {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(name);
  } catch {}
}

/** Longer than a browser takes to end the page before this one in the same tab. */
const LOCK_WAIT_MS = 800;

/** Keeps a name from other tabs until the promise resolves; false where another tab has it. */
export function claimName(name: string, released: Promise<void>): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return released;
    };
    navigator.locks
      .request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, hold)
      // A page that may not use locks keeps nothing from anybody.
      .catch((error: unknown) => resolve(!(error instanceof DOMException && error.name === "TimeoutError")));
  });
}
