import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { counted, countedFailure } from "#lambdas/platform/runtime/counted.ts";
import { PROJECT } from "#lib/bundling/entries.ts";
import { ALARMS, anchorOf, FUNCTION_ALARMS } from "#lib/constructs/alarm-texts.ts";
import { STAGES, stageOf } from "#lib/stacks/stages.ts";
import { areas } from "#shared/contract/areas.ts";
import { METRICS } from "#shared/metrics.ts";
import { stackOf } from "./support/stack-of.ts";
import { type Resource, referencesIn, resourcesOf } from "./support/template.ts";

const RUNBOOK = "https://ochre.example/docs/runbook.md";
const values = {
  environment: { account: "111122223333", region: "us-east-1" },
  alarmMail: "ops@ochre.example",
  pagerMail: "pager@ochre.example",
  runbook: RUNBOOK,
};

const alarmsOf = (template: Template) =>
  resourcesOf(template, "AWS::CloudWatch::Alarm").map(([id, { Properties }]) => ({
    id,
    ...(Properties as {
      AlarmName: string;
      AlarmDescription: string;
      AlarmActions: unknown[];
      OKActions: unknown[];
      TreatMissingData: string;
      MetricName?: string;
    }),
  }));

const runbook = readFileSync(join(PROJECT, "docs/runbook.md"), "utf8");
const sections = runbook
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf("\n")), text }));

