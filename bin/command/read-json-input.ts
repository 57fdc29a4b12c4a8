import * as z from "zod/mini";
import { CommandError } from "./command-error.ts";

const JsonObject = z.record(z.string(), z.unknown());

/** Parses a JSON object on standard input; `name` describes the input in the error message. */
export async function readJsonInput(name: string): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of process.stdin) text += String(chunk);
  try {
    return JsonObject.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`Pass ${name} as a JSON object on standard input.`);
  }
}
