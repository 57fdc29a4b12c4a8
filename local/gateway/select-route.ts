/** A literal segment takes precedence over a parameter, a parameter over a greedy one. */
const getRank = (segment: string) => (segment.endsWith("+}") ? 2 : segment.startsWith("{") ? 1 : 0);

const splitPath = (path: string) => path.split("/").slice(1);

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The path parameters, or undefined when the path doesn't match the pattern. */
function matchPath(pattern: string[], path: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const rank = getRank(expected);
    const actual = path[index];
    if (actual === undefined || (rank > 0 && actual === "")) return undefined;
    if (rank === 0 && expected !== actual) return undefined;
    if (rank === 1) params[expected.slice(1, -1)] = decode(actual);
    if (rank === 2) {
      params[expected.slice(1, -2)] = path.slice(index).map(decode).join("/");
      return params;
    }
  }
  return path.length === pattern.length ? params : undefined;
}

export interface SelectedRoute<R> {
  route: R;
  pathParameters: Record<string, string>;
}

/**
 * API Gateway's precedence: a full match before a greedy one, then the more literal path (from the left),
 * then a specific method before ANY, and `$default` for the rest.
 */
export function selectRoute<R extends { routeKey: string }>(
  routes: readonly R[],
  method: string,
  path: string,
): SelectedRoute<R> | undefined {
  const segments = splitPath(path);
  const matches = routes.flatMap((route) => {
    const [routeMethod = "", routePath = ""] = route.routeKey.split(" ");
    if (routeMethod !== method && routeMethod !== "ANY") return [];
    const pattern = splitPath(routePath);
    const pathParameters = matchPath(pattern, segments);
    if (!pathParameters) return [];
    const ranks = pattern.map(getRank);
    const order = [ranks.includes(2) ? 1 : 0, ...ranks, routeMethod === "ANY" ? 1 : 0].join("");
    return [{ route, pathParameters, order, length: pattern.length }];
  });
  const [best] = matches.sort((a, b) => a.order.localeCompare(b.order) || b.length - a.length);
  if (best) return { route: best.route, pathParameters: best.pathParameters };
  const fallback = routes.find(({ routeKey }) => routeKey === "$default");
  return fallback && { route: fallback, pathParameters: {} };
}
