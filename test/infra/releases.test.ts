import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES, type StageName } from "#lib/stacks/stages.ts";
import { orderOf } from "./support/order.ts";
import { stackOf } from "./support/stack-of.ts";
import {
  aliasesOf,
  functionsOf,
  listed,
  referencesIn,
  resourcesOf,
  type Statement,
  shown,
} from "./support/template.ts";

interface Group {
  readonly DeploymentConfigName: string;
  readonly ServiceRoleArn: unknown;
  readonly AlarmConfiguration: { readonly Enabled: boolean; readonly Alarms: readonly { readonly Name: unknown }[] };
  readonly AutoRollbackConfiguration: { readonly Enabled: boolean; readonly Events: readonly string[] };
}

const groupsOf = (template: Template) =>
  new Map(
    resourcesOf(template, "AWS::CodeDeploy::DeploymentGroup").map(([id, { Properties }]) => [
      id,
      Properties as unknown as Group,
    ]),
  );

/** The alarms that a group listens to, by name. */
const alarmsOf = (template: Template, { AlarmConfiguration }: Group) =>
  AlarmConfiguration.Alarms.flatMap(({ Name }) => referencesIn(Name)).map((id) =>
    String(resourcesOf(template, "AWS::CloudWatch::Alarm").find(([alarm]) => alarm === id)?.[1].Properties.AlarmName),
  );

describe.each(STAGES)("releases of stage %s", (name) => {
  let template: Template;
  beforeAll(async () => {
    ({ template } = await stackOf(name));
  });

  const groupOf = (updatePolicy: unknown) =>
    referencesIn(updatePolicy).flatMap((id) => groupsOf(template).get(id) ?? []);

  test("every function behind an API is called by an alias of its newest version, and no other has one", () => {
    const aliases = aliasesOf(template);
    const called = resourcesOf(template, "AWS::ApiGatewayV2::Integration").flatMap(([, { Properties }]) =>
      referencesIn(Properties.IntegrationUri).filter((id) => !id.startsWith("AWS::")),
    );
    expect(called.length).toBeGreaterThan(15);
    expect(aliases.map(({ id }) => id).sort()).toEqual([...new Set(called)].sort());
    const versions = new Map(resourcesOf(template, "AWS::Lambda::Version"));
    for (const { functionId, versionId, name: alias } of aliases) {
      expect(alias).toBe("live");
      expect(referencesIn(versions.get(versionId)?.Properties.FunctionName)).toEqual([functionId]);
    }
    expect(versions.size).toBe(aliases.length);
  });

  test("each alias is moved by CodeDeploy, which goes back for its API's alarm, and for what functions behind an API throw or answer with 500", () => {
    for (const { functionId, updatePolicy } of aliasesOf(template)) {
      const [group, ...others] = groupOf(updatePolicy);
      if (!group) throw new Error(`${functionId} is moved by nobody`);
      expect(others).toEqual([]);
      const fn = functionsOf(template).find(({ id }) => id === functionId)?.name;
      const ofApi = fn === "sockets" ? "sockets-fail" : "pages-fail 5m";
      expect(alarmsOf(template, group).sort()).toEqual(
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

  test("few aliases begin to move at once, in so few steps that a release stays below half an hour", () => {
    const order = orderOf(template);
    const ids = aliasesOf(template).map(({ id }) => id);
    /** How many times five minutes pass before an alias begins to move. */
    const stepOf = (id: string): number =>
      Math.max(0, ...ids.filter((other) => order.waitsFor(id, other)).map((other) => stepOf(other) + 1));
    const steps = Map.groupBy(ids, stepOf);
    expect(Math.max(...[...steps.values()].map(({ length }) => length))).toBeLessThanOrEqual(5);
    expect(steps.size).toBeLessThanOrEqual(6);
  });

  test("an alias waits for the group that moves it, not by its update policy alone", () => {
    const dependencies = new Map(
      resourcesOf(template, "AWS::Lambda::Alias").map(([id, { DependsOn }]) => [id, DependsOn]),
    );
    for (const { id, updatePolicy } of aliasesOf(template)) {
      const [group] = referencesIn(updatePolicy).filter((name) => groupsOf(template).has(name));
      expect(listed(dependencies.get(id)), id).toContain(group);
    }
  });

  test("CodeDeploy may move these aliases and read alarms, and nothing else", () => {
    const [roleId = "", ...others] = new Set(
      [...groupsOf(template).values()].flatMap(({ ServiceRoleArn }) => referencesIn(ServiceRoleArn)),
    );
    expect(others).toEqual([]);
    const role = new Map(resourcesOf(template, "AWS::IAM::Role")).get(roleId)?.Properties ?? {};
    expect(role.ManagedPolicyArns).toBeUndefined();
    const policies = role.Policies as { PolicyDocument: { Statement: Statement[] } }[];
    const rights = policies.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action, Resource }) =>
        listed(Action).flatMap((action) => listed(Resource).map((resource) => `${action} ${shown(resource)}`)),
      ),
    );
    const wanted = aliasesOf(template).flatMap(({ functionId }) => [
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
  // A mend has to get through while the alarm rings that it ends.
  ["production", true, "CodeDeployDefault.LambdaAllAtOnce", false],
])("on %s, urgent: %s, all calls move by %s, alarms heard: %s", async (name, urgent, config, heard) => {
  const { template } = await stackOf(name, urgent ? { release: "at-once" } : {});
  for (const { DeploymentConfigName, AlarmConfiguration } of groupsOf(template).values()) {
    expect([shown(DeploymentConfigName), AlarmConfiguration.Enabled]).toEqual([config, heard]);
  }
  expect(groupsOf(template).size).toBeGreaterThan(15);
});
