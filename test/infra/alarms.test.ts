import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { FUNCTIONS } from "#lambdas/functions.ts";
import { counted } from "#lambdas/platform/runtime/counted.ts";
import { PROJECT } from "#lib/bundling/entries.ts";
import { ALARMS, type AlarmTitle, toAnchor } from "#lib/constructs/alarm-texts.ts";
import { getStage, hasOpenSearch, type Stage } from "#lib/stacks/stages.ts";
import { METRICS } from "#shared/metrics.ts";
import { getStack, VARIANTS } from "./support/synthesize-stack.ts";
import { collectReferences, listResources, type Resource } from "./support/template.ts";

const RUNBOOK = "https://ochre.example/docs/runbook.md";
const values = {
  environment: { account: "111122223333", region: "us-east-1" },
  alarmMail: "ops@ochre.example",
  pagerMail: "pager@ochre.example",
  runbook: RUNBOOK,
  domain: { name: "ochre.example", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a" },
};

/** Alarms that a stage lacks, with the condition. */
const without: Readonly<Partial<Record<AlarmTitle, (stage: Stage) => boolean>>> = {
  "Firewall refuses many": ({ firewall }) => !firewall,
  "Search at its bound": (stage) => !hasOpenSearch(stage),
  "Search copy incomplete": (stage) => !hasOpenSearch(stage),
  "Search fails": (stage) => !hasOpenSearch(stage),
  "Search is slow": (stage) => !hasOpenSearch(stage),
};

const listAlarms = (template: Template) =>
  ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"]
    .flatMap((type) => listResources(template, type))
    .map(([id, { Properties }]) => ({
      id,
      ...(Properties as {
        AlarmName: string;
        AlarmDescription: string;
        AlarmActions?: unknown[];
        OKActions?: unknown[];
        AlarmRule?: unknown;
        TreatMissingData: string;
        MetricName?: string;
      }),
    }));

const runbook = readFileSync(join(PROJECT, "docs/runbook.md"), "utf8");
const shell = readFileSync(join(PROJECT, "bin/stage.sh"), "utf8");
const sections = runbook
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf("\n")), text }));

