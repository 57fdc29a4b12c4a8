import * as z from "zod/mini";
import { APP_NAME } from "#shared/brand.ts";
import { areas } from "#shared/contract/areas.ts";
import { FAILURES, type FailureCode, IMPLIED_FAILURES } from "#shared/failures.ts";
import {
  ArtworkIntentForm,
  ArtworkTaxForm,
  FreeOrderForm,
  IntentForm,
  OfferIntentForm,
  OfferTaxForm,
  OrderForm,
  PaidOrderForm,
  TaxForm,
} from "#shared/model/order.ts";
import type { Route } from "#shared/route.ts";

type Schema = z.ZodMiniType;
type Json = Readonly<Record<string, unknown>>;

/** Schemas that choose their alternative in code, with those alternatives. */
const ALTERNATIVES = new Map<Schema, readonly Schema[]>([
  [OrderForm, [PaidOrderForm, FreeOrderForm]],
  [IntentForm, [ArtworkIntentForm, OfferIntentForm]],
  [TaxForm, [ArtworkTaxForm, OfferTaxForm]],
]);

/** JSON Schema of a contract schema: requests before parsing ("input"), responses after ("output"). */
function jsonSchema(schema: Schema, io: "input" | "output"): Json {
  const alternatives = ALTERNATIVES.get(schema);
  if (alternatives) return { anyOf: alternatives.map((one) => jsonSchema(one, io)) };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return json;
}

const json = (schema: Json) => ({ "application/json": { schema } });

/** A file is described by its media type alone. */
const success = ({ returns, produces }: Route) => {
  if (produces) return { content: { [produces]: {} } };
  return returns ? { content: json(jsonSchema(returns, "output")) } : {};
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `listArtwork` → `List artwork`. */
const toTitle = (name: string) => capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const ROUTES = Object.values(areas).flatMap((routes) => Object.values<Route>(routes));

const PARAMETER = /\{(\w+)\}/g;

const toPathShape = (path: string) => path.replaceAll(PARAMETER, "{}");

const listParameterNames = (path: string) => [...path.matchAll(PARAMETER)].map(([, name = ""]) => name);

/** Parameter names shared by all paths of this shape, as OpenAPI allows each shape once. */
function describedNames(path: string): readonly string[] {
  const alike = ROUTES.filter((route) => toPathShape(route.path) === toPathShape(path));
  return listParameterNames(path).map((_, at) => {
    const [first = "", ...others] = new Set(alike.map((route) => listParameterNames(route.path)[at] ?? ""));
    return [first, ...others.map(capitalized)].join("Or");
  });
}

/** The path in the document: `/api/users/{userIdOrUsername}` where one route names it `userId` and another `username`. */
export function describedPath(path: string): string {
  const names = describedNames(path)[Symbol.iterator]();
  return path.replaceAll(PARAMETER, () => `{${names.next().value}}`);
}

/** Each parameter of a path or query with its own schema. */
function toParameters(place: "path" | "query", schema: Schema | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Readonly<Record<string, Json>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: value,
  }));
}

/** Errors of API Gateway itself; only its authorizer sends the first two. */
const REFUSALS: Readonly<Record<string, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

const AUTHORIZER_STATUSES: readonly string[] = ["401", "403"];

