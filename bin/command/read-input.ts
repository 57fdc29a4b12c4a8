import { BadCommand } from "./bad-command.ts";

/** The JSON object on standard input; `name` is used in the error without one. */
export async function readInput(name: string): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of process.stdin) text += String(chunk);
  try {
    return JSON.parse(text);
  } catch {
    throw new BadCommand(`Give ${name} on the standard input, as a JSON object.`);
  }
}
