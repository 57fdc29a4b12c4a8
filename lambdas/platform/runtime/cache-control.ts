interface CacheRule {
  readonly fresh: number;
  readonly whileRevalidating?: number;
  readonly ifError?: number;
}

/** `Cache-Control` of what the edge caches for everyone; a browser revalidates every time. */
export const cacheControl = ({ fresh, whileRevalidating, ifError }: CacheRule): string =>
  [
    "public, max-age=0",
    `s-maxage=${fresh}`,
    ...(whileRevalidating ? [`stale-while-revalidate=${whileRevalidating}`] : []),
    ...(ifError ? [`stale-if-error=${ifError}`] : []),
  ].join(", ");
