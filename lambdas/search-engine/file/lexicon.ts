import type { Kind } from "../document.ts";
import type { Lexicon, QueryWord, Way } from "../query-words.ts";
import { MIN_CORRECTED, reversed, wholeSide } from "../typos.ts";
import { type Replica, wordsTable } from "./replica.ts";

/** Most words with one ending. */
const MAX_LONGER = 8;

const quoted = (token: string) => `"${token}"`;

/** Any of the ways in FTS5's language. */
export const toMatch = (ways: readonly Pick<Way, "tokens" | "isBeginning">[]) =>
  ways
    .flatMap(({ tokens, isBeginning }) => tokens.map((token) => (isBeginning ? `${quoted(token)} *` : quoted(token))))
    .join(" OR ");

const countRows = (replica: Replica, sql: string, ...values: (string | number)[]) =>
  Number(replica.all(`SELECT count(*) AS count FROM ${sql}`, ...values)[0]?.count);

/** The words, as typed, that a document doesn't match in any way. */
export const listMissingWords = (
  replica: Replica,
  kind: Kind,
  words: readonly QueryWord[],
  number: number,
): string[] => {
  const table = wordsTable(kind);
  // FTS5 requires an integer rowid, and JavaScript's numbers are bound as reals.
  const isIt = `${table} WHERE ${table} MATCH ? AND rowid = CAST(? AS INTEGER)`;
  return words.filter(({ ways }) => countRows(replica, isIt, toMatch(ways), number) === 0).map(({ typed }) => typed);
};

export function createLexicon(replica: Replica, kind: Kind): Lexicon {
  const table = wordsTable(kind);
  const selectShown = `SELECT 1 FROM ${table} JOIN documents ON number = ${table}.rowid WHERE ${table} MATCH ? AND shown LIMIT 1`;
  return {
    areShown: async (all) => all.map((tokens) => replica.all(selectShown, toMatch([{ tokens }])).length > 0),
    async findAlike(typed) {
      const letters = [...typed];
      const side = wholeSide(letters.length);
      const [start, end] = [letters.slice(0, side).join(""), reversed(letters.slice(-side).join(""))];
      const select = (column: string) =>
        `SELECT word FROM vocabulary WHERE kind = ? AND ${column} >= ? AND ${column} < ? AND length(word) BETWEEN ? AND ?`;
      const [shortest, longest] = [Math.max(MIN_CORRECTED, letters.length - 1), letters.length + 1];
      return [
        ...replica.all(select("word"), kind, start, `${start}\u{10ffff}`, shortest, longest),
        ...replica.all(select("reversed"), kind, end, `${end}\u{10ffff}`, shortest, longest),
      ].map(({ word }) => String(word));
    },
    async findLonger(endings) {
      const select = `SELECT word FROM vocabulary WHERE kind = ? AND reversed > ? AND reversed < ? LIMIT ${MAX_LONGER}`;
      return endings
        .map(reversed)
        .flatMap((end) => replica.all(select, kind, end, `${end}\u{10ffff}`).map(({ word }) => String(word)));
    },
    count: async (waysOfWords) => ({
      all: countRows(replica, "documents WHERE kind = ?", kind),
      having: waysOfWords.map((ways) => countRows(replica, `${table} WHERE ${table} MATCH ?`, toMatch(ways))),
    }),
  };
}
