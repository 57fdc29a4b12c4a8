/** Prefixes of mailed tokens by purpose; verification tokens have none. */
export const LINK_PREFIXES = { "email-change": "e-", undo: "u-" } as const;

/** Kinds of links that a browser can request. */
export type LinkKind = "verification" | Exclude<keyof typeof LINK_PREFIXES, "undo">;

/** Purpose of a mailed link's token. */
export function getLinkKind(tokenId: string): LinkKind | "undo" {
  if (tokenId.startsWith(LINK_PREFIXES.undo)) return "undo";
  return tokenId.startsWith(LINK_PREFIXES["email-change"]) ? "email-change" : "verification";
}
