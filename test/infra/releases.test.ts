import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES, type StageName } from "#lib/stacks/stages.ts";
import { getOrder } from "./support/order.ts";
import { getStack } from "./support/synthesize-stack.ts";
import {
  collectReferences,
  listAliases,
  listed,
  listFunctions,
  listResources,
  type Statement,
  shown,
} from "./support/template.ts";

interface Group {
  readonly DeploymentConfigName: string;
  readonly ServiceRoleArn: unknown;
  readonly AlarmConfiguration: { readonly Enabled: boolean; readonly Alarms: readonly { readonly Name: unknown }[] };
  readonly AutoRollbackConfiguration: { readonly Enabled: boolean; readonly Events: readonly string[] };
}

const listGroups = (template: Template) =>
  new Map(
    listResources(template, "AWS::CodeDeploy::DeploymentGroup").map(([id, { Properties }]) => [
      id,
      Properties as unknown as Group,
    ]),
  );

/** The names of a group's alarms. */
const listAlarms = (template: Template, { AlarmConfiguration }: Group) =>
  AlarmConfiguration.Alarms.flatMap(({ Name }) => collectReferences(Name)).map((id) =>
    String(listResources(template, "AWS::CloudWatch::Alarm").find(([alarm]) => alarm === id)?.[1].Properties.AlarmName),
  );

describe.each(STAGES)("releases of stage %s", (name) => {
  let template: Template;
  beforeAll(async () => {
    ({ template } = await getStack(name));
  });

  const findGroup = (updatePolicy: unknown) =>
    collectReferences(updatePolicy).flatMap((id) => listGroups(template).get(id) ?? []);

  test("exactly the functions behind an API have an alias of their newest version", () => {
    const aliases = listAliases(template);
    const called = listResources(template, "AWS::ApiGatewayV2::Integration").flatMap(([, { Properties }]) =>
      collectReferences(Properties.IntegrationUri).filter((id) => !id.startsWith("AWS::")),
    );
    expect(called.length).toBeGreaterThan(15);
    expect(aliases.map(({ id }) => id).sort()).toEqual([...new Set(called)].sort());
    const versions = new Map(listResources(template, "AWS::Lambda::Version"));
    for (const { functionId, versionId, name: alias } of aliases) {
      expect(alias).toBe("live");
      expect(collectReferences(versions.get(versionId)?.Properties.FunctionName)).toEqual([functionId]);
    }
    expect(versions.size).toBe(aliases.length);
  });

  test("each alias is moved by CodeDeploy, which rolls back on its API's alarm and on errors of functions behind an API", () => {
    for (const { functionId, updatePolicy } of listAliases(template)) {
      const [group, ...others] = findGroup(updatePolicy);
      if (!group) throw new Error(`${functionId} is moved by nobody`);
      expect(others).toEqual([]);
      const fn = listFunctions(template).find(({ id }) => id === functionId)?.name;
      const ofApi = fn === "sockets" ? "sockets-fail" : "pages-fail 5m";
      expect(listAlarms(template, group).sort()).toEqual(
        [ofApi, "function-threw answering-1", "function-threw answering-2", "calls-fail"]
          .map((alarm) => `ochre-${name} ${alarm}`)
          .sort(),
      );
      expect(group.AutoRollbackConfiguration).toMatchObject({
        Enabled: true,
        Events: expect.arrayContaining(["DEPLOYMENT_FAILURE"]),
      });
    }
  });

  test("at most five aliases start to move at once, in at most six steps", () => {
    const order = getOrder(template);
    const ids = listAliases(template).map(({ id }) => id);
    /** The number of steps of five minutes before an alias starts to move. */
    const getStep = (id: string): number =>
      Math.max(0, ...ids.filter((other) => order.waitsFor(id, other)).map((other) => getStep(other) + 1));
    const steps = Map.groupBy(ids, getStep);
    expect(Math.max(...[...steps.values()].map(({ length }) => length))).toBeLessThanOrEqual(5);
    expect(steps.size).toBeLessThanOrEqual(6);
  });

  test("an alias depends explicitly on the group that moves it", () => {
    const dependencies = new Map(
      listResources(template, "AWS::Lambda::Alias").map(([id, { DependsOn }]) => [id, DependsOn]),
    );
    for (const { id, updatePolicy } of listAliases(template)) {
      const [group] = collectReferences(updatePolicy).filter((name) => listGroups(template).has(name));
      expect(listed(dependencies.get(id)), id).toContain(group);
    }
  });

  test("CodeDeploy may move these aliases and read alarms, and nothing else", () => {
    const [roleId = "", ...others] = new Set(
      [...listGroups(template).values()].flatMap(({ ServiceRoleArn }) => collectReferences(ServiceRoleArn)),
    );
    expect(others).toEqual([]);
    const role = new Map(listResources(template, "AWS::IAM::Role")).get(roleId)?.Properties ?? {};
    expect(role.ManagedPolicyArns).toBeUndefined();
    const policies = role.Policies as { PolicyDocument: { Statement: Statement[] } }[];
    const rights = policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
        listed(Action).flatMap((action) => listed(Resource).map((resource) => `${action} ${shown(resource)}`)),
      ),
    );
    const wanted = listAliases(template).flatMap(({ functionId }) => [
      `lambda:GetAlias <${functionId}>`,
      `lambda:GetProvisionedConcurrencyConfig <${functionId}>:live`,
      `lambda:UpdateAlias <${functionId}>`,
    ]);
    expect(rights.sort()).toEqual(["cloudwatch:DescribeAlarms *", ...wanted].sort());
  });
});

test.each<[StageName, boolean, string, boolean]>([
  ["dev", false, "CodeDeployDefault.LambdaAllAtOnce", false],
  ["staging", false, "CodeDeployDefault.LambdaCanary10Percent5Minutes", true],
  ["production", false, "CodeDeployDefault.LambdaCanary10Percent5Minutes", true],
  // A fix must be deployable while the alarm that it resolves is active.
  ["production", true, "CodeDeployDefault.LambdaAllAtOnce", false],
])("on %s, urgent: %s, calls move by %s, with alarms: %s", async (name, urgent, config, heard) => {
  const { template } = await getStack(name, urgent ? { release: "at-once" } : {});
  for (const { DeploymentConfigName, AlarmConfiguration } of listGroups(template).values()) {
    expect([shown(DeploymentConfigName), AlarmConfiguration.Enabled]).toEqual([config, heard]);
  }
  expect(listGroups(template).size).toBeGreaterThan(15);
});
