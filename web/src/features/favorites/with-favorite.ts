const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isOf = (value: unknown, artworkId: string): value is { artworkId: string; favorites: number } =>
  isRecord(value) && value.artworkId === artworkId && typeof value.favorites === "number";

const counted = <T extends { favorites: number }>(artwork: T, by: number): T => ({
  ...artwork,
  favorites: Math.max(0, artwork.favorites + by),
});

/** An answer of the API with an artwork's favourites counted anew; any other answer as it is. */
export function withFavorite(data: unknown, artworkId: string, by: number): unknown {
  if (!isRecord(data)) return data;
  if (isOf(data.artwork, artworkId)) return { ...data, artwork: counted(data.artwork, by) };
  const { items } = data;
  if (!Array.isArray(items) || !items.some((item) => isOf(item, artworkId))) return data;
  return { ...data, items: items.map((item: unknown) => (isOf(item, artworkId) ? counted(item, by) : item)) };
}
