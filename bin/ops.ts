import { logUnreadableTo, UnreadableItem } from "#lambdas/platform/table/unreadable.ts";
import { BadCommand, isBadCommand } from "./command/bad-command.ts";
import { formatHelp, runCommand } from "./command/run-command.ts";
import { COMMANDS } from "./ops/commands.ts";

const width = Math.max(...COMMANDS.map(({ name }) => name.length));

const HELP = `npm run ops -- <command> [options]
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}
npm run ops -- help <command> says how each is called. All work on the running laptop, or on a deployed stage's --stack.`;

function findCommand(name: string) {
  const found = COMMANDS.find((candidate) => candidate.name === name);
  if (!found)
    throw new BadCommand(
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

/** AWS's and Stripe's refusals explain themselves in a line; a stack trace adds nothing. */
const isRefusal = (problem: unknown): problem is Error =>
  problem instanceof Error &&
  ("$metadata" in problem || "requestId" in problem || problem.name === "CredentialsProviderError");

/** Prints control characters in users' texts as escapes, because terminals may obey them. */
const escapeControls = (part: unknown) =>
  typeof part === "string"
    ? part.replace(/[^\P{C}\n\t\u200c\u200d]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
    : part;

/** Reports items that a command leaves out, and the one that stops it, in the same format. */
const printUnreadable = (reason: string, key: string) =>
  console.error(
    `${reason}\nnpm run ops -- item show --key "${key}" shows it; docs/runbook.md#items-unreadable says what to do.`,
  );

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
} catch (problem) {
  if (isBadCommand(problem)) {
    const [name = ""] = process.argv.slice(2);
    const about = COMMANDS.some((command) => command.name === name) ? ` ${name}` : "";
    console.error(`${problem.message}\nnpm run ops -- help${about} says more.`);
  } else if (problem instanceof UnreadableItem) printUnreadable(problem.message, problem.key);
  else if (isRefusal(problem)) console.error(`${problem.name}: ${problem.message}`);
  else throw problem;
  process.exitCode = 1;
}
