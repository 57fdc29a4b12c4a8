import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, inject, test } from "vitest";
import type { FunctionName } from "#lambdas/functions.ts";
import { streamConsumers } from "#lib/bundling/entries.ts";
import { Alarms } from "#lib/constructs/alarms.ts";
import { MarketplaceFunction } from "#lib/constructs/function.ts";
import { getStage, STAGES } from "#lib/stacks/stages.ts";
import { getStack, getStubAssets } from "./support/synthesize-stack.ts";
import { collectReferences, listFunctions, listResources, type TemplateFunction } from "./support/template.ts";

describe("creating a function", () => {
  function make(tokens: Record<string, string>, name: FunctionName = "fallback") {
    const app = new App({ analyticsReporting: false });
    const stack = new Stack(app, "test");
    const stage = getStage("dev");
    const alarms = new Alarms(stack, stage);
    const setting = {
      stage,
      alarms,
      siteOrigin: "https://ochre.example",
      assets: getStubAssets().functions,
      onLaptop: false,
    };
    const fn = new MarketplaceFunction(stack, setting, { name });
    fn.setEnvironment(tokens);
    return () => app.synth();
  }
  const tokens = { TOKEN_ISSUER: "https://issuer.example", TOKEN_AUDIENCE: "client" };

  test("synthesizes when its environment is complete", () => {
    expect(make(tokens)).not.toThrow();
  });

  test("fails the synthesis with the variable of a permission that wasn't granted", () => {
    expect(make(tokens, "users")).toThrow(/users: TABLE_NAME/);
  });

  test("fails the synthesis when a value isn't what the function expects", () => {
    expect(make({ ...tokens, TOKEN_ISSUER: "issuer" })).toThrow(/fallback: TOKEN_ISSUER/);
  });

  describe("with sharp", () => {
    const optionalDependencies = { "@img/sharp-linux-arm64": "1.2.3", "@img/sharp-libvips-linux-arm64": "4.5.6" };

    /** A built function with the binaries that npm installs on a platform. */
    function build(...binaries: readonly string[]) {
      const assets = mkdtempSync(join(inject("temporaryFolder"), "sharp-"));
      const asset = join(assets, "process-upload");
      for (const name of ["sharp", ...binaries.map((binary) => `@img/sharp-${binary}`)]) {
        mkdirSync(join(asset, "node_modules", name), { recursive: true });
      }
      writeFileSync(join(asset, "index.cjs"), "");
      writeFileSync(join(asset, "node_modules/sharp/package.json"), JSON.stringify({ optionalDependencies }));
      return assets;
    }
    function makeFrom(assets: string, onLaptop = false) {
      const stack = new Stack(new App({ analyticsReporting: false }), "test");
      const stage = getStage("dev");
      const alarms = new Alarms(stack, stage);
      const setting = { stage, alarms, siteOrigin: "https://ochre.example", assets, onLaptop };
      return new MarketplaceFunction(stack, setting, { name: "process-upload" }).lambda.architecture.name;
    }

    test.each([
      ["arm64 where both are installed", "arm64", ["linux-x64", "linux-arm64"]],
      ["arm64", "arm64", ["darwin-arm64", "linux-arm64"]],
      ["x86_64", "x86_64", ["linux-x64"]],
    ])("runs on %s", (_what, architecture, platforms) => {
      const assets = build(...platforms.flatMap((platform) => [platform, `libvips-${platform}`]));
      expect(makeFrom(assets)).toBe(architecture);
    });

    test.each([
      ["a Mac", ["darwin-arm64", "libvips-darwin-arm64"]],
      ["Windows", ["win32-x64"]],
      ["Alpine", ["linuxmusl-x64", "libvips-linuxmusl-x64"]],
      ["half an installation", ["linux-x64"]],
      ["an installation without optional packages", []],
    ])("fails the synthesis on %s with the command to run, except for the laptop", (_where, binaries) => {
      const assets = build(...binaries);
      expect(() => makeFrom(assets)).toThrow(
        "process-upload has no binary of sharp for Lambda's Linux: run " +
          '"npm install --no-save --force @img/sharp-linux-arm64@1.2.3 @img/sharp-libvips-linux-arm64@4.5.6 && npm run build" first.',
      );
      expect(() => makeFrom(assets, true)).not.toThrow();
    });
  });

  test("fails with the command to run when its code isn't built", () => {
    const app = new App({ analyticsReporting: false });
    const stack = new Stack(app, "test");
    const stage = getStage("dev");
    const setting = {
      stage,
      alarms: new Alarms(stack, stage),
      siteOrigin: "https://ochre.example",
      assets: "/nowhere",
      onLaptop: false,
    };
    expect(() => new MarketplaceFunction(stack, setting, { name: "auth" })).toThrow(/npm run build/);
  });
});

