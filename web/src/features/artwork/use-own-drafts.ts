import { useEffect, useState } from "react";
import { claimName, DRAFT_PREFIX, draftNames } from "#web/ui/form/drafts.ts";

/** Size of the range of draft numbers that one tab claims. */
const RANGE = 1000;

/** Drafts of a user's new artworks that no other tab has open. */
export interface OwnDrafts {
  /** Storage key of a draft; key 0 has no number. */
  getName(key: number): string;
  /** Numbers of stored drafts. */
  readonly keys: readonly number[];
  /** Number of the tab's first form. */
  readonly firstKey: number;
}

const emptyDrafts = (userId: string): OwnDrafts => {
  const first = `${DRAFT_PREFIX} ${userId}`;
  return { getName: (key) => (key === 0 ? first : `${first} ${key}`), keys: [], firstKey: 0 };
};

async function claimDrafts(userId: string, released: Promise<void>): Promise<OwnDrafts> {
  const { getName } = emptyDrafts(userId);
  const first = getName(0);
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

/** Claims a user's drafts, so that two tabs don't edit the same one; undefined until claimed. */
export function useOwnDrafts(userId: string): OwnDrafts | undefined {
  const [drafts, setDrafts] = useState<OwnDrafts>();
  useEffect(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Without its drafts, a form still publishes.
    void claimDrafts(userId, promise).then(setDrafts, () => setDrafts(emptyDrafts(userId)));
    return resolve;
  }, [userId]);
  return drafts;
}
