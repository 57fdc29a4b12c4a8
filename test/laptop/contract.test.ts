import { selectRoute } from "ochre-local/services";
import { expect, test } from "vitest";
import { areas } from "#shared/contract/areas.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";

const contract: Route[] = Object.values(areas).flatMap((area) => Object.values(area));
const routes = contract.map((route) => ({ routeKey: buildRouteKey(route) }));
const selectRouteKey = (method: string, path: string) => selectRoute(routes, method, path)?.route.routeKey;

test.each(contract.map((route) => [buildRouteKey(route), route] as const))(
  "%s is selected, whatever other routes match its path",
  (routeKey, { method, path }) => {
    expect(selectRouteKey(method, path.replace(/\{\w+\}/g, "anything"))).toBe(routeKey);
  },
);

test("a user's lists aren't shadowed by the dashboard's route", () => {
  const selection = "GET /api/users/{userId}/{displayType}";
  for (const side of ["purchases", "sales"]) expect(selectRouteKey("GET", `/api/users/7/${side}`)).toBe(selection);
  for (const list of ["orders", "uploads", "my_artwork", "ownership", "collection", "settings"]) {
    expect(selectRouteKey("GET", `/api/users/7/${list}`)).toBe(`GET /api/users/{userId}/${list}`);
  }
});
