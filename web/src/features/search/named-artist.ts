import type { PublicUser } from "#shared/model/account.ts";
import type { SearchAddress } from "./search-address.ts";

/** The input of the search for the artist whom a query names. */
export const toNameQuery = (query: string) => ({ query: { q: query, t: "users" as const, limit: 1 } });

const toWords = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** True if the name has every word of the query, so that it is meant rather than just similar. */
export function isNamed({ name, fullName }: PublicUser, query: SearchAddress["query"]): boolean {
  const words = new Set(toWords(`${name} ${fullName ?? ""}`));
  const wanted = toWords(query);
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}
