import { LIFETIMES } from "#shared/limits.ts";

const STORAGE_KEY = "link-requested";

/** This browser has asked for a link by mail: whoever opens it here has asked for it. */
export function rememberLinkRequest() {
  try {
    localStorage.setItem(STORAGE_KEY, String(Date.now()));
  } catch {}
}

/** Whether this browser has asked for a link that can still be open. */
export function hasRequestedLink(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(STORAGE_KEY)) < LIFETIMES.verificationLink * 1000;
  } catch {
    return false;
  }
}