describe.each(STAGES)("functions of stage %s", (name) => {
  let template: Template;
  let ours: TemplateFunction[];

  beforeAll(async () => {
    ({ template } = await getStack(name));
    ours = listFunctions(template).filter((fn) => fn.name);
  });

  test("run on Node 24 and arm64 and finish within their caller's timeout", () => {
    for (const { name: fn, properties } of ours) {
      expect([fn, properties.Runtime]).toEqual([fn, "nodejs24.x"]);
      expect([fn, properties.Architectures]).toEqual([fn, ["arm64"]]);
    }
    const behindTheApi = ours.filter(({ id }) => id.startsWith("Api"));
    for (const { properties } of behindTheApi) expect(properties.Timeout).toBeLessThan(29);
  });

  test("write to a log group of their own with a retention", () => {
    const groups = Object.fromEntries(listResources(template, "AWS::Logs::LogGroup"));
    const used = listFunctions(template).map(({ id, properties }) => {
      const { LogGroup } = (properties.LoggingConfig ?? {}) as { LogGroup?: unknown };
      const [group = ""] = collectReferences(LogGroup);
      expect([id, groups[group]?.Properties.RetentionInDays]).toEqual([id, getStage(name).logRetention]);
      return group;
    });
    expect(new Set(used).size).toBe(used.length);
  });

  test("have an alarm for errors, and for their iterator age if they read the stream", () => {
    const queries = listResources(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) =>
      JSON.stringify(Properties.Metrics ?? []),
    );
    const watching = (metric: string, id: string) =>
      queries.filter((query) => query.includes(`(${metric})`) && query.includes(`{"Ref":"${id}"}`));
    for (const { id } of ours) {
      expect([id, watching("Errors", id).length]).toEqual([id, 1]);
      expect([id, watching("IteratorAge", id).length]).toEqual([id, id.startsWith("Streams") ? 1 : 0]);
    }
  });

  test("read the table's stream in batches that can fail partially", () => {
    const [[table] = []] = listResources(template, "AWS::DynamoDB::Table");
    const mappings = listResources(template, "AWS::Lambda::EventSourceMapping")
      .map(([, { Properties }]) => Properties)
      .filter(({ EventSourceArn }) => collectReferences(EventSourceArn).includes(String(table)));
    expect(mappings).toHaveLength(streamConsumers().length);
    // A third reader of a shard would be throttled.
    expect(mappings.length).toBeLessThanOrEqual(2);
    for (const mapping of mappings) {
      expect(mapping.EventSourceArn).toEqual({ "Fn::GetAtt": [table, "StreamArn"] });
      expect(mapping).toMatchObject({
        StartingPosition: "TRIM_HORIZON",
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        MaximumRetryAttempts: 10,
      });
    }
  });

  test("that read the stream store failed records in a bucket, with alarms for failed and lost ones", () => {
    const buckets = Object.fromEntries(listResources(template, "AWS::S3::Bucket"));
    const alarms = listResources(template, "AWS::CloudWatch::Alarm").map(([, { Properties }]) => Properties);
    const watched = alarms.flatMap(({ AlarmName, Metrics = [] }) =>
      String(AlarmName).endsWith(" undelivered-records") ? (Metrics as Query[]) : [],
    );
    const metrics = watched.flatMap(({ MetricStat }) =>
      MetricStat ? [`${collectReferences(MetricStat.Metric.Dimensions)} ${MetricStat.Metric.MetricName}`] : [],
    );
    const readers = listResources(template, "AWS::Lambda::EventSourceMapping").filter(
      ([, { Properties }]) => Properties.DestinationConfig,
    );
    expect(readers).toHaveLength(streamConsumers().length);
    for (const [, { Properties }] of readers) {
      const [bucket = ""] = collectReferences(Properties.DestinationConfig);
      expect(buckets[bucket]?.Properties).toMatchObject({ PublicAccessBlockConfiguration: { BlockPublicAcls: true } });
      // Lambda has no metrics of a mapping without this.
      expect(Properties.MetricsConfig).toEqual({ Metrics: ["EventCount"] });
    }
    const wanted = readers.flatMap(([id]) => [
      `${id} DroppedEventCount`,
      `${id} OnFailureDestinationDeliveredEventCount`,
    ]);
    for (const [, { Properties }] of readers)
      wanted.push(`${collectReferences(Properties.FunctionName)} DestinationDeliveryFailures`);
    expect(metrics.sort()).toEqual(wanted.sort());
    const ids = watched.flatMap(({ Id, MetricStat }) => (MetricStat ? [Id] : []));
    const [expression = ""] = watched.flatMap(({ Expression }) => Expression ?? []);
    for (const id of ids) expect(expression).toContain(`FILL(${id}, 0)`);
  });

  test("that are called by events have an encrypted dead-letter queue with an alarm", () => {
    const queues = Object.fromEntries(listResources(template, "AWS::SQS::Queue"));
    // A schedule repeats by itself.
    const rules = listResources(template, "AWS::Events::Rule").filter(([, { Properties }]) => Properties.EventPattern);
    const targets = rules.flatMap(
      ([, { Properties }]) => (Properties.Targets ?? []) as { Arn: unknown; DeadLetterConfig?: { Arn: unknown } }[],
    );
    expect(targets).toHaveLength(1);
    for (const { Arn, DeadLetterConfig } of targets) {
      const called = ours.find(({ id }) => collectReferences(Arn).includes(id));
      const [undelivered] = collectReferences(DeadLetterConfig);
      const [unhandled] = collectReferences(called?.properties.DeadLetterConfig);
      for (const queue of [undelivered, unhandled]) {
        expect(queues[queue ?? ""]?.Properties).toMatchObject({ SqsManagedSseEnabled: true });
      }
    }
    for (const [, { Properties }] of listResources(template, "AWS::Lambda::EventSourceMapping")) {
      const source = queues[collectReferences(Properties.EventSourceArn)[0] ?? ""];
      if (!source) continue;
      const [undelivered = ""] = collectReferences(source.Properties.RedrivePolicy);
      expect(queues[undelivered]?.Properties).toMatchObject({ SqsManagedSseEnabled: true });
    }
    const depth = listResources(template, "AWS::CloudWatch::Alarm").filter(([, { Properties }]) =>
      String(Properties.AlarmName).endsWith(" undelivered-messages"),
    );
    const deadLetters = Object.entries(queues).flatMap(([id, { Properties }]) =>
      Properties.RedrivePolicy ? [] : [id],
    );
    expect(depth.flatMap(([, { Properties }]) => collectReferences(Properties.Metrics)).sort()).toEqual(
      deadLetters.sort(),
    );
  });
});

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: { readonly MetricName: string; readonly Dimensions: unknown } };
}
