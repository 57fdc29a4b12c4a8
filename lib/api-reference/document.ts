import * as z from "zod/mini";
import { APP_NAME } from "#shared/brand.ts";
import { areas } from "#shared/contract/areas.ts";
import { FAILURES, type FailureCode, IMPLIED_FAILURES } from "#shared/failures.ts";
import { FreeOrderForm, OrderForm, PaidOrderForm } from "#shared/model/order.ts";
import type { Route } from "#shared/route.ts";

type Schema = z.ZodMiniType;
type Json = Readonly<Record<string, unknown>>;

/** Schemas that are code; what they take is one of these. */
const ALTERNATIVES = new Map<Schema, readonly Schema[]>([[OrderForm, [PaidOrderForm, FreeOrderForm]]]);

/** A schema of the contract as JSON Schema: of what is sent before it is parsed, of what is answered after. */
function jsonSchema(schema: Schema, io: "input" | "output"): Json {
  const alternatives = ALTERNATIVES.get(schema);
  if (alternatives) return { anyOf: alternatives.map((one) => jsonSchema(one, io)) };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return json;
}

const json = (schema: Json) => ({ "application/json": { schema } });

/** `listArtwork` → `List artwork`. */
const titleOf = (name: string) => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Every part of a path or query, each with the schema of its own. */
function parametersOf(place: "path" | "query", schema: Schema | undefined) {
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

/** Failures by their status, each with the codes that a caller can tell apart. */
function failuresOf({ fails = [], effects, access, optionalAuth }: Route) {
  const codes: FailureCode[] = [...IMPLIED_FAILURES, ...(effects ? ["proof_required" as const] : []), ...fails];
  const possible = codes.filter((code) => access !== "public" || optionalAuth || code !== "unauthenticated");
  const byStatus = Map.groupBy(new Set(possible), (code) => FAILURES[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${FAILURES[code].message}`).join("\n\n"),
        content: json({
          allOf: [{ $ref: "#/components/schemas/Failure" }, { properties: { code: { enum: codes } } }],
        }),
      },
    ]),
  );
}

const ACCESS: Readonly<Record<Route["access"], string>> = {
  public: "Anyone.",
  user: "Anyone signed in.",
  self: "The user whom `userId` names.",
};

const ALL_NAMES = Object.values(areas).flatMap((routes) => Object.keys(routes));

/** A route's name; where two areas have it the area's stands before it, for OpenAPI wants it once. */
export const operationIdOf = (area: string, name: string) =>
  ALL_NAMES.filter((other) => other === name).length === 1
    ? name
    : `${area}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function operationOf(area: string, name: string, route: Route) {
  const { access, optionalAuth, feature, params, query, body, status, returns } = route;
  const session = [{ accessToken: [] }];
  const parameters = [...parametersOf("path", params), ...parametersOf("query", query)];
  return {
    operationId: operationIdOf(area, name),
    tags: [area],
    summary: titleOf(name),
    description: `${ACCESS[access]}${feature ? ` Only on stages with ${feature}.` : ""}`,
    security: access === "public" ? (optionalAuth ? [{}, ...session] : []) : session,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(jsonSchema(body, "input")) } } : {}),
    responses: {
      [status]: { description: "Success", ...(returns ? { content: json(jsonSchema(returns, "output")) } : {}) },
      ...failuresOf(route),
    },
  };
}

export type Operation = ReturnType<typeof operationOf>;

/** The API as OpenAPI 3.1, all of it from the contract. */
export function openApiDocument() {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, route] of Object.entries<Route>(routes)) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(area, name, route) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: APP_NAME,
      version: "1",
      description: "Made from the contract. The refresh token travels in a cookie that only /auth gets.",
    },
    tags: Object.keys(areas).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
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
