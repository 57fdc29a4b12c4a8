import { expect, test } from "vitest";
import { areas } from "#shared/contract/areas.ts";
import { buildRouteKey, isRefusedWhileSuspended, type Route } from "#shared/route.ts";

const routes = Object.values(areas).flatMap((area): Route[] => Object.values(area));

/** Routes by which signed-in callers change something. */
const writing = routes.filter(({ method, access }) => method !== "GET" && access !== "public" && access !== "operator");

test("every route that writes for signed-in callers declares calls of suspended accounts, and no other does", () => {
  expect(routes.filter(({ whileSuspended }) => whileSuspended).map(buildRouteKey)).toEqual(writing.map(buildRouteKey));
});

const isRefused = (key: string, body: object = {}) => {
  const route = routes.find((one) => buildRouteKey(one) === key);
  if (!route) throw new Error(`There is no ${key}`);
  return isRefusedWhileSuspended(route, body);
};

test.each([
  ["a hidden artwork", "PATCH /api/artwork/{artworkId}", { artworkVisibility: "invisible" }, {}],
  [
    "a private collection",
    "POST /api/collections",
    { collectionVisibility: "private" },
    { collectionVisibility: "public" },
  ],
  ["a paid order", "POST /api/orders", { orderIntent: "pi_1" }, { licenseType: "personal" }],
  ["a refund request", "POST /api/threads", { messageKind: "refundAsked" }, { messageKind: "text" }],
])("a suspended account may make %s by what another body would publish, sell or buy", (_what, key, good, bad) => {
  expect([isRefused(key, good), isRefused(key, bad)]).toEqual([false, true]);
});
