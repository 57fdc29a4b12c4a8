import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  AlarmBase,
  AlarmStatusWidget,
  AlarmStatusWidgetSortBy,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  Metric,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { AWS_QUOTAS } from "ochre-local/quotas";
import { streamConsumers } from "#lib/bundling/entries.ts";
import { EDGE_REGION } from "#lib/stacks/edge-region.ts";
import { globalName } from "#lib/stacks/global-name.ts";
import { hasOpenSearch, type Stage } from "#lib/stacks/stages.ts";
import { METRICS, SEARCH_METRICS, STATISTICS } from "#shared/metrics.ts";
import { countedMetric } from "./alarms.ts";
import { EDGE_ERRORS, edgeMetric, firewallMetric } from "./edge-metrics.ts";
import { findConstructs } from "./find-constructs.ts";
import { MarketplaceFunction } from "./function.ts";
import { systemErrors, THROTTLED, throttledEvents } from "./service-alarms.ts";
import type { Sockets } from "./sockets.ts";

/** Columns of the dashboard's grid. */
const WIDTH = 24;

const FIVE_MINUTES = Duration.minutes(5);

const COSTS = "https://console.aws.amazon.com/costmanagement/home#/cost-explorer";

interface Graph extends Omit<GraphWidgetProps, "width"> {
  readonly title: string;
  readonly left: IMetric[];
}

interface OverviewProps {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly sockets: Sockets;
  readonly distributionId: string;
  /** By display name. */
  readonly tables: Readonly<Record<string, ITable>>;
}

/** The stage's dashboard, derived from the stack, so that new resources appear automatically. */
export class Overview extends Construct {
  private readonly dashboard: Dashboard;

  constructor(scope: Construct, { stage, api, sockets, distributionId, tables }: OverviewProps) {
    super(scope, "Overview");
    this.dashboard = new Dashboard(this, "Dashboard", {
      dashboardName: globalName(this, "overview"),
      defaultInterval: Duration.hours(12),
    });
    this.introduce(stage);
    this.showAlarms();
    this.showEdge(stage, distributionId);
    this.showApis(api, sockets);
    const functions = findConstructs(this, MarketplaceFunction);
    const [answering, others] = [functions.filter((fn) => fn.isCalled), functions.filter((fn) => !fn.isCalled)];
    this.showFunctions("What answers", answering);
    this.showFunctions("What runs behind", others);
    this.showMoney(stage, functions);
    this.showSearches(stage);
    this.showQueues(functions);
    this.showTables(Object.entries(tables));
    this.showCosts();
  }

  private row(...graphs: readonly Graph[]) {
    this.dashboard.addWidgets(...graphs.map((graph) => new GraphWidget({ ...graph, width: WIDTH / graphs.length })));
  }

  private introduce({ name, runbook }: Stage) {
    const help = runbook ? `[Runbook](${runbook}) · ` : "";
    const markdown = `# ${name}\n${help}[What it costs](${COSTS})`;
    this.dashboard.addWidgets(new TextWidget({ markdown, width: WIDTH, height: 2 }));
  }

  private showAlarms() {
    const alarms = findConstructs(this, AlarmBase);
    const { max } = AWS_QUOTAS.dashboardAlarms;
    for (let from = 0; from < alarms.length; from += max) {
      const shown = alarms.slice(from, from + max);
      this.dashboard.addWidgets(
        new AlarmStatusWidget({
          title: "Alarms",
          alarms: shown,
          width: WIDTH,
          height: Math.max(3, Math.ceil(shown.length / 8)),
          sortBy: AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
        }),
      );
    }
  }

  /** Alarms of the edge are in another region, so only their limits are drawn. */
  private showEdge(stage: Stage, distributionId: string) {
    const refusals = {
      title: "Firewall: let through and refused",
      left: [firewallMetric("AllowedRequests", stage)],
      right: [firewallMetric("BlockedRequests", stage)],
    };
    this.row(
      { title: "Edge: requests", left: [edgeMetric("Requests", distributionId)] },
      {
        title: "Edge: errors, % of answers",
        left: [edgeMetric("4xxErrorRate", distributionId), edgeMetric("5xxErrorRate", distributionId)],
        leftAnnotations: [{ value: EDGE_ERRORS, label: "5xx ring above" }],
      },
      ...(stage.firewall ? [refusals] : []),
    );
  }

