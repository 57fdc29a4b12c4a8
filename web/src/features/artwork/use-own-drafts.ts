import { useEffect, useState } from "react";
import { claimName, DRAFT_PREFIX, draftNames } from "#web/ui/form/drafts.ts";

/** So many drafts have numbers in the range that a tab has to itself. */
const RANGE = 1000;

/** The drafts of a user's new artworks that no other tab has open. */
export interface OwnDrafts {
  /** The name of a draft; the very first has no number. */
  getName(key: number): string;
  /** Numbers of those that are stored. */
  readonly keys: readonly number[];
  /** The number of the tab's first form. */
  readonly firstKey: number;
}

async function claimDrafts(userId: string, released: Promise<void>): Promise<OwnDrafts> {
  const first = `${DRAFT_PREFIX} ${userId}`;
  const getName = (key: number) => (key === 0 ? first : `${first} ${key}`);
  const claim = (range: number) => claimName(getName(range * RANGE), released);
  const stored = draftNames(first)
    .map((name) => Number(name.slice(first.length)))
    .filter(Number.isInteger)
    .sort((a, b) => a - b);
  const ranges = [...new Set(stored.map((key) => Math.floor(key / RANGE)))];
  const claimed = await Promise.all(ranges.map(claim));
  const own = ranges.filter((_, at) => claimed[at]);
  for (let range = 0; own.length === 0; range++) {
    if (!ranges.includes(range) && (await claim(range))) own.push(range);
  }
  const keys = stored.filter((key) => own.includes(Math.floor(key / RANGE)));
  return { getName, keys, firstKey: keys[0] ?? Math.min(...own) * RANGE };
}

/** Keeps a user's drafts from being filled in by two tabs at once; undefined until it is known which are free. */
export function useOwnDrafts(userId: string): OwnDrafts | undefined {
  const [drafts, setDrafts] = useState<OwnDrafts>();
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void claimDrafts(userId, promise).then(setDrafts);
    return resolve;
  }, [userId]);
  return drafts;
}
