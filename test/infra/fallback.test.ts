import { expect, test } from "vitest";
import { handleUnknownRoute } from "#lambdas/platform/runtime/handle-unknown-route.ts";
import { getStage } from "#lib/stacks/stages.ts";
import type { Route } from "#shared/route.ts";

const contract = {
  area: {
    list: { method: "GET", path: "/api/things", access: "public", status: 204 },
    write: { method: "POST", path: "/api/things", access: "user", status: 204 },
    read: { method: "GET", path: "/api/things/{thingId}", access: "public", status: 204 },
    pay: { method: "POST", path: "/api/payments", access: "user", status: 204, feature: "payments" },
  },
} as const satisfies Record<string, Record<string, Route>>;

const answer = (path: string, stage: "dev" | "production" = "dev") => {
  const { statusCode, headers, body } = handleUnknownRoute({ path, switches: getStage(stage).features }, contract);
  return { statusCode, allow: headers?.allow, code: JSON.parse(String(body)).code };
};

test.each(["/api/nothing", "/api/things/1/more", "/api/things/", "/auth"])("%s is not found", (path) => {
  expect(answer(path)).toEqual({ statusCode: 404, allow: undefined, code: "not_found" });
});

test("a known path with another method answers 405 with its methods", () => {
  expect(answer("/api/things")).toEqual({ statusCode: 405, allow: "GET, POST", code: "method_not_allowed" });
  expect(answer("/api/things/1")).toEqual({ statusCode: 405, allow: "GET", code: "method_not_allowed" });
});

test("a route of a disabled feature answers 404", () => {
  expect(answer("/api/payments").statusCode).toBe(405);
  expect(answer("/api/payments", "production").statusCode).toBe(404);
});
