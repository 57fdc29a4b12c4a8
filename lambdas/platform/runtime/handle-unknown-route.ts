import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { areas, isOn } from "#shared/contract/areas.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import type { Route } from "#shared/route.ts";
import type { BaseServices } from "./base-services.ts";
import { buildEnvironmentSchema } from "./environment.ts";
import { fail } from "./failure.ts";
import { refuse } from "./handle.ts";
import { createBaseServices } from "./serve.ts";

type Contract = Readonly<Record<string, Readonly<Record<string, Route>>>>;

/**
 * Answers requests without a route on the stage: 405 with the path's methods, otherwise 404. Routes of disabled features
 * don't count, nor do operators' routes, which nobody else may know of.
 */
export function handleUnknownRoute(
  { path, switches }: { readonly path: string; readonly switches: FeatureSwitches },
  contract: Contract = areas,
): APIGatewayProxyStructuredResultV2 {
  const routes = Object.values(contract).flatMap((area) => Object.values(area));
  const isKnown = (route: Route) => route.access !== "operator" && isOn(route, switches) && matches(route.path, path);
  const pathRoutes = routes.filter(isKnown);
  if (pathRoutes.length === 0) return refuse(fail("not_found"));
  const { headers, ...answer } = refuse(fail("method_not_allowed"));
  return { ...answer, headers: { ...headers, allow: pathRoutes.map(({ method }) => method).join(", ") } };
}

/** A part in braces matches any one part, as in API Gateway. */
function matches(pattern: string, path: string) {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return false;
  return wanted.every((part, at) => (part.startsWith("{") ? given[at] !== "" : part === given[at]));
}

let services: BaseServices | undefined;

export async function handler({ rawPath, headers }: APIGatewayProxyEventV2) {
  services ??= createBaseServices(buildEnvironmentSchema([]).parse(process.env));
  if (services.fromEdge && !(await services.fromEdge(headers))) return refuse(fail("forbidden"));
  return handleUnknownRoute({ path: rawPath, switches: services.features });
}
