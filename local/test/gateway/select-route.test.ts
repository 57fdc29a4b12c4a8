import { expect, test } from "vitest";
import { selectRoute } from "#local/gateway/select-route.ts";

const routes = [
  "GET /pets/{id}",
  "GET /pets/dog",
  "ANY /pets/cat",
  "POST /pets/{id}",
  "GET /pets/{id}/toys/{toy}",
  "GET /{kind}/dog/food",
  "ANY /pets/{rest+}",
  "$default",
].map((routeKey) => ({ routeKey }));

test.each([
  ["a literal before a parameter", "GET", "/pets/dog", "GET /pets/dog", {}],
  ["a parameter, decoded", "GET", "/pets/a%2Fb", "GET /pets/{id}", { id: "a/b" }],
  ["a full match for any method before a parameter's own method", "POST", "/pets/cat", "ANY /pets/cat", {}],
  ["the named method among equal paths", "POST", "/pets/7", "POST /pets/{id}", { id: "7" }],
  ["two parameters", "GET", "/pets/7/toys/9", "GET /pets/{id}/toys/{toy}", { id: "7", toy: "9" }],
  ["a greedy parameter for the rest", "DELETE", "/pets/a/b/c", "ANY /pets/{rest+}", { rest: "a/b/c" }],
  ["a full match before a greedy one", "GET", "/pets/dog/food", "GET /{kind}/dog/food", { kind: "pets" }],
  ["the default for another path", "GET", "/cars", "$default", {}],
  ["the default for a trailing slash without a segment", "GET", "/pets/", "$default", {}],
])("API Gateway chooses %s", (_rule, method, path, routeKey, pathParameters) => {
  expect(selectRoute(routes, method, path)).toEqual({ route: { routeKey }, pathParameters });
});

test("no route is selected when nothing matches and there is no $default", () => {
  expect(selectRoute([{ routeKey: "GET /a" }], "POST", "/a")).toBeUndefined();
});