describe.each(STAGES)("alarms of stage %s", (name) => {
  let template: Template;
  let edge: Template;
  let alarms: ReturnType<typeof alarmsOf>;

  beforeAll(async () => {
    const stage = await stackOf(name, values);
    template = stage.template;
    edge = stage.part("edge");
    alarms = [template, edge].flatMap(alarmsOf);
  });

  test("say how urgent they are, what is felt, and where to look, which is a section of the runbook", () => {
    const anchors = sections.map(({ title }) => anchorOf(title));
    for (const { AlarmDescription } of alarms) {
      const [, link = ""] = /^\[(?:page|ticket)\] [A-Z].+[.…] What to do: (\S+)$/.exec(AlarmDescription) ?? [];
      const [page, anchor] = link.split("#");
      expect([AlarmDescription, page]).toEqual([AlarmDescription, RUNBOOK]);
      expect(anchors).toContain(anchor);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
    const linked = new Set(alarms.map(({ AlarmDescription }) => AlarmDescription.split("#")[1]));
    const { firewall } = stageOf(name);
    const titles = Object.keys(ALARMS).filter((title) => firewall || title !== "Firewall refuses many");
    expect([...linked].sort()).toEqual(titles.map(anchorOf).sort());
  });

  test("notify one topic, by their severity, as they ring and as they end, and each topic its own address", () => {
    const topicOf = ({ AlarmActions }: (typeof alarms)[number]) => referencesIn(AlarmActions);
    for (const alarm of alarms) {
      const [topic, ...others] = topicOf(alarm);
      expect(others).toEqual([]);
      expect(alarm.OKActions).toEqual(alarm.AlarmActions);
      expect(topic).toMatch(alarm.AlarmDescription.startsWith("[page]") ? /^AlarmsPages/ : /^AlarmsTickets/);
    }
    for (const stack of [template, edge]) {
      const subscribed = resourcesOf(stack, "AWS::SNS::Subscription").map(([, { Properties }]) => [
        referencesIn(Properties.TopicArn)[0]?.replace(/[\dA-F]{8}$/, ""),
        Properties.Endpoint,
      ]);
      expect(subscribed.sort()).toEqual([
        ["AlarmsPages", values.pagerMail],
        ["AlarmsTickets", values.alarmMail],
      ]);
    }
  });

  test("have names that differ", () => {
    expect(new Set(alarms.map(({ AlarmName }) => AlarmName)).size).toBe(alarms.length);
    // The runbook's commands take the first word for the stack that has the outputs.
    expect(alarms.filter(({ AlarmName }) => !AlarmName.startsWith(`ochre-${name} `))).toEqual([]);
  });

  test("ring of silence where something has to come by itself, and of nothing else's", () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
    const rules = resourcesOf(template, "AWS::Events::Rule").filter(([, rule]) => isScheduled(rule));
    expect(silent.map(({ MetricName }) => MetricName)).toEqual(rules.map(() => "Invocations"));
    expect(rules.length).toBeGreaterThan(1);
  });

  test("watch every metric that functions count, by the stage that their lines name", () => {
    const watched = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(
      ([, { Properties }]) => Properties.Namespace === "Ochre",
    );
    expect(watched.map(([, { Properties }]) => Properties.MetricName).sort()).toEqual([...METRICS].sort());
    for (const [, { Properties }] of watched) expect(Properties.Dimensions).toEqual([{ Name: "stage", Value: name }]);
  });

  test.each([
    ["api-answers-5xx", { errors: "5xx" }, { calls: "Count" }],
    [
      "sockets-fail",
      { execution: "ExecutionError", integration: "IntegrationError" },
      { connections: "ConnectCount", messages: "MessageCount" },
    ],
  ])("%s rings for three failures at least that are more than a hundredth of all calls", (kind, failing, calls) => {
    const alarm = resourcesOf(template, "AWS::CloudWatch::Alarm").find(
      ([, { Properties }]) => Properties.AlarmName === `ochre-${name} ${kind}`,
    )?.[1].Properties as { Metrics: Query[]; Threshold: number; ComparisonOperator: string };
    expect([alarm.ComparisonOperator, alarm.Threshold]).toEqual(["GreaterThanThreshold", 0]);
    const metrics = alarm.Metrics.flatMap(({ Id, MetricStat }) =>
      MetricStat ? [[Id, MetricStat.Metric.MetricName, MetricStat.Stat]] : [],
    );
    const named = Object.entries({ ...failing, ...calls });
    expect(metrics.sort()).toEqual(named.map(([id, metric]) => [id, metric, "Sum"]).sort());
    const [expression = ""] = alarm.Metrics.flatMap(({ Expression }) => Expression ?? []);
    const ringsFor = (failed: number, all: number) =>
      evaluate(expression, {
        ...Object.fromEntries(named.map(([id]) => [id, 0])),
        [Object.keys(failing).at(-1) ?? ""]: failed,
        [Object.keys(calls).at(-1) ?? ""]: all,
      }) > 0;
    expect([ringsFor(1, 1), ringsFor(2, 2), ringsFor(3, 3), ringsFor(3, 299), ringsFor(3, 300)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect([ringsFor(100, 10_000), ringsFor(101, 10_000)]).toEqual([false, true]);
  });

  test("ring for a function that answers with 500, as a share of its own calls, which takes its release back", () => {
    for (const area of Object.keys(areas)) {
      const found = resourcesOf(template, "AWS::CloudWatch::Alarm").find(
        ([, { Properties }]) => Properties.AlarmName === `ochre-${name} function-failed ${area}`,
      );
      if (!found) continue;
      const [id, { Properties }] = found;
      const metrics = Properties.Metrics as Query[];
      const failed = metrics.find(({ Id }) => Id === "failed")?.MetricStat?.Metric;
      const line = { stage: name, service: area, ...countedFailure() };
      const [told] = line._aws.CloudWatchMetrics;
      expect(failed).toMatchObject({ Namespace: told?.Namespace, MetricName: told?.Metrics[0]?.Name });
      const named = told?.Dimensions[0]?.map((dimension) => ({
        Name: dimension,
        Value: line[dimension as "stage" | "service"],
      }));
      expect(failed?.Dimensions).toHaveLength(named?.length ?? 0);
      expect(failed?.Dimensions).toEqual(expect.arrayContaining(named ?? []));
      const expressionOf = (wanted: string) => metrics.find(({ Id }) => Id === wanted)?.Expression ?? "";
      const ringsFor = (calls: number, sums: { failed?: number; errors?: number }) => {
        const values = { errors: 0, throttles: 0, failed: 0, calls, ...sums };
        const answers = evaluate(expressionOf("answers"), values);
        const whole = metrics.find(({ Expression }) => Expression?.endsWith("+ answers"))?.Expression ?? "";
        return evaluate(whole, { ...values, answers }) > 0;
      };
      // One log-in of two hundred calls, and a canary's tenth of the log-ins.
      expect(ringsFor(200, { failed: 1 })).toBe(false);
      expect(ringsFor(500, { failed: 3 })).toBe(true);
      expect(ringsFor(100_000, { failed: 400 })).toBe(false);
      expect(ringsFor(100_000, { errors: 1 })).toBe(true);
      const groups = resourcesOf(template, "AWS::CodeDeploy::DeploymentGroup").map(([, group]) =>
        referencesIn(group.Properties.AlarmConfiguration),
      );
      expect(groups.filter((alarms) => alarms.includes(id))).toHaveLength(1);
    }
  });

  test("watch every table, whatever the operation", () => {
    const queries = resourcesOf(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) =>
      JSON.stringify(Properties),
    );
    for (const [table] of resourcesOf(template, "AWS::DynamoDB::Table")) {
      for (const metric of ["ReadThrottleEvents", "WriteThrottleEvents", "SystemErrors"]) {
        expect(queries.filter((text) => text.includes(`SUM(${metric})`) && text.includes(table))).toHaveLength(1);
      }
    }
  });
});

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: { readonly MetricName: string; readonly Dimensions?: readonly object[] };
    readonly Stat: string;
  };
}

/** Result of a CloudWatch metric math expression for these sums. */
function evaluate(expression: string, sums: Readonly<Record<string, number>>): number {
  const script = expression.replaceAll(/FILL\((\w+), 0\)/g, "$1").replaceAll(" AND ", " && ");
  return runInNewContext(script, {
    ...sums,
    IF: (is: boolean, then: number, otherwise: number) => (is ? then : otherwise),
  });
}

