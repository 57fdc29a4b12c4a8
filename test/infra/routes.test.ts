import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { PAGE_PATHS } from "#lib/site/page-paths.ts";
import { getStage, STAGES } from "#lib/stacks/stages.ts";
import { areas, isOn } from "#shared/contract/areas.ts";
import { buildRouteKey, type Route, requiresToken } from "#shared/route.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, listAliases, listFunctions, listResources } from "./support/template.ts";

const contract: { area: string; route: Route }[] = Object.entries(areas).flatMap(([area, routes]) =>
  Object.values(routes).map((route: Route) => ({ area, route })),
);

/** Pages have only GET and HEAD. */
const toReadRoutes = (path: string) => [`GET ${path}`, `HEAD ${path}`];
const pages = PAGE_PATHS.flatMap(toReadRoutes);

describe.each(STAGES)("stage %s", (name) => {
  let template: Template;
  const expected = contract.filter(({ route }) => isOn(route, getStage(name).features));

  beforeAll(async () => {
    ({ template } = await getStack(name));
  });

  const isOfHttp = ([, { Properties }]: ReturnType<typeof listResources>[number]) =>
    collectReferences(Properties.ApiId ?? Properties.SourceArn).some((id) => id.startsWith("ApiHttp"));
  const served = () =>
    listResources(template, "AWS::ApiGatewayV2::Route")
      .filter(isOfHttp)
      .map(([, { Properties }]) => Properties);

  test("serves every route of the contract once, the pages and the default route", () => {
    const keys = served().map(({ RouteKey }) => RouteKey);
    expect(keys.sort()).toEqual([...expected.map(({ route }) => buildRouteKey(route)), ...pages, "$default"].sort());
  });

  test("has no detailed metrics of single routes", () => {
    const settings = listResources(template, "AWS::ApiGatewayV2::Stage").map(
      ([, { Properties }]) => Properties.DefaultRouteSettings as { DetailedMetricsEnabled?: boolean },
    );
    expect(settings.map(({ DetailedMetricsEnabled }) => DetailedMetricsEnabled ?? false)).toEqual([false, false]);
  });

  test("requires a token exactly on the routes whose callers are signed in", () => {
    const guarded = served().filter(({ AuthorizationType }) => AuthorizationType === "JWT");
    const wanted = expected.filter(({ route }) => requiresToken(route)).map(({ route }) => buildRouteKey(route));
    expect(guarded.map(({ RouteKey }) => RouteKey).sort()).toEqual(wanted.sort());
    const authorizers = listResources(template, "AWS::ApiGatewayV2::Authorizer").map(([id]) => id);
    expect(authorizers).toHaveLength(1);
    expect(new Set(guarded.flatMap(({ AuthorizerId }) => collectReferences(AuthorizerId)))).toEqual(
      new Set(authorizers),
    );
  });

  test("sends each route to the function of its area", () => {
    const integrations = Object.fromEntries(listResources(template, "AWS::ApiGatewayV2::Integration"));
    const names = new Map(listFunctions(template).map(({ id, name: served }) => [id, served]));
    const functions = new Map(listAliases(template).map(({ id, functionId }) => [id, names.get(functionId)]));
    const targets = served().map(({ RouteKey, Target }) => {
      const integration = collectReferences(Target).map((id) => integrations[id])[0];
      return [RouteKey, functions.get(collectReferences(integration?.Properties.IntegrationUri)[0] ?? "")];
    });
    const wanted = expected.map(({ area, route }) => [buildRouteKey(route), area]);
    const others = [...pages.map((key) => [key, "pages"]), ["$default", "fallback"]];
    expect(Object.fromEntries(targets)).toEqual(Object.fromEntries([...wanted, ...others]));
  });

  test("has one permission per function with routes, on its alias", () => {
    const permissions = listResources(template, "AWS::Lambda::Permission").filter(
      (permission) => permission[1].Properties.Principal === "apigateway.amazonaws.com" && isOfHttp(permission),
    );
    const called = listResources(template, "AWS::ApiGatewayV2::Integration")
      .filter(isOfHttp)
      .flatMap(([, { Properties }]) => collectReferences(Properties.IntegrationUri));
    expect(called).toHaveLength(new Set(expected.map(({ area }) => area)).size + 2);
    expect(permissions.flatMap(([, { Properties }]) => collectReferences(Properties.FunctionName)).sort()).toEqual(
      called.sort(),
    );
  });
});

test("production has no route of payments, discounts, dashboard or gif", async () => {
  const { template } = await getStack("production");
  const keys = listResources(template, "AWS::ApiGatewayV2::Route").map(([, { Properties }]) => Properties.RouteKey);
  const absent = contract.filter(({ route }) => route.feature).map(({ route }) => buildRouteKey(route));
  expect(keys.filter((key) => absent.includes(String(key)))).toEqual([]);
  expect(JSON.stringify(keys)).not.toMatch(/checkout|intents"|POST [^"]*onboarding"|discount|statistics/);
});

test("an unknown stage is refused with the names of all", () => {
  expect(() => getStage("prod")).toThrow('Unknown stage "prod": choose one of local, dev, staging, production.');
});
