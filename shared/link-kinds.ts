/** How the tokens of mailed links begin, by what they do; those that verify an account have no prefix. */
export const LINK_PREFIXES = { "email-change": "e-", undo: "u-" } as const;

/** What a browser can ask a link for. */
export type LinkKind = "verification" | Exclude<keyof typeof LINK_PREFIXES, "undo">;

/** What the token of a mailed link is for. */
export function linkKindOf(tokenId: string): LinkKind | "undo" {
  if (tokenId.startsWith(LINK_PREFIXES.undo)) return "undo";
  return tokenId.startsWith(LINK_PREFIXES["email-change"]) ? "email-change" : "verification";
}
