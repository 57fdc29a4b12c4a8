/** The artwork of a collection in its order. `removed` holds pairs: an artwork that was taken out, and what followed it. */
export interface Entries {
  readonly artworkIds: readonly string[];
  readonly removed: readonly (readonly string[])[];
}

/** How many removed artworks a list can go on from. */
const REMEMBERED = 20;

/** The ids with one more behind another, first where that is null, last where it isn't among them. */
function inserted(ids: readonly string[], id: string, after: string | null | undefined): readonly string[] {
  const at = after == null ? -1 : ids.indexOf(after);
  const isLast = after !== null && at < 0;
  return ids.toSpliced(isLast ? ids.length : at + 1, 0, id);
}

/** With an artwork behind another, at the end without one; unchanged where it is there already. */
export function withEntry({ artworkIds, removed }: Entries, artworkId: string, after?: string | null): Entries {
  if (artworkIds.includes(artworkId)) return { artworkIds, removed };
  return {
    artworkIds: inserted(artworkIds, artworkId, after),
    removed: removed.filter(([gone]) => gone !== artworkId),
  };
}

/** Without an artwork. Whoever followed it is what a cursor of it goes on from. */
export function withoutEntry({ artworkIds, removed }: Entries, artworkId: string): Entries {
  const at = artworkIds.indexOf(artworkId);
  if (at < 0) return { artworkIds, removed };
  const next = artworkIds[at + 1];
  // A cursor of what was removed before it and led to it leads to its own successor now.
  const followed = removed.map(([gone = "", to]) => (to === artworkId ? pair(gone, next) : pair(gone, to)));
  return {
    artworkIds: artworkIds.toSpliced(at, 1),
    removed: [...followed, pair(artworkId, next)].slice(-REMEMBERED),
  };
}

const pair = (gone: string, next: string | undefined) => (next === undefined ? [gone] : [gone, next]);

/** With an artwork moved behind another one: those on no page, hidden or not asked for yet, stay where they are. */
export function withMovedEntry({ artworkIds, removed }: Entries, artworkId: string, after: string | null): Entries {
  if (!artworkIds.includes(artworkId) || after === artworkId) return { artworkIds, removed };
  const others = artworkIds.filter((id) => id !== artworkId);
  return { artworkIds: inserted(others, artworkId, after), removed };
}

/** What comes after a cursor; from the beginning without one, nothing after one that was never there. */
export function entriesAfter({ artworkIds, removed }: Entries, cursor: string | undefined): readonly string[] {
  if (cursor === undefined) return artworkIds;
  const at = artworkIds.indexOf(cursor);
  if (at >= 0) return artworkIds.slice(at + 1);
  const next = removed.find(([gone]) => gone === cursor)?.[1];
  const from = next === undefined ? -1 : artworkIds.indexOf(next);
  return from < 0 ? [] : artworkIds.slice(from);
}
