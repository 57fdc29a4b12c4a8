/** How the tokens of mailed links begin, by what they do; those that verify an account have no prefix. */
export const LINK_PREFIXES = { "email-change": "e-", undo: "u-" } as const;

/** Links that a browser can request. */
export type LinkKind = "verification" | Exclude<keyof typeof LINK_PREFIXES, "undo">;

/** Purpose of a mailed link's token. */
export function getLinkKind(tokenId: string): LinkKind | "undo" {
  if (tokenId.startsWith(LINK_PREFIXES.undo)) return "undo";
  return tokenId.startsWith(LINK_PREFIXES["email-change"]) ? "email-change" : "verification";
}
