import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startCloud } from "ochre-local";
import type { TestProject } from "vitest/node";
import { startBrowserServer } from "#test/support/browser.ts";
import { recordGrants } from "../../tools/grants/record.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The shared laptop cloud: its origin, the folder of its state, and its table. */
    cloud: {
      readonly origin: string;
      readonly home: string;
      readonly table: { readonly endpoint: string; readonly name: string };
    };
    /** WebSocket endpoint of the shared Chromium. */
    browserEndpoint: string;
  }
}

/** Starts the empty product and a browser for all files, which use their own users and titles. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "ochre-e2e-"));
  const [cdkOut, home] = [join(folder, "cdk.out"), join(folder, "home")];
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async () => {
    await Promise.allSettled(running.map((each) => each.stop()));
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await promisify(execFile)(process.execPath, ["bin/marketplace.ts", "--stage", "local", "--out", cdkOut]);
    const cloud = await startCloud({ cdkOut, home, port: 0 });
    running.push(cloud);
    const getName = (fn: string) =>
      cloud.system().functions.find(({ name }) => name === fn)?.environment.POWERTOOLS_SERVICE_NAME ?? fn;
    const grants = () =>
      cloud.access.listGrants().map((grant) => ({ ...grant, functionName: getName(grant.functionName) }));
    running.push({ stop: async () => recordGrants("e2e", project.name, grants()) });
    const browser = await startBrowserServer();
    running.push({ stop: () => browser.close() });
    const name = cloud.system().functions.flatMap(({ environment }) => environment.TABLE_NAME ?? [])[0] ?? "";
    const table = { endpoint: cloud.serviceUrls.dynamoDb, name };
    project.provide("cloud", { origin: cloud.origin, home, table });
    project.provide("browserEndpoint", browser.wsEndpoint());
  } catch (problem) {
    await stop();
    throw problem;
  }
  return stop;
}
