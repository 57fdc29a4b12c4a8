import { LIFETIMES } from "#shared/lifetimes.ts";
import { getLinkKind, type LinkKind } from "#shared/link-kinds.ts";

export const LINK_REQUEST_STORAGE_KEY = "link-requested";

/** Remembers that this browser requested a link of this kind by mail. */
export function rememberLinkRequest(kind: LinkKind) {
  try {
    localStorage.setItem(LINK_REQUEST_STORAGE_KEY, `${kind} ${Date.now()}`);
  } catch {}
}

/**
 * True if this browser requested a link of the token's kind that hasn't expired; clears the request. Links that undo a
 * change are never requested.
 */
export function takeLinkRequest(tokenId: string): boolean {
  try {
    const [kind, at] = (localStorage.getItem(LINK_REQUEST_STORAGE_KEY) ?? "").split(" ");
    if (kind !== getLinkKind(tokenId)) return false;
    localStorage.removeItem(LINK_REQUEST_STORAGE_KEY);
    return Date.now() - Number(at) < LIFETIMES.verificationLink * 1000;
  } catch {
    return false;
  }
}