/** Failures by status, each with its codes, and API Gateway's own errors, which have none. */
function toFailures({ fails = [], effects, whileSuspended = "allowed", access, optionalAuth }: Route) {
  const codes: FailureCode[] = [
    ...IMPLIED_FAILURES,
    ...(effects ? ["proof_required" as const] : []),
    ...(whileSuspended === "allowed" ? [] : ["account_suspended" as const]),
    ...fails,
  ];
  const possible = codes.filter((code) => access !== "public" || optionalAuth || code !== "unauthenticated");
  const byStatus = Map.groupBy(new Set(possible), (code) => String(FAILURES[code].status));
  const refusals = Object.keys(REFUSALS).filter(
    (status) => access !== "public" || !AUTHORIZER_STATUSES.includes(status),
  );
  const statuses = new Set([...byStatus.keys(), ...refusals]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const codes = byStatus.get(status) ?? [];
      const refusal = refusals.includes(status) ? [{ $ref: "#/components/schemas/Refusal" }] : [];
      const failure = { allOf: [{ $ref: "#/components/schemas/Failure" }, { properties: { code: { enum: codes } } }] };
      const [only, ...others] = [...(codes.length > 0 ? [failure] : []), ...refusal];
      return [
        status,
        {
          description: [
            ...codes.map((code) => `\`${code}\`: ${FAILURES[code].message}`),
            ...refusal.map(() => `From API Gateway, without a code: ${REFUSALS[status]}`),
          ].join("\n\n"),
          content: json(others.length > 0 ? { anyOf: [only, ...others] } : (only ?? {})),
        },
      ];
    }),
  );
}

const ACCESS: Readonly<Partial<Record<Route["access"], string>>> = {
  public: "Anyone.",
  user: "Anyone signed in.",
  self: "The user whom `userId` names.",
};

const ALL_NAMES = Object.values(areas).flatMap((routes) => Object.keys(routes));

/** The route's name, prefixed with the area where two areas share it: operation ids are unique in OpenAPI. */
export const buildOperationId = (area: string, name: string) =>
  ALL_NAMES.filter((other) => other === name).length === 1 ? name : area + capitalized(name);

/** A missing body counts as an empty object, so it is required only if one of its fields is. */
const toRequestBody = (body: Schema) => ({
  required: !z.safeParse(body, {}).success,
  content: json(jsonSchema(body, "input")),
});

function toOperation(area: string, name: string, route: Route) {
  const { access, optionalAuth, feature, params, query, body, status, path } = route;
  const session = [{ accessToken: [] }];
  const names = describedNames(path);
  const inPath = toParameters("path", params).map((one) => ({
    ...one,
    name: names[listParameterNames(path).indexOf(one.name)] ?? one.name,
  }));
  const parameters = [...inPath, ...toParameters("query", query)];
  return {
    operationId: buildOperationId(area, name),
    tags: [area],
    summary: toTitle(name),
    description: `${ACCESS[access]}${feature ? ` Only on stages with ${feature}.` : ""}`,
    security: access === "public" ? (optionalAuth ? [{}, ...session] : []) : session,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: toRequestBody(body) } : {}),
    responses: {
      [status]: { description: "Success", ...success(route) },
      ...toFailures(route),
    },
  };
}

/** False for operators' routes, which nobody else may know of. */
const isDescribed = ({ access }: Route) => access !== "operator";

export type Operation = ReturnType<typeof toOperation>;

/** Generates the OpenAPI 3.1 document from the contract, without operators' routes; `server` is the API's base URL, or `/` for the document's own host. */
export function openApiDocument(server: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, route] of Object.entries<Route>(routes)) {
      if (!isDescribed(route)) continue;
      const path = describedPath(route.path);
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(area, name, route) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: APP_NAME,
      version: "1",
      description: "Made from the contract. The refresh token travels in a cookie that only /auth gets.",
    },
    servers: [{ url: server }],
    tags: Object.entries(areas).flatMap(([name, routes]) =>
      Object.values<Route>(routes).some(isDescribed) ? [{ name }] : [],
    ),
    paths,
    components: {
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Refusal: {
          description: "What API Gateway answers itself.",
          type: "object",
          required: ["message"],
          properties: { message: { type: "string" } },
        },
        Failure: {
          type: "object",
          required: ["message", "code", "expose"],
          properties: {
            message: { type: "string" },
            code: { type: "string" },
            expose: { type: "boolean", description: "Whether the site shows the message." },
            fields: { type: "object", additionalProperties: { type: "string" }, description: "Messages by field." },
            requestId: { type: "string", description: "With status 500, to be quoted to the operators." },
          },
        },
      },
    },
  };
}
