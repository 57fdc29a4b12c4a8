import { parseArgs } from "node:util";
import { BadCommand } from "./bad-command.ts";
import type { Call, Command, Options } from "./command.ts";
import { openOperator } from "./operator.ts";
import { describeStage, openStage } from "./stage.ts";

/** Options of every command. */
const COMMON = {
  stack: {
    value: "<name>",
    description: "a deployed stage's stack, with AWS credentials; without it the running laptop",
  },
  help: { description: "explains the command" },
} as const satisfies Options;

const DRY_RUN = { "dry-run": { description: "only says what it would do" } } as const satisfies Options;

const getOptions = ({ options, reads }: Command): Options => ({ ...options, ...(reads ? {} : DRY_RUN), ...COMMON });

/** Memoizes an asynchronous value. */
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Usage of a command, one line per form and option. */
export function formatHelp(name: string, summary: string, command: Command) {
  const options = Object.entries(getOptions(command)).map(([option, { value, description, default: preset }]) => {
    const form = `--${option}${value ? ` ${value}` : ""}`;
    return [form, `${description}${preset ? ` (${preset})` : ""}`] as const;
  });
  const rows = [...options, ["PORT=<number>", "the laptop's port (3000)"] as const];
  const width = Math.max(...rows.map(([form]) => form.length));
  return [
    ...command.usage.map((form) => `npm run ops -- ${name}${form ? ` ${form}` : ""} [options]`),
    `  ${summary}`,
    ...(command.description ?? []).map((line) => `  ${line}`),
    ...rows.map(([form, description]) => `  ${form.padEnd(width)}  ${description}`),
  ].join("\n");
}

/** Runs a command; returns false if its help was requested. Throws BadCommand and the parser's errors. */
export async function runCommand(command: Command, args: readonly string[]) {
  const declared = getOptions(command);
  const { values, positionals: words } = parseArgs({
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
  if (values.stack === "") throw new BadCommand("--stack takes the name of a stack.");
  const stackName = typeof values.stack === "string" ? values.stack : undefined;
  const isDry = values["dry-run"] === true;
  const stage = once(async () => {
    const opened = await openStage(stackName);
    console.error(`On ${describeStage(opened)}`);
    return opened;
  });
  const operator = once(async () => openOperator(await stage()));
  const call: Call = {
    words,
    values: values as Call["values"],
    isDry,
    stage,
    record: async (event, target, deed) => (isDry ? deed() : (await operator()).record({ event, target }, deed)),
  };
  await command.run(call);
  return true;
}