  private showApis(api: HttpApi, sockets: Sockets) {
    this.row(
      { title: "API: calls", left: [api.metricCount({ statistic: "Sum" })] },
      {
        title: "API: errors",
        left: [api.metricClientError({ statistic: "Sum" }), api.metricServerError({ statistic: "Sum" })],
      },
      { title: "API: milliseconds", left: ["p50", "p99"].map((statistic) => latency(api, statistic)) },
      {
        title: "Sockets: connections, messages, failures",
        left: [sockets.count("ConnectCount"), sockets.count("MessageCount")],
        right: [sockets.count("ExecutionError"), sockets.count("IntegrationError")],
      },
    );
  }

  /** The four golden signals, by function. */
  private showFunctions(what: string, functions: readonly MarketplaceFunction[]) {
    const each = (metric: string, statistic: string, suffix = "") =>
      functions.map(({ name, lambda }) =>
        lambda.metric(metric, { statistic, period: FIVE_MINUTES, label: `${name}${suffix}` }),
      );
    this.row(
      { title: `${what}: calls`, left: each("Invocations", "Sum"), stacked: true },
      { title: `${what}: errors`, left: each("Errors", "Sum") },
    );
    this.row(
      { title: `${what}: milliseconds, p50`, left: each("Duration", "p50") },
      { title: `${what}: milliseconds, p99`, left: each("Duration", "p99") },
    );
    this.row({
      title: `${what}: at once, and throttled on the right`,
      left: each("ConcurrentExecutions", "Maximum"),
      right: each("Throttles", "Sum", " throttled"),
    });
  }

  private showMoney(stage: Stage, functions: readonly MarketplaceFunction[]) {
    const paying = functions.filter(({ permissions }) => permissions.includes("payments"));
    const each = (metric: string) =>
      paying.map(({ name, lambda }) => lambda.metric(metric, { statistic: "Sum", period: FIVE_MINUTES, label: name }));
    this.row(
      { title: "Money and mail that went wrong", left: METRICS.map((counted) => countedMetric(counted, stage)) },
      { title: "Money: calls, and runs of the sweeps", left: each("Invocations") },
      { title: "Money: errors", left: each("Errors") },
    );
  }

  private showSearches(stage: Stage) {
    const waking = {
      title: "Searches while search wakes up",
      left: SEARCH_METRICS.map((counted) => countedMetric(counted, stage)),
    };
    this.row(
      { title: "Searches without results", left: STATISTICS.map((counted) => countedMetric(counted, stage)) },
      ...(hasOpenSearch(stage) ? [waking] : []),
    );
  }

  private showQueues(functions: readonly MarketplaceFunction[]) {
    const queues = findConstructs(this, Queue);
    const label = (queue: Queue) => queue.node.path.split("/").slice(1).join(" ");
    const readers = streamConsumers().map(({ name }) => name);
    this.row(
      {
        title: "Queues: seconds that the oldest message waits",
        left: queues
          .filter(({ deadLetterQueue }) => deadLetterQueue)
          .map((queue) => queue.metricApproximateAgeOfOldestMessage({ label: label(queue) })),
      },
      {
        title: "Dead letters",
        left: queues
          .filter(({ deadLetterQueue }) => !deadLetterQueue)
          .map((queue) => queue.metricApproximateNumberOfMessagesVisible({ label: label(queue) })),
      },
      {
        title: "Stream: milliseconds behind",
        left: functions
          .filter(({ name }) => readers.includes(name))
          .map(({ name, lambda }) => lambda.metric("IteratorAge", { statistic: "Maximum", label: name })),
      },
    );
  }

  private showTables(tables: readonly (readonly [string, ITable])[]) {
    const units = (metric: string) =>
      tables.map(([label, table]) => table.metric(metric, { statistic: "Sum", period: FIVE_MINUTES, label }));
    this.row(
      { title: "Tables: read units", left: units("ConsumedReadCapacityUnits") },
      { title: "Tables: write units", left: units("ConsumedWriteCapacityUnits") },
      {
        title: "Tables: throttled and failed calls",
        left: [
          ...tables.flatMap(([name, table]) =>
            THROTTLED.map((kind) => throttledEvents(kind, table, `${name} ${kind.toLowerCase()}s throttled`)),
          ),
          systemErrors(
            tables.map(([, table]) => table),
            "failed",
          ),
        ],
      },
    );
  }

  /** AWS reports costs per account, and only with billing alerts turned on. */
  private showCosts() {
    const charges = new Metric({
      namespace: "AWS/Billing",
      metricName: "EstimatedCharges",
      dimensionsMap: { Currency: "USD" },
      statistic: "Maximum",
      period: Duration.hours(6),
      region: EDGE_REGION,
    });
    this.row({ title: "Cost: dollars of the account since the month began", left: [charges] });
  }
}

const latency = (api: HttpApi, statistic: string) => api.metricLatency({ statistic, label: statistic });
