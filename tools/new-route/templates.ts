import { kebab, listParams, type RouteRequest } from "./route-request.ts";
import { withImport } from "./source.ts";

export const STATUS = { GET: 200, POST: 201, PATCH: 200, DELETE: 204 } as const;

/** True if the generated handler answers with a body. */
export const answers = ({ method }: RouteRequest) => method !== "DELETE";

/** `artworkId` → `ArtworkId`, the name of its schema. */
export const toIdSchema = (param: string) => `${param.charAt(0).toUpperCase()}${param.slice(1)}`;

/** The route's entry in its area's contract; `ids` are the schemas of ids that exist. */
export function renderContract(request: RouteRequest, ids: readonly string[]): string {
  const { name, method, path, access } = request;
  const params = listParams(path).map((param) => {
    const schema = toIdSchema(param);
    return `${param}: ${ids.includes(schema) ? schema : "z.string()"}`;
  });
  return `
/** ${toSentence(name)}. */
export const ${name} = route({
  method: "${method}",
  path: "${path}",
  access: "${access}",
  ${isAudited(request) ? `audit: "${toAuditEvent(request)}",` : ""}
  ${params.length > 0 ? `params: z.object({ ${params.join(", ")} }),` : ""}
  status: ${STATUS[method]},
  ${answers(request) ? "returns: z.object({ answer: z.string() })," : ""}
});
`;
}

/** Event name in the audit log: `community` and `writeComment` → `community.write_comment`. */
export const toAuditEvent = ({ area, name }: RouteRequest) => `${area}.${kebab(name).replaceAll("-", "_")}`;

/** `writeComment` → `Write comment`. */
export const toSentence = (name: string) => {
  const words = kebab(name).replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Type of an area's services: `community` → `CommunityServices`. */
export const toServicesType = (area: string) => `${toIdSchema(area)}Services`;

/** Routes that write are recorded in the audit log. */
export const isAudited = ({ method }: RouteRequest) => method !== "GET";

/** Writes of signed-in users are refused for closed accounts. */
export const needsOpenAccount = ({ method, access }: RouteRequest) => method !== "GET" && access !== "public";

/** Adds a handler that returns a placeholder matching the contract. `toLambdas` is the relative path from its folder. */
export function withHandler(source: string, request: RouteRequest, toLambdas: string): string {
  const { name, area } = request;
  const answer = answers(request) ? `{ answer: "${toSentence(name)}" }` : "undefined";
  const services = toServicesType(area);
  const accounts = area === "users" ? "." : `${toLambdas}/areas/users`;
  const imports: readonly (readonly [name: string, from: string])[] = [
    [name, `#shared/contract/${area}.ts`],
    ["handle", `${toLambdas}/platform/runtime/handle.ts`],
  ];
  const writes: typeof imports = [
    ["fail", `${toLambdas}/platform/runtime/failure.ts`],
    ["findOpenUser", `${accounts}/open-account.ts`],
    [`type ${services}`, "./services.ts"],
  ];
  const handler = needsOpenAccount(request)
    ? `async ({ actor }, { table }: ${services}) => {
  const user = await findOpenUser(table, actor.userId);
  return user ? ${answer} : fail("forbidden");
}`
    : `async () => (${answer})`;
  const all = needsOpenAccount(request) ? [...imports, ...writes] : imports;
  const imported = all.reduce((before, [wanted, from]) => withImport(before, wanted, from), source);
  return `${imported}\nexport const ${name}Handler = handle(${name}, ${handler});\n`;
}

/** The line of a new area in lambdas/functions.ts, with access to the table by default. */
export const renderDeclaration = (area: string) =>
  `${area}: { source: "areas/${area}/routes.ts", permissions: ["table"] }`;

/** The files of a new area, beside its contract. */
export const renderAreaFiles = (area: string): Record<string, string> => ({
  "services.ts": `import { openTable } from "../../platform/table/marketplace-table.ts";

export const serviceFactories = { table: openTable };
`,
  "routes.ts": `import * as ${area} from "#shared/contract/${area}.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {};

export const handler = serve(${area}, handlers, () => openServices("${area}", serviceFactories, process.env));
`,
});
