import { parseArgs } from "node:util";
import type { Call, Command, Options } from "./command.ts";
import { CommandError } from "./command-error.ts";
import { openOperator } from "./operator.ts";
import { describeStage, openStage } from "./stage.ts";

/** Options of every command. */
const COMMON = {
  stack: {
    value: "<name>",
    description: "the deployed stack to use, with AWS credentials (default: the local stack)",
  },
  help: { description: "print this help" },
} as const satisfies Options;

const DRY_RUN = {
  "dry-run": { description: "print what would change, without changing it" },
} as const satisfies Options;

const getOptions = ({ options, reads }: Command): Options => ({ ...options, ...(reads ? {} : DRY_RUN), ...COMMON });

function memoize<T>(load: () => Promise<T>) {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= load();
    return promise;
  };
}

/** Usage of a command, one line per form and option. */
export function formatHelp(name: string, summary: string, command: Command) {
  const options = Object.entries(getOptions(command)).map(([option, { value, description, default: preset }]) => {
    const form = `--${option}${value ? ` ${value}` : ""}`;
    return [form, `${description}${preset ? ` (default: ${preset})` : ""}`] as const;
  });
  const rows = [...options, ["PORT=<number>", "the local stack's port (default: 3000)"] as const];
  const width = Math.max(...rows.map(([form]) => form.length));
  return [
    ...command.usage.map((form) => `npm run ops -- ${name}${form ? ` ${form}` : ""} [options]`),
    `  ${summary}`,
    ...(command.description ?? []).map((line) => `  ${line}`),
    ...rows.map(([form, description]) => `  ${form.padEnd(width)}  ${description}`),
  ].join("\n");
}

/** Runs a command; returns false if its help was requested. Throws CommandError and the parser's errors. */
export async function runCommand(command: Command, args: readonly string[]) {
  const declared = getOptions(command);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(declared).map(([name, { value, default: preset }]) => [
        name,
        value
          ? { type: "string" as const, ...(preset === undefined ? {} : { default: preset }) }
          : { type: "boolean" as const, default: false },
      ]),
    ),
  });
  if (values.help) return false;
  if (values.stack === "") throw new CommandError("--stack requires a stack name.");
  const stackName = typeof values.stack === "string" ? values.stack : undefined;
  const isDry = values["dry-run"] === true;
  const stage = memoize(async () => {
    const resolvedStage = await openStage(stackName);
    console.error(`On ${describeStage(resolvedStage)}`);
    return resolvedStage;
  });
  const operator = memoize(async () => openOperator(await stage()));
  const call: Call = {
    positionals,
    values: values as Call["values"],
    isDry,
    stage,
    record: async (event, target, action) => (isDry ? action() : (await operator()).record({ event, target }, action)),
  };
  await command.run(call);
  return true;
}
