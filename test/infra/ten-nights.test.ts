import { listActiveAlarms, type Metrics, openMetrics, readAlarms } from "ochre-local/services";
import { createResolver, type Template } from "ochre-local/template";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { counted, countedFailure } from "#lambdas/platform/runtime/counted.ts";
import type { CountedMetric } from "#shared/metrics.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { listFunctions, listResources } from "./support/template.ts";

const MINUTE = 60_000;
const STACK = "ochre-staging";

/** The staging stage's alarms and the names of its resources. */
async function openStage() {
  const { template } = await getStack("staging", {
    domain: { name: "ochre.example", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a" },
    alarmMail: "ops@ochre.example",
  });
  const hosts = { site: "localhost", s3: "localhost", providerUrl: () => "http://localhost" };
  const resolver = createResolver({ stackName: STACK, template: template.toJSON() as Template } as never, hosts);
  const findName = (type: string, begin: string) =>
    resolver.getName(listResources(template, type).find(([id]) => id.startsWith(begin))?.[0] ?? "");
  const functions = listFunctions(template).flatMap(({ id, name }) =>
    name ? [{ service: name, isArea: id.startsWith("Api"), FunctionName: resolver.getName(id) }] : [],
  );
  return {
    template,
    alarms: readAlarms(resolver),
    functions,
    ApiId: findName("AWS::ApiGatewayV2::Api", "ApiHttpApi"),
    TableName: findName("AWS::DynamoDB::Table", "DataTable"),
    QueueName: findName("AWS::SQS::Queue", "MediaUndeliveredUploads"),
  };
}

let stage: Awaited<ReturnType<typeof openStage>>;
let now = 0;
let metrics: Metrics;

beforeAll(async () => {
  stage = await openStage();
});

beforeEach(() => {
  now = Date.UTC(2026, 10, 27, 3);
  metrics = openMetrics(() => now);
});

function ofFunction(service: string) {
  const found = stage.functions.find((fn) => fn.service === service);
  if (!found) throw new Error(`No function ${service}`);
  return { FunctionName: found.FunctionName };
}
const add = (namespace: string, name: string, dimensions: Readonly<Record<string, string>>, value = 1) =>
  metrics.add({ namespace, name, dimensions, value });

/** Adds metrics of an area's calls, some of which failed with 500. */
function call(service: string, calls: number, failed = 0) {
  add("AWS/Lambda", "Invocations", ofFunction(service), calls);
  add("AWS/ApiGateway", "Count", { ApiId: stage.ApiId }, calls);
  add("AWS/ApiGateway", "5xx", { ApiId: stage.ApiId }, failed);
  for (let index = 0; index < failed; index++) {
    metrics.readLine(JSON.stringify({ stage: "staging", service, ...countedFailure() }));
  }
}

/** Adds a metric by a log line. */
const countMetric = (metric: CountedMetric) =>
  metrics.readLine(JSON.stringify({ level: "WARN", message: "…", stage: "staging", ...counted(metric) }));

/** Minutes of a small shop in which nothing fails. */
function pass(minutes: number, each: (minute: number) => void = () => {}) {
  for (let minute = 0; minute < minutes; minute++) {
    now += MINUTE;
    for (const sweep of ["expire-intents", "settle-orders", "publish-announcements"])
      if (now % (10 * MINUTE) === 0) call(sweep, 1);
    call("artwork", 20);
    call("search", 12);
    each(minute);
  }
}

const listRinging = () => listActiveAlarms(stage.alarms, metrics);
const listMailed = () =>
  listRinging()
    .filter(({ sendsMail }) => sendsMail)
    .map(({ name }) => name.slice(STACK.length + 1));
const contributors = (kind: string) => listRinging().find(({ name }) => name === `${STACK} ${kind}`)?.of;

describe("on a night on which", () => {
  test("nothing fails, no alarm is sent", () => {
    pass(90);
    expect(listMailed()).toEqual([]);
  });

  test("logins fail, a page is sent within five minutes, and the area is named", () => {
    pass(60);
    pass(5, (minute) => call("auth", 40, minute < 3 ? 1 : 0));
    expect(listMailed().sort()).toEqual(["function-failed", "log-ins-fail"]);
    expect(contributors("calls-fail")).toEqual(["auth"]);
  });

  test("the identity provider throttles, a page and a ticket with the cause are sent", () => {
    pass(60);
    pass(5, (minute) => {
      call("auth", 40);
      if (minute < 3) countMetric("IdentityCallsRefused");
    });
    expect(listMailed().sort()).toEqual(["log-ins-fail", "log-ins-limited"]);
  });

  test("second factors fail, a page is sent", () => {
    pass(60, () => call("auth", 2));
    pass(5, (minute) => call("second-factor", 4, minute < 3 ? 1 : 0));
    expect(listMailed()).toContain("log-ins-fail");
  });

  test("two calls of an hour fail, no alarm is sent", () => {
    pass(60, (minute) => minute % 30 === 0 && call("auth", 40, 1));
    expect(listMailed()).toEqual([]);
  });

  test("orders fail, a page is sent within five minutes", () => {
    pass(60);
    pass(5, (minute) => call("orders", 4, minute < 3 ? 1 : 0));
    expect(listMailed()).toContain("payments-fail");
    expect(contributors("calls-fail")).toEqual(["orders"]);
  });

  test("Stripe starts no payment, a page is sent", () => {
    pass(60);
    pass(5, (minute) => {
      call("orders", 4);
      if (minute < 3) countMetric("PaymentsNotStarted");
    });
    expect(listMailed().sort()).toEqual(["payments-fail", "payments-not-started"]);
  });

  test("uploads fail, a page is sent within five minutes", () => {
    pass(60);
    pass(5, (minute) => call("media", 2, minute < 3 ? 1 : 0));
    expect(listMailed()).toContain("pictures-not-ready");
  });

  test("one picture exceeds the function's memory, a ticket names its dead-letter queue", () => {
    const { QueueName } = stage;
    pass(60, (minute) => {
      if (minute < 3) add("AWS/Lambda", "Errors", ofFunction("process-upload"));
      if (minute === 3) add("AWS/SQS", "NumberOfMessagesSent", { QueueName });
      if (minute > 2) add("AWS/SQS", "ApproximateNumberOfMessagesVisible", { QueueName });
    });
    expect(listMailed()).toEqual(["undelivered-messages"]);
    expect(contributors("undelivered-messages")).toEqual([QueueName]);
  });

  test("an upload waits for a quarter of an hour, a ticket is sent", () => {
    pass(60);
    add("AWS/Lambda", "AsyncEventAge", ofFunction("process-upload"), 16 * MINUTE);
    expect(listMailed()).toEqual(["uploads-late"]);
  });

  test("webhooks are refused, a ticket is sent", () => {
    pass(60);
    pass(5, (minute) => minute < 3 && countMetric("WebhooksRefused"));
    expect(listMailed()).toEqual(["webhooks-refused"]);
  });

  test("the table is lost, only one page is sent", () => {
    pass(60);
    pass(10, () => {
      for (const { service, isArea, FunctionName } of stage.functions) {
        if (!isArea) add("AWS/Lambda", "Errors", { FunctionName });
        else if (!["fallback", "pages", "search"].includes(service)) call(service, 5, 5);
      }
      countMetric("PagesNotRendered");
    });
    expect(listRinging().length).toBeGreaterThan(8);
    expect(listMailed()).toEqual(["pages-fail"]);
  });

  test("calls and sweeps stop, two tickets are sent", () => {
    pass(60);
    now += 31 * MINUTE;
    expect(listMailed().sort()).toEqual(["no-calls", "sweep-didnt-run"]);
  });

  test("the laptop has just started, missing data triggers alarms only after a period", () => {
    now += 29 * MINUTE;
    expect(listMailed()).toEqual([]);
    now += MINUTE;
    expect(listMailed().sort()).toEqual(["no-calls", "sweep-didnt-run"]);
  });

  test("a release's script throws, a ticket is sent", () => {
    pass(60);
    pass(5, () => {
      for (let index = 0; index < 5; index++) countMetric("ScriptErrors");
    });
    expect(listMailed()).toEqual(["scripts-fail"]);
  });

  test("a busy artwork is throttled, a ticket names its table", () => {
    const { TableName } = stage;
    pass(60);
    add("AWS/DynamoDB", "ReadThrottleEvents", { TableName, GlobalSecondaryIndexName: "byOwner-v2" });
    expect(listMailed()).toEqual(["table-throttled Reads"]);
    expect(contributors("table-throttled Reads")).toEqual([TableName]);
  });
});

test("every metric query stays below CloudWatch's limit, even with the longest function names", () => {
  for (const [id, { Properties }] of listResources(stage.template, "AWS::CloudWatch::Alarm")) {
    const [query] = (Properties.Metrics ?? []) as { Expression?: unknown }[];
    const text = JSON.stringify(query?.Expression ?? "").replaceAll(/\{"Ref":"[^"]+"\}|","|\],?/g, "");
    const references = JSON.stringify(query?.Expression ?? "").match(/"Ref"/g)?.length ?? 0;
    expect(text.length + 64 * references, id).toBeLessThanOrEqual(2048);
  }
});