describe.each(VARIANTS)("alarms of stage %s %j", (name, variant) => {
  const declared = getStage(name, variant);
  let template: Template;
  let edge: Template;
  let alarms: ReturnType<typeof listAlarms>;

  beforeAll(async () => {
    const stage = await getStack(name, { ...values, ...variant });
    template = stage.template;
    edge = stage.part("edge");
    alarms = [template, edge].flatMap(listAlarms);
  });

  test("describe severity, symptom and section of the runbook", () => {
    const anchors = sections.map(({ title }) => toAnchor(title));
    for (const { AlarmDescription } of alarms) {
      const [, link = ""] = /^\[(?:page|ticket)\] [A-Z].+[.…] What to do: (\S+)$/.exec(AlarmDescription) ?? [];
      const [page, anchor] = link.split("#");
      expect([AlarmDescription, page]).toEqual([AlarmDescription, RUNBOOK]);
      expect(anchors).toContain(anchor);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
    const linked = new Set(alarms.map(({ AlarmDescription }) => AlarmDescription.split("#")[1]));
    const titles = Object.keys(ALARMS).filter((title) => !without[title as AlarmTitle]?.(declared));
    expect([...linked].sort()).toEqual(titles.map(toAnchor).sort());
  });

  test("are limited in number, and page only for service level objectives", () => {
    expect(alarms.length).toBeLessThan(hasOpenSearch(declared) ? 54 : 50);
    const waking = alarms.filter(
      ({ AlarmActions, AlarmDescription }) => AlarmActions && AlarmDescription.startsWith("[p"),
    );
    expect(waking.map(({ AlarmName }) => AlarmName).sort()).toEqual(
      ["log-ins-fail", "pages-fail", "payments-fail", "pictures-not-ready", "site-unreachable"].map(
        (kind) => `ochre-${name} ${kind}`,
      ),
    );
  });

  test("notify the topic of their severity on ALARM and OK, or are part of a composite alarm", () => {
    const parts = new Set(alarms.flatMap(({ AlarmRule }) => collectReferences(AlarmRule)));
    for (const alarm of alarms) {
      expect(alarm.OKActions).toEqual(alarm.AlarmActions);
      const [topic, ...others] = collectReferences(alarm.AlarmActions);
      expect(others).toEqual([]);
      if (parts.has(alarm.id)) expect(topic).toBeUndefined();
      else expect(topic).toMatch(alarm.AlarmDescription.startsWith("[page]") ? /^AlarmsPages/ : /^AlarmsTickets/);
    }
    for (const stack of [template, edge]) {
      const subscribed = listResources(stack, "AWS::SNS::Subscription").map(([, { Properties }]) => [
        collectReferences(Properties.TopicArn)[0]?.replace(/[\dA-F]{8}$/, ""),
        Properties.Endpoint,
      ]);
      expect(subscribed.sort()).toEqual([
        ["AlarmsPages", values.pagerMail],
        ["AlarmsTickets", values.alarmMail],
      ]);
    }
  });

  test("have unique names", () => {
    expect(new Set(alarms.map(({ AlarmName }) => AlarmName)).size).toBe(alarms.length);
    // The runbook's commands take the first word for the stack that has the outputs.
    expect(alarms.filter(({ AlarmName }) => !AlarmName.startsWith(`ochre-${name} `))).toEqual([]);
  });

  test("treat missing data as breaching only for calls, sweeps and the certificate", () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
    const rules = listResources(template, "AWS::Events::Rule").filter(([, rule]) => isScheduled(rule));
    expect(silent.map(({ AlarmName }) => AlarmName)).toEqual([
      `ochre-${name} no-calls`,
      `ochre-${name} sweep-didnt-run`,
      `ochre-${name} certificate-expires`,
    ]);
    const called = rules.flatMap(([, { Properties }]) => collectReferences(Properties.Targets));
    const watched = listResources(template, "AWS::CloudWatch::Alarm").find(([id]) => id === silent[1]?.id);
    expect(called.length).toBeGreaterThan(1);
    expect(collectReferences(watched?.[1].Properties.Metrics).sort()).toEqual(called.sort());
  });

  test("watch every metric that functions log, by stage", () => {
    const watched = listResources(template, "AWS::CloudWatch::Alarm").filter(
      ([, { Properties }]) => Properties.Namespace === "Ochre",
    );
    expect(watched.map(([, { Properties }]) => Properties.MetricName).sort()).toEqual(
      [...METRICS, ...(hasOpenSearch(declared) ? ["SearchWritesMissed"] : [])].sort(),
    );
    for (const [, { Properties }] of watched) expect(Properties.Dimensions).toEqual([{ Name: "stage", Value: name }]);
  });

  test("watch every table for throttling and errors of any operation", () => {
    const queries = listResources(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) =>
      JSON.stringify(Properties),
    );
    for (const [table] of listResources(template, "AWS::DynamoDB::Table")) {
      for (const metric of ["ReadThrottleEvents", "WriteThrottleEvents", "SystemErrors"]) {
        expect(queries.filter((text) => text.includes(`SUM(${metric})`) && text.includes(table))).toHaveLength(1);
      }
    }
  });
});

const isScheduled = ({ Properties }: Resource) => Properties.ScheduleExpression !== undefined;

test("without a pager the alarm address gets both severities, and without a runbook URL alarms name the file", async () => {
  const { template } = await getStack("dev", { alarmMail: values.alarmMail });
  const endpoints = listResources(template, "AWS::SNS::Subscription").map(([, { Properties }]) => Properties.Endpoint);
  expect(endpoints).toEqual([values.alarmMail, values.alarmMail]);
  expect(listAlarms(template)[0]?.AlarmDescription).toContain("docs/runbook.md#");
});

