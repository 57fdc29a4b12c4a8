import { join } from "node:path";
import { build } from "esbuild";

let built: Promise<string> | undefined;

/** The replacement for Stripe.js, built at the first request. */
export function browserScript(): Promise<string> {
  built ??= build({
    entryPoints: [join(import.meta.dirname, "browser/main.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2023",
    legalComments: "none",
    logLevel: "silent",
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  return built;
}