const isScheduled = ({ Properties }: Resource) => Properties.ScheduleExpression !== undefined;

test("without a pager the alarms' address hears both kinds, and without a runbook's address they name the file", async () => {
  const { template } = await stackOf("dev", { alarmMail: values.alarmMail });
  const endpoints = resourcesOf(template, "AWS::SNS::Subscription").map(([, { Properties }]) => Properties.Endpoint);
  expect(endpoints).toEqual([values.alarmMail, values.alarmMail]);
  expect(alarmsOf(template)[0]?.AlarmDescription).toContain("docs/runbook.md#");
});

describe("the runbook", () => {
  test("has a section for each kind of alarm and no other", () => {
    const titles: readonly string[] = Object.keys(ALARMS);
    expect(
      sections.map(({ title }) => title).filter((title) => !titles.includes(title) && !EXTRA.includes(title)),
    ).toEqual([]);
    expect(titles.filter((title) => !sections.some((section) => section.title === title))).toEqual([]);
  });

  test.each(sections)("$title says what it means, how to look and how to mend, both by a command", ({ text }) => {
    const [, means = "", look = "", mend = ""] =
      /\*\*Means\.\*\*(.+)\*\*Look\.\*\*(.+)\*\*Mend\.\*\*(.+)/s.exec(text) ?? [];
    expect(means.trim().length).toBeGreaterThan(20);
    for (const part of [look, mend]) expect(part).toMatch(/^```sh\n.+\n```$/ms);
  });

  test("links to sections that exist", () => {
    const files: Readonly<Record<string, string>> = {
      "": runbook,
      "operations.md": readFileSync(join(PROJECT, "docs/operations.md"), "utf8"),
    };
    for (const [link, file = "", anchor] of runbook.matchAll(/\]\(([\w.-]*)#([\w-]+)\)/g)) {
      const headings = [...(files[file] ?? "").matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
      expect([link, headings.includes(anchor ?? "")]).toEqual([link, true]);
    }
  });

  test("deploys what is known by the stack's own commit, and past an alarm that rings", () => {
    const blocks = [...runbook.matchAll(/^```sh\n(.+?)\n```$/gms)].map(([, block = ""]) => block);
    const deploying = blocks.filter((block) => block.includes("npm run deploy"));
    expect(deploying.length).toBeGreaterThan(8);
    for (const block of deploying) {
      expect(block).toMatch(/^git checkout (?:"\$\(before\)"|-b \w+ "\$\(output Commit\)")/m);
      expect(block).toMatch(/npm run deploy -- -c stage=production -c urgent=true$/m);
    }
  });

  test.each([
    ["1a2b", "0f1e"],
    ["1a2b-dirty", "1a2b"],
  ])("goes from the deployed commit %s back to %s", (deployed, before) => {
    const [, preamble = ""] = /^```sh\n(.+?)\n```$/ms.exec(runbook) ?? [];
    const script = `aws() { [[ $* == *PreviousCommit* ]] && echo 0f1e || echo ${deployed}; }\n${preamble}\nbefore`;
    expect(execFileSync("bash", ["-e", "-c", script], { encoding: "utf8" }).trim()).toBe(before);
  });

  test("asks for metrics that CloudFront has without a fee", () => {
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/viewing-cloudfront-metrics.html
    const rates = [...runbook.matchAll(/\b(\w+)ErrorRate\b/g)].map(([, status]) => status);
    expect(rates).not.toEqual([]);
    expect(rates.filter((status) => !["4xx", "5xx"].includes(status ?? ""))).toEqual([]);
  });

  test("compares no text of the access log as a number", () => {
    const patterns = [...runbook.matchAll(/--filter-pattern '([^']+)'/g)].map(([, pattern]) => pattern ?? "");
    expect(patterns).not.toEqual([]);
    expect(patterns.filter((pattern) => /[<>]/.test(pattern))).toEqual([]);
  });

  test("knows the functions that it looks into", () => {
    const named = [...runbook.matchAll(/^lines ([\w-]+)/gm)].map(([, name]) => name);
    expect(named.filter((name) => !Object.hasOwn(FUNCTION_ALARMS, name ?? ""))).toEqual([]);
  });
});

/** Sections about what no alarm tells. */
const EXTRA: readonly string[] = ["Budget reached", "Rollback failed", "Why somebody got no mail"];

test("a line counts by the fields that CloudWatch's embedded metric format asks for", () => {
  const line = { ...counted("MailsGivenUp"), stage: "dev" };
  const [directive] = line._aws.CloudWatchMetrics;
  expect(directive).toEqual({
    Namespace: "Ochre",
    Dimensions: [["stage"]],
    Metrics: [{ Name: "MailsGivenUp", Unit: "Count" }],
  });
  expect(line).toMatchObject({ MailsGivenUp: 1, stage: "dev" });
  expect(Math.abs(line._aws.Timestamp - Date.now())).toBeLessThan(60_000);
});
