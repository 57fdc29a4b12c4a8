import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT } from "../../../../../lib/bundling/entries.ts";

/** A JSON value and the TypeScript type that it should have. */
export interface Typed {
  /** Names the value in a fault. */
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

const OPTIONS = {
  target: "es2024",
  module: "preserve",
  moduleResolution: "bundler",
  lib: ["es2024", "dom"],
  types: ["node"],
  typeRoots: [join(PROJECT, "node_modules/@types")],
  paths: { stripe: [join(PROJECT, "node_modules/stripe")] },
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Compiles the values as literals of their types, which are parts of `Stripe`, so that missing, wrong and unknown fields
 * are errors. Returns what the compiler says of those that don't fit, the same message about several of a name once.
 */
export async function checkTypes(values: readonly Typed[], preamble = ""): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "ochre-types-"));
  const lines = values.map(({ type, value }, index) => `export const v${index}: ${type} = ${JSON.stringify(value)};`);
  const head = ['import type Stripe from "stripe";', ...preamble.split("\n")];
  writeFileSync(join(folder, "values.ts"), [...head, ...lines].join("\n"));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: OPTIONS, files: [join(folder, "values.ts")] }),
  );
  const output = await compile(folder);
  rmSync(folder, { recursive: true });
  const messages = output.split(/\n(?=\S)/).filter((message) => message.trim() !== "");
  const faults = messages.map((message) => {
    const line = Number(/^\S*values\.ts\((\d+)/.exec(message)?.[1]);
    return `${values[line - head.length - 1]?.name}: ${message.replace(/^\S+: error /, "").trim()}`;
  });
  return [...new Set(faults)];
}

function compile(folder: string): Promise<string> {
  const program = join(PROJECT, "node_modules/typescript/bin/tsc");
  const args = [program, "-p", folder, "--pretty", "false", "--noErrorTruncation"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
