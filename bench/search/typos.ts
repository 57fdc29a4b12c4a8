/** A seeded random number generator: numbers from 0 to below 1. */
export function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const TYPOS = ["substitution", "insertion", "deletion", "transposition"] as const;
export type Typo = (typeof TYPOS)[number];

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The word with one random typo; never the word itself. */
export function misspell(word: string, typo: Typo, random: () => number): string {
  const letter = () => LETTERS[Math.floor(random() * LETTERS.length)] ?? "x";
  for (;;) {
    const at = Math.floor(random() * (typo === "insertion" ? word.length + 1 : word.length));
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const misspelt = {
      substitution: before + letter() + after.slice(1),
      insertion: before + letter() + after,
      deletion: before + after.slice(1),
      transposition: before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2),
    }[typo];
    if (misspelt !== word) return misspelt;
  }
}
