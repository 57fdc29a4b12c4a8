import { logUnreadableTo, UnreadableItem } from "#lambdas/platform/table/unreadable.ts";
import { CommandError, isCommandError } from "./command/command-error.ts";
import { formatHelp, runCommand } from "./command/run-command.ts";
import { COMMANDS } from "./ops/commands.ts";

const width = Math.max(...COMMANDS.map(({ name }) => name.length));

const HELP = `npm run ops -- <command> [options]
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}
npm run ops -- help <command> shows its usage. Commands use the local stack unless --stack names a deployed one.`;

function findCommand(name: string) {
  const found = COMMANDS.find((candidate) => candidate.name === name);
  if (!found)
    throw new CommandError(
      `There is no command ${name}. The commands are: ${COMMANDS.map((each) => each.name).join(", ")}.`,
    );
  return found;
}

async function printHelp(name: string) {
  const { summary, load } = findCommand(name);
  console.log(formatHelp(name, summary, (await load()).command));
}

async function main([name = "help", ...args]: readonly string[]) {
  if (name === "help" || name === "--help") {
    const [about] = args;
    return about ? printHelp(about) : console.log(HELP);
  }
  const { command } = await findCommand(name).load();
  if (!(await runCommand(command, args))) await printHelp(name);
}

/** True for errors of AWS and Stripe, which are printed without a stack trace. */
const isProviderError = (error: unknown): error is Error =>
  error instanceof Error && ("$metadata" in error || "requestId" in error || error.name === "CredentialsProviderError");

/** Escapes control characters in users' texts, so that terminals don't interpret them. */
const escapeControls = (part: unknown) =>
  typeof part === "string"
    ? part.replace(/[^\P{C}\n\t\u200c\u200d]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    : part;

/** Prints a malformed item that a command skips or fails on. */
const printUnreadable = (reason: string, key: string) =>
  console.error(`${reason}\nnpm run ops -- item show --key "${key}" shows it; see docs/runbook.md#items-unreadable.`);

logUnreadableTo({ error: (_text, { reason, key }) => printUnreadable(reason, key) });

// `… | head` closes the pipe; the command still runs to its end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

for (const method of ["log", "error"] as const) {
  const print = console[method];
  console[method] = (...parts: readonly unknown[]) => print(...parts.map(escapeControls));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (isCommandError(error)) {
    const [name = ""] = process.argv.slice(2);
    const about = COMMANDS.some((command) => command.name === name) ? ` ${name}` : "";
    console.error(`${error.message}\nSee npm run ops -- help${about}.`);
  } else if (error instanceof UnreadableItem) printUnreadable(error.message, error.key);
  else if (isProviderError(error)) console.error(`${error.name}: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}
