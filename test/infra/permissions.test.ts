import type { Template } from "aws-cdk-lib/assertions";
import { type Caller, isArnLike, isPermitted, permissionsFor } from "ochre-local/access";
import {
  functionOfArn,
  type Permission,
  poolArn,
  type Resolver,
  readHttpApis,
  readPermissions,
  readRules,
  readSocketApis,
  routeArn,
  ruleArn,
} from "ochre-local/template";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { createTestResolver } from "./support/resolver.ts";
import { getStack } from "./support/synthesize-stack.ts";

/** An invocation by another AWS service, which the function's policy has to allow. */
interface Call {
  readonly functionName: string;
  readonly qualifier?: string | undefined;
  readonly caller: Caller;
}

const FUNCTION_ARN = /arn:aws:lambda:[^"]*:function:[^"]+/g;

/** Routes of HTTP APIs: `<api>/<stage>/<method>/<path>`, and `<api>/<stage>/$default` for the rest. */
const listRouteCalls = (resolver: Resolver): Call[] =>
  readHttpApis(resolver).flatMap(({ id, routes }) =>
    routes.map(({ routeKey, functionName, qualifier }) => ({
      functionName,
      qualifier,
      caller: { principal: "apigateway.amazonaws.com", sourceArn: routeArn(id, "$default", routeKey.replace(" ", "")) },
    })),
  );

/** Routes of WebSocket APIs: `<api>/<stage>/<route key>`. */
const listSocketCalls = (resolver: Resolver): Call[] =>
  readSocketApis(resolver).flatMap(({ id, stages, routes }) =>
    Object.entries(routes).flatMap(([key, { functionName, qualifier }]) =>
      stages.map((stage) => ({
        functionName,
        qualifier,
        caller: { principal: "apigateway.amazonaws.com", sourceArn: routeArn(id, stage, key) },
      })),
    ),
  );

const listRuleCalls = (resolver: Resolver): Call[] =>
  readRules(resolver).flatMap(({ name, targets }) =>
    targets.map(({ functionName }) => ({
      functionName,
      caller: { principal: "events.amazonaws.com", sourceArn: ruleArn(name) },
    })),
  );

const listTriggerCalls = (resolver: Resolver): Call[] =>
  resolver.listResources("AWS::Cognito::UserPool").flatMap(({ logicalId, properties }) => {
    const arns = JSON.stringify(properties.LambdaConfig ?? {}).match(FUNCTION_ARN) ?? [];
    const caller = { principal: "cognito-idp.amazonaws.com", sourceArn: poolArn(resolver.getName(logicalId)) };
    return arns.map((arn) => ({ functionName: functionOfArn(arn), caller }));
  });

describe.each(STAGES)("stage %s", (name) => {
  let template: Template;
  let calls: readonly Call[];
  let permissions: readonly Permission[];

  beforeAll(async () => {
    ({ template } = await getStack(name));
    const resolver = createTestResolver(template);
    calls = [listRouteCalls, listSocketCalls, listRuleCalls, listTriggerCalls].flatMap((callsOf) => callsOf(resolver));
    permissions = readPermissions(resolver);
  });

  const listPermissions = ({ functionName, qualifier }: Call) =>
    permissionsFor(
      permissions.filter((permission) => permission.functionName === functionName),
      qualifier,
    );
  const isAdmitted = (call: Call) => isPermitted(listPermissions(call), call.caller);

  test("lets every route, rule and trigger call its function", () => {
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter((call) => !isAdmitted(call))).toEqual([]);
  });

  test("has no wildcard for account, API, rule or user pool, and no unused permission", () => {
    for (const permission of permissions) {
      const [resource = "", ...rest] = (permission.sourceArn ?? "*").split(":").reverse();
      const isOfApi = permission.principal === "apigateway.amazonaws.com";
      expect([...rest, isOfApi ? resource.split("/")[0] : resource].join(":")).not.toMatch(/[*?]/);
      const covered = calls.filter(
        (call) => listPermissions(call).includes(permission) && isPermitted([permission], { ...call.caller }),
      );
      expect(covered, permission.sourceArn).not.toEqual([]);
    }
  });

  test("lets the API call the fallback function only for unmatched paths", () => {
    const rest = calls.find(({ caller }) => caller.sourceArn.endsWith("/$default/$default"));
    const patterns = permissions
      .filter(({ functionName }) => functionName === rest?.functionName)
      .map(({ sourceArn = "*" }) => sourceArn);
    const covered = calls.filter(({ caller }) => patterns.some((pattern) => isArnLike(pattern, caller.sourceArn)));
    expect(covered).toEqual([rest]);
  });
});
