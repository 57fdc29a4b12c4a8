interface CacheRule {
  readonly fresh: number;
  readonly whileRevalidating?: number;
  readonly ifError?: number;
}

/** `Cache-Control` of what the edge caches for everyone; browsers always revalidate. */
export const formatCacheControl = ({ fresh, whileRevalidating, ifError }: CacheRule): string =>
  [
    "public, max-age=0",
    `s-maxage=${fresh}`,
    ...(whileRevalidating ? [`stale-while-revalidate=${whileRevalidating}`] : []),
    ...(ifError ? [`stale-if-error=${ifError}`] : []),
  ].join(", ");
