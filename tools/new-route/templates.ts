import { kebab, paramsOf, type RouteRequest } from "./route-request.ts";

const STATUS = { GET: 200, POST: 201, PATCH: 200, DELETE: 204 } as const;

/** Whether the skeleton answers with a body. */
const answers = ({ method }: RouteRequest) => method !== "DELETE";

/** `artworkId` → `ArtworkId`, the name of its schema. */
export const idSchemaOf = (param: string) => `${param.charAt(0).toUpperCase()}${param.slice(1)}`;

/** The route's entry in its area's contract; `ids` are the schemas of ids that exist. */
export function contractOf(request: RouteRequest, ids: readonly string[]): string {
  const { name, method, path, access } = request;
  const params = paramsOf(path).map((param) => {
    const schema = idSchemaOf(param);
    return `${param}: ${ids.includes(schema) ? schema : "z.string()"}`;
  });
  return `
/** ${sentenceOf(name)}. */
export const ${name} = route({
  method: "${method}",
  path: "${path}",
  access: "${access}",
  ${params.length > 0 ? `params: z.object({ ${params.join(", ")} }),` : ""}
  status: ${STATUS[method]},
  ${answers(request) ? "returns: z.object({ answer: z.string() })," : ""}
});
`;
}

/** `writeComment` → `Write comment`. */
const sentenceOf = (name: string) => {
  const words = kebab(name).replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

export const handlerOf = (
  request: RouteRequest,
) => `import { ${request.name} } from "#shared/contract/${request.area}.ts";
import { handle } from "../runtime/handle.ts";

export const ${request.name}Handler = handle(${request.name}, async () => ${
  answers(request) ? `({ answer: "${sentenceOf(request.name)}" })` : "undefined"
});
`;

/** The files of an area that doesn't exist yet, beside its contract. It may touch the table until told otherwise. */
export const areaFilesOf = (area: string): Record<string, string> => ({
  "needs.ts": `import type { Need } from "../runtime/environment.ts";

export const needs = ["table"] as const satisfies readonly Need[];
`,
  "services.ts": `import { openTable } from "../table/marketplace-table.ts";

export const openers = { table: openTable };
`,
  "routes.ts": `import * as ${area} from "#shared/contract/${area}.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { needs } from "./needs.ts";
import { openers } from "./services.ts";

export const handlers = {};

export const handler = serve(${area}, handlers, () => openServices(needs, openers, process.env));
`,
});

/** A test that calls the route, as whoever may. */
export function testOf(request: RouteRequest): string {
  const { area, name, method, path, access } = request;
  const params = paramsOf(path).map((param) => `${param}: ${param === "userId" ? "caller" : sampleOf(param)}`);
  const sent = [
    ...(access === "public" ? [] : ["as: caller"]),
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
  ];
  const call = (fields: string[]) => `api.call(${name}${fields.length > 0 ? `, { ${fields.join(", ")} }` : ""})`;
  const needsCaller = access !== "public" || path.includes("{userId}");
  const body = answers(request) ? `\n  expect(reply.body).toEqual({ answer: "${sentenceOf(name)}" });` : "";
  return `import { expect, test } from "vitest";
import { ${name} } from "#shared/contract/${area}.ts";
import { startApi } from "#test/support/start-api.ts";

test("${method} ${path} answers ${access === "public" ? "anyone" : "who may call it"}", async () => {
  const api = await startApi();
  ${needsCaller ? "const caller = api.services.newId();" : ""}
  const reply = await ${call(sent)};

  expect(reply.status).toBe(${STATUS[method]});${body}
});
${access === "public" ? "" : visitorTest(call(sent.filter((field) => !field.startsWith("as:"))), needsCaller && params.some((param) => param.endsWith("caller")), `${method} ${path}`)}`;
}

const sampleOf = (param: string) => (param.endsWith("Id") ? "api.services.newId()" : `"any"`);

const visitorTest = (call: string, namesCaller: boolean, route: string) => `
test("${route} asks a visitor to log in", async () => {
  const api = await startApi();
  ${namesCaller ? "const caller = api.services.newId();" : ""}
  const { status } = await ${call};

  expect(status).toBe(401);
});
`;
