import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startCloud } from "#local/cloud.ts";
import { distribution, httpApi, lambdaFunction, writeAssembly } from "./support/stack.ts";

function folder() {
  const home = mkdtempSync(join(tmpdir(), "laptop-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

async function untilTablesStart(home: string) {
  while (!existsSync(join(home, "dynamodb"))) await sleep(20);
}

test("the stand-ins start while the stack is being built", async () => {
  const home = folder();
  const building = Promise.withResolvers<string>();
  const starting = startCloud({ cdkOut: building.promise, home });
  await untilTablesStart(home);
  building.resolve(
    writeAssembly({
      assets: { answer: { "index.cjs": "exports.handler = async () => ({ statusCode: 204 });" }, site: {} },
      resources: {
        Answer: lambdaFunction("answer"),
        Bucket: { Type: "AWS::S3::Bucket" },
        ...httpApi("Answer", ["GET /api/none"]),
        Site: distribution("Bucket"),
      },
    }),
  );
  const cloud = await starting;
  onTestFinished(cloud.stop);
  expect((await fetch(`${cloud.origin}/api/none`)).status).toBe(204);
});

test("a build that fails is reported, and stops what was started", async () => {
  const home = folder();
  const building = Promise.withResolvers<string>();
  const starting = startCloud({ cdkOut: building.promise, home });
  await untilTablesStart(home);
  building.reject(new Error("The site doesn't build"));
  await expect(starting).rejects.toThrow("The site doesn't build");
  expect(existsSync(join(home, "lock"))).toBe(false);
});
