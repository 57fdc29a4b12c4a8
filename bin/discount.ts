import { parseArgs } from "node:util";
import { v7 as uuidv7 } from "uuid";
import { createDiscount, type NewDiscount } from "#lambdas/purchases/order/create-discount.ts";
import { epochSeconds } from "#lambdas/runtime/epoch-seconds.ts";
import { openTable } from "#lambdas/table/marketplace-table.ts";
import { LIMITS } from "#shared/limits.ts";
import { isDay } from "#shared/model/day.ts";
import { BadCommand, exitWithUsage } from "./command/bad-command.ts";
import { openOperator } from "./command/operator.ts";
import { findLaptopTable } from "./laptop/find-laptop-table.ts";

const USAGE = `npm run discount -- create CODE --percent 20 [options]
  --percent <1–100>   of the licence's price, at most what the platform earns on it
  --from, --until     days (YYYY-MM-DD, UTC, both included); from now on and without an end unless said
  --total <n>         how often it may be used in all; without a limit unless said
  --per-user <n>      how often one person may use it (1)
  --table, --audit    a deployed stage's table and audit log, with AWS credentials; without them the running laptop's
PORT=<number>         the laptop's port (3000)`;

const DAY_SECONDS = 24 * 60 * 60;

function wholeNumber(name: string, text: string, max = Number.MAX_SAFE_INTEGER) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) throw new BadCommand(`--${name} ${text} isn't valid.`);
  return number;
}

/** Epoch seconds of the beginning of a UTC day. */
function dayOf(name: string, text: string) {
  if (!isDay(text)) throw new BadCommand(`--${name} ${text} isn't a day.`);
  return Date.parse(text) / 1000;
}

function readCommand(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      percent: { type: "string", default: "" },
      from: { type: "string" },
      until: { type: "string" },
      total: { type: "string" },
      "per-user": { type: "string", default: "1" },
      table: { type: "string" },
      audit: { type: "string" },
    },
  });
  const [verb, typed = "", ...rest] = positionals;
  const code = typed.trim();
  if (verb !== "create" || rest.length > 0) throw new BadCommand("The only command is: create CODE.");
  if (code === "" || code.length > LIMITS.discountCode.max) {
    throw new BadCommand(`A code has 1 to ${LIMITS.discountCode.max} characters.`);
  }
  const from = values.from ? dayOf("from", values.from) : epochSeconds(new Date());
  const until = values.until ? dayOf("until", values.until) + DAY_SECONDS : undefined;
  if (until !== undefined && until <= from) throw new BadCommand("--until must not be before --from.");
  const discount: NewDiscount = {
    discountId: uuidv7(),
    code,
    percent: wholeNumber("percent", values.percent, 100),
    from,
    until,
    total: values.total ? wholeNumber("total", values.total) : undefined,
    perUser: wholeNumber("per-user", values["per-user"]),
  };
  return { discount, table: values.table, audit: values.audit };
}

try {
  const { discount, table, audit } = readCommand(process.argv.slice(2));
  const operator = await openOperator(table, audit);
  const opened = openTable({ TABLE_NAME: table ?? (await findLaptopTable()) });
  await operator.record({ event: "discount.create", target: discount.discountId });
  if (!(await createDiscount(opened, discount))) throw new BadCommand(`The code ${discount.code} is taken.`);
  console.log(`${discount.code} takes ${discount.percent} % off (${discount.discountId}).`);
} catch (problem) {
  exitWithUsage(problem, USAGE);
}
