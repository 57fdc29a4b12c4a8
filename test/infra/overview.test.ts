import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import { STAGES } from "#lib/stacks/stages.ts";
import { METRICS, STATISTICS } from "#shared/metrics.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { listFunctions, listResources, shown } from "./support/template.ts";

type Metric = readonly unknown[];

interface Widget {
  readonly type: "alarm" | "metric" | "text";
  readonly properties: {
    readonly title?: string;
    readonly markdown?: string;
    readonly alarms?: readonly string[];
    readonly metrics?: readonly Metric[];
  };
}

const RUNBOOK = "https://ochre.example/docs/runbook.md";
const values = {
  environment: { account: "111122223333", region: "eu-central-1" },
  runbook: RUNBOOK,
};

/** The dashboard of the template, with `<LogicalId>` for values known only at deployment. */
function getDashboard(template: Template) {
  const [dashboard, ...others] = listResources(template, "AWS::CloudWatch::Dashboard").map(([, { Properties }]) => ({
    name: shown(Properties.DashboardName),
    widgets: (JSON.parse(shown(Properties.DashboardBody)) as { widgets: Widget[] }).widgets,
  }));
  expect(others).toEqual([]);
  return dashboard ?? { name: "", widgets: [] };
}

describe.each(STAGES)("the dashboard of stage %s", (name) => {
  let template: Template;
  let widgets: readonly Widget[];
  let metrics: readonly (readonly [title: string, metric: string])[];

  beforeAll(async () => {
    ({ template } = await getStack(name, values));
    ({ widgets } = getDashboard(template));
    metrics = widgets.flatMap(({ properties }) =>
      (properties.metrics ?? []).map((metric) => [properties.title ?? "", JSON.stringify(metric)] as const),
    );
  });

  /** Titles of the plots of a resource's metric. */
  const listPlots = (metric: string, of: string) =>
    metrics.filter(([, text]) => text.includes(`"${metric}"`) && text.includes(`<${of}>`)).map(([title]) => title);

  test("begins with the state of every alarm", () => {
    const [text, alarms] = widgets;
    expect(text?.properties.markdown).toContain(`(${RUNBOOK})`);
    expect(alarms?.type).toBe("alarm");
    const listed = widgets.flatMap(({ properties }) => properties.alarms ?? []);
    const ids = ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"].flatMap((type) =>
      listResources(template, type).map(([id]) => `<${id}>`),
    );
    expect([...listed].sort()).toEqual(ids.sort());
  });

  test("plots the four golden signals of every function", () => {
    const ours = listFunctions(template).filter((fn) => fn.name);
    expect(ours.length).toBeGreaterThan(25);
    for (const { id } of ours) {
      for (const metric of ["Invocations", "Errors", "Duration", "ConcurrentExecutions", "Throttles"]) {
        expect(listPlots(metric, id), `${metric} of ${id}`).not.toEqual([]);
      }
      expect(listPlots("Duration", id).map((title) => title.split(", ")[1])).toEqual(["p50", "p99"]);
    }
  });

  test("plots the oldest message of every queue, and the length of every dead-letter queue", () => {
    const queues = listResources(template, "AWS::SQS::Queue");
    expect(queues.length).toBeGreaterThan(10);
    for (const [id, { Properties }] of queues) {
      const metric = Properties.RedrivePolicy ? "ApproximateAgeOfOldestMessage" : "ApproximateNumberOfMessagesVisible";
      expect(
        metrics.filter(([, text]) => text.includes(`"${metric}"`) && text.includes(`<${id}>`)),
        id,
      ).toHaveLength(1);
    }
  });

  test("plots every reader of the stream", () => {
    const readers = listResources(template, "AWS::Lambda::EventSourceMapping").filter(
      ([, { Properties }]) => Properties.StartingPosition,
    );
    expect(metrics.filter(([, text]) => text.includes('"IteratorAge"'))).toHaveLength(readers.length);
  });

  test("plots units, throttled and failed calls of every table", () => {
    for (const [id] of listResources(template, "AWS::DynamoDB::Table")) {
      for (const metric of ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"]) {
        expect(listPlots(metric, id)).toHaveLength(1);
      }
      for (const metric of ["ReadThrottleEvents", "WriteThrottleEvents", "SystemErrors"]) {
        expect(metrics.filter(([, text]) => text.includes(`SUM(${metric})`) && text.includes(`<${id}>`))).toHaveLength(
          1,
        );
      }
    }
  });

  test("plots every metric that functions log, of this stage", () => {
    const counted = metrics.filter(([, text]) => text.startsWith('["Ochre",'));
    expect(counted.map(([, text]) => JSON.parse(text)[1]).sort()).toEqual([...METRICS, ...STATISTICS].sort());
    for (const [, text] of counted) expect(text).toContain(`"stage","${name}"`);
  });

  test("plots the API, its sockets, the edge and the costs, the latter two from us-east-1", () => {
    const spaces = new Set(metrics.map(([, text]) => String(JSON.parse(text)[0])));
    for (const space of ["AWS/ApiGateway", "AWS/CloudFront", "AWS/Billing"]) expect(spaces).toContain(space);
    const there = metrics.filter(([, text]) => /^\["AWS\/(CloudFront|Billing|WAFV2)"/.test(text));
    for (const [, text] of there) expect(text).toContain('"region":"us-east-1"');
    const [distribution] = listResources(template, "AWS::CloudFront::Distribution").map(([id]) => id);
    expect(listPlots("5xxErrorRate", distribution ?? "")).toHaveLength(1);
  });

  test("shows the firewall if there is one", async () => {
    const { stage } = await getStack(name, values);
    expect(metrics.some(([, text]) => text.includes("BlockedRequests"))).toBe(stage.firewall);
  });

  test("has its region in its name, because dashboards are global to an account", () => {
    expect(getDashboard(template).name).toBe(`ochre-${name}-overview-eu-central-1`);
  });
});
