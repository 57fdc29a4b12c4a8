/** Shorter words have too many neighbours for a guess to help. */
const SHORTEST_CORRECTED = 5;

/** Nobody mistypes a single letter of a longer one, whose key could have more bytes than DynamoDB takes. */
const LONGEST_CORRECTED = 40;

export type Side = "start" | "end";

/** Where a word is found by the half of it that a typo left alone. */
export interface SpellingKey {
  readonly side: Side;
  readonly half: string;
}

const half = (letters: readonly string[], size: number): SpellingKey[] => [
  { side: "start", half: letters.slice(0, size).join("") },
  { side: "end", half: letters.slice(-size).join("") },
];

/** One typo touches at most two neighbouring letters, so of a word of n letters one side of (n-1)/2 stays whole. */
const wholeSide = (length: number) => Math.max(2, Math.floor((length - 1) / 2));

/** The keys that a word is stored under: one for every length that a misspelling of it can have. */
export function keysOfWord(word: string): SpellingKey[] {
  const letters = [...word];
  if (letters.length < SHORTEST_CORRECTED || letters.length > LONGEST_CORRECTED) return [];
  const sizes = new Set([wholeSide(letters.length), wholeSide(letters.length - 1), wholeSide(letters.length - 2)]);
  return [...sizes].flatMap((size) => half(letters, size));
}

/** The two keys under which every word lies that a typed one can be a misspelling of, and how long those words are. */
export function keysOfTyped(typed: string): { keys: SpellingKey[]; shortest: number; longest: number } {
  const letters = [...typed];
  const shortest = Math.max(SHORTEST_CORRECTED, letters.length - 1);
  const longest = letters.length + 1;
  return { keys: longest < shortest ? [] : half(letters, wholeSide(letters.length - 1)), shortest, longest };
}

/** Whether one letter put in, left out or replaced, or two neighbours swapped, makes one word of the other. */
export function isOneTypoApart(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from++;
  let end = 0;
  while (end < short.length - from && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [shortRest, longRest] = [short.slice(from, short.length - end), long.slice(from, long.length - end)];
  if (longRest.length <= 1) return longRest.length === 1;
  const [a, b] = longRest;
  return shortRest.length === 2 && longRest.length === 2 && shortRest[0] === b && shortRest[1] === a;
}
