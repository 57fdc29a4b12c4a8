interface Keeping {
  readonly fresh: number;
  readonly whileRevalidating?: number;
  readonly ifError?: number;
}

/** `Cache-Control` of what the edge keeps for everyone; a browser asks the edge every time. */
export const kept = ({ fresh, whileRevalidating, ifError }: Keeping): string =>
  [
    "public, max-age=0",
    `s-maxage=${fresh}`,
    ...(whileRevalidating ? [`stale-while-revalidate=${whileRevalidating}`] : []),
    ...(ifError ? [`stale-if-error=${ifError}`] : []),
  ].join(", ");