describe("the runbook", () => {
  test("has a section for each kind of alarm and no other", () => {
    const titles: readonly string[] = Object.keys(ALARMS);
    expect(
      sections.map(({ title }) => title).filter((title) => !titles.includes(title) && !EXTRA.includes(title)),
    ).toEqual([]);
    expect(titles.filter((title) => !sections.some((section) => section.title === title))).toEqual([]);
  });

  test.each(sections)("$title has its meaning, and commands to look and to mend", ({ text }) => {
    const [, means = "", look = "", mend = ""] =
      /\*\*Means\.\*\*(.+)\*\*Look\.\*\*(.+)\*\*Mend\.\*\*(.+)/s.exec(text) ?? [];
    expect(means.trim().length).toBeGreaterThan(20);
    for (const part of [look, mend]) expect(part).toMatch(/^```sh\n.+\n```$/ms);
  });

  test("links to sections that exist", () => {
    const files: Readonly<Record<string, string>> = {
      "": runbook,
      "costs.md": readFileSync(join(PROJECT, "docs/costs.md"), "utf8"),
      "operations.md": readFileSync(join(PROJECT, "docs/operations.md"), "utf8"),
    };
    for (const [link, file = "", anchor] of runbook.matchAll(/\]\(([\w.-]*)#([\w-]+)\)/g)) {
      const headings = [...(files[file] ?? "").matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => toAnchor(title));
      expect([link, headings.includes(anchor ?? "")]).toEqual([link, true]);
    }
  });

  test("deploys only by the functions of the stage's shell", () => {
    const [, ...sections] = runbook.split(/^## /m);
    expect(sections.filter((section) => section.includes("npm run deploy"))).toEqual([]);
    expect(sections.filter((section) => /^roll_back$/m.test(section)).length).toBeGreaterThan(8);
    for (const section of sections) {
      expect(section.match(/^branch .*\n.*/gm) ?? []).toEqual(section.match(/^branch .*\ndeploy$/gm) ?? []);
    }
  });

  /** Runs a line in the stage's shell, with commands that only print their arguments. */
  function runInStage(line: string, { stack = "ochre-production", commit = "1a2b" } = {}) {
    const aws = `aws() { [[ $* == *PreviousCommit* ]] && echo 0f1e || echo ${commit}; }`;
    const others = 'git() { echo "git $*"; }; npm() { echo "npm $*"; }';
    const script = `${aws}\n${others}\n. bin/stage.sh ${stack}\n${line}`;
    return execFileSync("bash", ["-e", "-c", script], { cwd: PROJECT, encoding: "utf8" }).trim().split("\n");
  }

  test("rolls back to the previous commit despite active alarms", () => {
    expect(runInStage("roll_back", { stack: "ochre-staging" })).toEqual([
      "git fetch",
      "git checkout 0f1e",
      "npm ci",
      "npm run deploy -- -c stage=staging -c urgent=true",
    ]);
  });

  test("branches off the deployed commit", () => {
    expect(runInStage("branch")).toEqual(["git fetch", expect.stringMatching(/^git checkout -b mend-\d+ 1a2b$/)]);
  });

  test.each([
    ["1a2b", "0f1e"],
    ["1a2b-dirty", "1a2b"],
  ])("finds, for the deployed commit %s, the previous one %s", (deployed, before) => {
    expect(runInStage("before", { commit: deployed })).toEqual([before]);
  });

  test("prints errors, warnings, timeouts and failures of a function", () => {
    const script = `aws() { if [[ $1 == logs ]]; then printf '%s\\n' "$@"; else echo group; fi; }\n. bin/stage.sh ochre-dev\nlines auth 3h`;
    const asked = execFileSync("bash", ["-e", "-c", script], { cwd: PROJECT, encoding: "utf8" }).trim().split("\n");
    expect(asked.slice(0, 6)).toEqual(["logs", "tail", "group", "--since", "3h", "--filter-pattern"]);
    const fields = ["timeout", "error", "failure"].map((status) => `$.record.status = "${status}"`);
    expect(asked[6]).toBe(`{ ${['$.level = "ERROR"', '$.level = "WARN"', ...fields].join(" || ")} }`);
  });

  test("uses only CloudFront's free error metrics", () => {
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/viewing-cloudfront-metrics.html
    const rates = [...shell.matchAll(/\b(\w+)ErrorRate\b/g)].map(([, status]) => status);
    expect(rates).not.toEqual([]);
    expect(rates.filter((status) => !["4xx", "5xx"].includes(status ?? ""))).toEqual([]);
  });

  test("compares no field of the access log as a number", () => {
    const patterns = [...`${runbook}${shell}`.matchAll(/(?:--filter-pattern|access) '([^']+)'/g)].map(
      ([, pattern]) => pattern ?? "",
    );
    expect(patterns).not.toEqual([]);
    expect(patterns.filter((pattern) => /[<>]/.test(pattern))).toEqual([]);
  });

  test("calls only functions that the stage's shell defines", () => {
    const defined = [...shell.matchAll(/^(\w+)\(\)/gm)].map(([, name]) => name);
    const called = [...runbook.matchAll(/^[a-z]+_[a-z_]+|^[a-z]+$/gm)].map(([name]) => name);
    expect(called).not.toEqual([]);
    expect(called.filter((name) => !defined.includes(name))).toEqual([]);
  });

  test("names only existing functions", () => {
    const named = [...runbook.matchAll(/^lines ([\w-]+)/gm)].map(([, name]) => name);
    expect(named.filter((name) => !Object.hasOwn(FUNCTIONS, name ?? ""))).toEqual([]);
  });
});

/** Sections without an alarm. */
const EXTRA: readonly string[] = ["Budget reached", "Rollback failed", "Why somebody got no mail"];

test("a counted log line has CloudWatch's embedded metric format", () => {
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
