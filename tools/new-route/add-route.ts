import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { BadRoute, kebab, listParams, type RouteRequest } from "./route-request.ts";
import { withEntry, withFirstEntry, withImport, withNamespace, withServicesType } from "./source.ts";
import {
  isAudited,
  needsOpenAccount,
  renderAreaFiles,
  renderContract,
  renderDeclaration,
  toAuditEvent,
  toIdSchema,
  toServicesType,
  withHandler,
} from "./templates.ts";
import { renderTest, withSample } from "./test-templates.ts";

const SAMPLES = "test/support/samples.ts";
const AUDIT = "shared/audit.ts";

type Areas = Readonly<Record<string, Readonly<Record<string, Route>>>>;

/**
 * Generates a working route: contract, handler, the area's list and a test; a new area gets its own files.
 * Returns the paths of the written files, relative to `root`. Throws `BadRoute` before anything is written.
 */
export async function addRoute(root: string, request: RouteRequest): Promise<string[]> {
  const { area, name } = request;
  const read = (path: string) => readFile(join(root, path), "utf8");
  const contractPath = `shared/contract/${area}.ts`;
  const isNew = !existsSync(join(root, contractPath));
  const folder = isNew ? `lambdas/areas/${area}` : await findFolder(root, area);
  const handlerPath = `${folder}/${area}.ts`;
  const testPath = `test/api/${kebab(name)}.test.ts`;
  if (isNew && existsSync(join(root, `lambdas/areas/${area}`)))
    throw new BadRoute(`lambdas/areas/${area} exists but isn't an area.`);
  if (existsSync(join(root, testPath))) throw new BadRoute(`${testPath} already exists.`);

  const { areas } = (await import(pathToFileURL(join(root, "shared/contract/areas.ts")).href)) as { areas: Areas };
  const taken = Object.values(areas).flatMap((routes) => Object.values(routes).map(buildRouteKey));
  if (taken.includes(buildRouteKey(request))) throw new BadRoute(`${buildRouteKey(request)} is already a route.`);

  const ids = [...(await read("shared/model/ids.ts")).matchAll(/^export const (\w+) =/gm)].map(([, id]) => id ?? "");
  const contract = isNew ? "" : await read(contractPath);
  if (new RegExp(`^export const ${name}\\b`, "m").test(contract))
    throw new BadRoute(`${area} already has a route ${name}.`);
  const made = isNew ? await newAreaFiles(read, area) : {};
  const current = async (path: string) => made[path] ?? (await read(path));
  const routesPath = `${folder}/routes.ts`;
  const routes = withImport(await current(routesPath), `${name}Handler`, `./${area}.ts`);
  const servicesPath = `${folder}/services.ts`;
  const services = needsOpenAccount(request)
    ? { [servicesPath]: withServicesType(await current(servicesPath), toServicesType(area)) }
    : {};
  const files: Record<string, string> = {
    ...made,
    ...services,
    ...(isAudited(request)
      ? { [AUDIT]: withFirstEntry(await read(AUDIT), "AUDIT_EVENTS", `"${toAuditEvent(request)}": {}`) }
      : {}),
    [contractPath]: extendContract(contract, request, ids),
    [handlerPath]: withHandler(
      existsSync(join(root, handlerPath)) ? await read(handlerPath) : "",
      request,
      relative(folder, "lambdas"),
    ),
    [routesPath]: withEntry(routes, "handlers", `${name}: ${name}Handler`),
    [SAMPLES]: withSample(await read(SAMPLES), request),
    [testPath]: renderTest(request),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return Object.keys(files);
}

/** Folder of an area's function, relative to `root`. */
async function findFolder(root: string, area: string): Promise<string> {
  const { FUNCTIONS } = (await import(pathToFileURL(join(root, "lambdas/functions.ts")).href)) as {
    FUNCTIONS: Readonly<Record<string, { readonly source: string }>>;
  };
  const declared = FUNCTIONS[area];
  if (!declared) throw new BadRoute(`lambdas/functions.ts declares no function ${area}.`);
  return dirname(`lambdas/${declared.source}`);
}

async function newAreaFiles(read: (path: string) => Promise<string>, area: string): Promise<Record<string, string>> {
  const areas = withNamespace(await read("shared/contract/areas.ts"), area, `./${area}.ts`);
  const ofFolder = Object.entries(renderAreaFiles(area)).map(([name, text]) => [`lambdas/areas/${area}/${name}`, text]);
  const functions = withFirstEntry(await read("lambdas/functions.ts"), "FUNCTIONS", renderDeclaration(area));
  return {
    "shared/contract/areas.ts": withEntry(areas, "areas", area),
    "lambdas/functions.ts": functions,
    ...Object.fromEntries(ofFolder),
  };
}

function extendContract(contract: string, request: RouteRequest, ids: readonly string[]): string {
  const entry = renderContract(request, ids);
  const used = listParams(request.path)
    .map(toIdSchema)
    .filter((schema) => ids.includes(schema));
  const withIds = used.reduce((source, schema) => withImport(source, schema, "../model/ids.ts"), contract);
  const withRoute = withImport(withIds, "route", "../route.ts");
  const withZod = entry.includes("z.") ? withNamespace(withRoute, "z", "zod/mini") : withRoute;
  return `${withZod}${entry}`;
}
