import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { buildOperationId, describedPath, openApiDocument } from "#lib/api-reference/document.ts";
import { areas } from "#shared/contract/areas.ts";
import type { Route } from "#shared/route.ts";

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean; readonly content: object };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

const document = JSON.parse(JSON.stringify(openApiDocument("https://ochre.example"))) as {
  readonly servers: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const operation = (name: string) => operations.find(({ operationId }) => operationId === name);

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect([valid, errors, validator.version]).toEqual([true, undefined, "3.1"]);
});

test("the document names its server", () => {
  expect(document.servers).toEqual([{ url: "https://ochre.example" }]);
});

test("every route is described once, by a unique name", () => {
  const routes = Object.entries(areas).flatMap(([area, own]) =>
    Object.entries<Route>(own).flatMap(([name, route]) =>
      // Nobody else may know of operators' routes.
      route.access === "operator" ? [] : [[buildOperationId(area, name), route] as const],
    ),
  );
  expect(operations).toHaveLength(routes.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  for (const [name, { method, path }] of routes) {
    expect(document.paths[describedPath(path)]?.[method.toLowerCase()]?.operationId).toBe(name);
  }
  expect(buildOperationId("licenses", "readCollection")).toBe("licensesReadCollection");
  expect(buildOperationId("community", "writeComment")).toBe("writeComment");
});

test("paths that differ only in a parameter's name are merged under a combined name", () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
  expect(new Set(shapes).size).toBe(shapes.length);
  const user = document.paths["/api/users/{userIdOrUsername}"];
  expect(Object.keys(user ?? {}).sort()).toEqual(["delete", "get", "patch"]);
  expect(user?.get?.parameters?.[0]).toMatchObject({ name: "userIdOrUsername", in: "path", required: true });
});

test("API Gateway's own responses are described for the routes that can have them", () => {
  const isAllowed = (name: string, status: string) =>
    JSON.stringify(operation(name)?.responses[status] ?? null).includes("#/components/schemas/Refusal");
  for (const status of ["413", "429", "431", "500", "503"]) {
    expect([status, isAllowed("writeComment", status), isAllowed("login", status)]).toEqual([status, true, true]);
  }
  for (const status of ["401", "403"]) {
    expect([status, isAllowed("writeComment", status), isAllowed("login", status)]).toEqual([status, true, false]);
  }
  expect(isAllowed("writeComment", "404")).toBe(false);
});

test("a body is required unless it may be empty", () => {
  expect(operation("writeComment")?.requestBody?.required).toBe(true);
  expect(operation("addToCollection")?.requestBody?.required).toBe(false);
});

test("all parameters of each path are described", () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters = [] } of Object.values(methods)) {
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => name)).toEqual(named);
    }
  }
});

test("access, input and failures are taken from the contract", () => {
  expect(operation("login")?.security).toEqual([]);
  expect(operation("readArtwork")?.security).toEqual([{}, { accessToken: [] }]);
  expect(operation("writeComment")?.security).toEqual([{ accessToken: [] }]);
  expect(operation("writeComment")?.responses["404"]?.description).toContain("`comment_not_found`");
  expect(JSON.stringify(operation("placeOrder")?.requestBody)).toContain("orderIntent");
  expect(operation("listArtwork")?.parameters).toContainEqual(
    expect.objectContaining({ name: "sort", required: false }),
  );
});
