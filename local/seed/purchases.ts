import type { Wish } from "#local/seed/wishes.ts";

/** Who pays for what (`prices.ts`); for a company it is the commercial licence. */
export const PURCHASES: readonly Wish[] = [
  { userUsername: "demo.buyer", title: "Lilac Hour", rating: 5 },
  { userUsername: "demo.buyer", title: "Undertow", company: "Wendt & Brandt Architekten", rating: 5 },
  { userUsername: "callum.mactavish", title: "Lilac Hour", rating: 4 },
  { userUsername: "mireille_fontaine", title: "Rosehip Season", company: "Café Fontaine" },
  { userUsername: "leila.haddad", title: "Rose Window, South Transept", rating: 5 },
  { userUsername: "demo.artist", title: "Veil", rating: 5 },
];
