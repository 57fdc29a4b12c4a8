/** Prefix of the storage keys of drafts, by user. */
export const DRAFT_PREFIX = "draft";

/** Storage of a draft: `tab` for input that shouldn't stay on a shared computer. */
type DraftPlace = "browser" | "tab";

const getStorage = (place: DraftPlace) => (place === "tab" ? sessionStorage : localStorage);

/** Names of the drafts with a prefix. */
export function draftNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** The draft stored under a name; null if missing or unreadable. */
export function readDraft<T extends object>(name: string, place: DraftPlace = "browser"): T | null {
  try {
    const draft: unknown = JSON.parse(getStorage(place).getItem(name) ?? "null");
    return typeof draft === "object" ? (draft as T | null) : null;
  } catch {
    return null;
  }
}

/** Stores a draft; without storage a reload loses it. */
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

/** Removes all drafts of the tab. */
export function removeTabDrafts() {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(name);
  } catch {}
}

/** Longer than a browser takes to unload the tab's previous page. */
const LOCK_WAIT_MS = 800;

/** Locks a name against other tabs until `released` resolves; false if another tab has it. */
export function claimName(name: string, released: Promise<void>): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  const signal = AbortSignal.timeout(LOCK_WAIT_MS);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return released;
    };
    navigator.locks
      .request(name, { signal }, hold)
      // Without the right to use locks, every claim succeeds.
      .catch(() => resolve(!signal.aborted));
  });
}
