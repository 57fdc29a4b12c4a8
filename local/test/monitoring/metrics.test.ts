import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFunctions } from "#local/functions/functions.ts";
import { openLogs } from "#local/functions/logs.ts";
import { computeStatistic, openMetrics } from "#local/monitoring/metrics.ts";
import { counted } from "../../../lambdas/platform/runtime/counted.ts";

const home = mkdtempSync(join(tmpdir(), "metrics-"));
const logs = openLogs(join(home, "logs"));

afterAll(async () => {
  await logs.close();
  rmSync(home, { recursive: true, force: true });
});

const WAYS = `exports.handler = async ({ way, line }) => {
  if (way === "throw") throw new Error("thrown");
  if (way === "wait") await new Promise((resolve) => setTimeout(resolve, 60000));
  if (line) console.log(line);
};`;

test("counts a function's calls, its errors and timeouts, and the metrics of its log lines", async () => {
  mkdirSync(join(home, "fn"));
  writeFileSync(join(home, "fn/index.cjs"), WAYS);
  const url = "http://127.0.0.1:1";
  const endpoints = { dynamoDb: url, s3: url, cognito: url, mail: url, secrets: url, stripe: url, lambda: url };
  const spec = {
    name: "fn",
    codeDir: join(home, "fn"),
    handler: "index.handler",
    environment: {},
    roleName: "",
    timeoutSeconds: 2,
    memoryMb: 256,
    asynchronous: { retries: 2 },
    destinations: [],
    aliases: [],
    permissions: [],
  };
  const functions = createFunctions([spec], { endpoints }, logs);
  const line = JSON.stringify({ level: "WARN", stage: "dev", ...counted("MailsGivenUp") });
  for (const event of [{}, { way: "throw" }, { way: "wait" }, { line }]) await functions.invoke("fn", event);
  await functions.stop();
  const getSum = (name: string) =>
    computeStatistic(
      logs.metrics.series.filter((series) => series.name === name),
      "Sum",
      Date.now(),
      3600,
    );
  expect([getSum("Invocations"), getSum("Errors"), getSum("MailsGivenUp")]).toEqual([4, 2, 1]);
  expect(logs.metrics.series.map(({ dimensions }) => dimensions)).toContainEqual({ stage: "dev" });
});

test("computes a statistic over a period's minutes, and none for a period without data", () => {
  let now = Date.UTC(2026, 10, 27, 3);
  const { add, series } = openMetrics(() => now);
  const addValue = (value: number) => add({ namespace: "Test", name: "n", dimensions: {}, value });
  addValue(3);
  now += 60_000;
  addValue(5);
  addValue(1);
  const over = (statistic: string, minutes: number) => computeStatistic(series, statistic, now, 60 * minutes);
  expect([over("Sum", 1), over("Sum", 5), over("Average", 5), over("Maximum", 5), over("Minimum", 5)]).toEqual([
    6, 9, 3, 5, 1,
  ]);
  now += 10 * 60_000;
  expect(over("Sum", 5)).toBeUndefined();
});

test("ignores lines that aren't in the format", () => {
  const { readLine, series } = openMetrics();
  for (const line of ['{"_aws": 1}', '{"_aws"', "plain", '{"message": "\\"_aws\\""}']) readLine(line);
  expect(series).toEqual([]);
});
