/** A list whose order moves while it is read can bring an item twice; the first one stays where it is. */
export function withoutRepeats<Item extends { readonly artworkId: string }>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>();
  return items.filter(({ artworkId }) => {
    const isNew = !seen.has(artworkId);
    seen.add(artworkId);
    return isNew;
  });
}
