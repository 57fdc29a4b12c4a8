import { spawn } from "node:child_process";
import { join } from "node:path";
import { PROJECT } from "#lib/bundling/entries.ts";

/** Runs a test file with these environment variables; prints its table, or its whole output and false if it failed. */
export async function printTable(file: string, env: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", file, "--disable-console-intercept"], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const status = await new Promise((resolve) => child.once("close", resolve));
  const rows = output.split("\n").filter((line) => line.startsWith("|"));
  console.log(status === 0 ? rows.join("\n") : output);
  return status === 0;
}
