/** Shorter words have too many neighbours for useful corrections. */
export const MIN_CORRECTED = 4;

/** A typo affects at most two adjacent letters, so one side of (n-1)/2 letters of a word of n stays intact. */
export const wholeSide = (length: number) => Math.max(1, Math.floor((length - 1) / 2));

export const reversed = (word: string) => [...word].reverse().join("");

/** True if inserting, removing or replacing a letter, or swapping two neighbours, turns one word into the other. */
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

/** Swapped letters are the commonest slip, a wrong first letter is the rarest. */
export function likeness(word: string, typed: string): number {
  const isSwap = word.length === typed.length && [...word].sort().join("") === [...typed].sort().join("");
  return (word[0] === typed[0] ? 2 : 0) + (isSwap ? 1 : 0) + (word.at(-1) === typed.at(-1) ? 0.5 : 0);
}
