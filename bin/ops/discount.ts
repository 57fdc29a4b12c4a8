import { v7 as uuidv7 } from "uuid";
import {
  createDiscount,
  type DiscountItem,
  endDiscount,
  findDiscount,
  type NewDiscount,
} from "#lambdas/areas/purchases/order/discount.ts";
import { queryAllDiscounts } from "#lambdas/areas/purchases/order/seller-discounts.ts";
import { findByUsername } from "#lambdas/areas/users/find-user.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { LIMITS } from "#shared/limits.ts";
import { isDay } from "#shared/model/day.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";

const DAY_SECONDS = 24 * 60 * 60;

const USAGE = "Expected create CODE, end CODE or list USERNAME.";

function parseInteger(name: string, text: string, max = Number.MAX_SAFE_INTEGER) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) throw new CommandError(`--${name} ${text} isn't valid.`);
  return number;
}

/** Epoch seconds at the start of a UTC day. Throws if it isn't YYYY-MM-DD. */
function parseDay(name: string, text: string) {
  if (!isDay(text)) throw new CommandError(`--${name} ${text} isn't a date (YYYY-MM-DD).`);
  return Date.parse(text) / 1000;
}

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Formats a discount in one line: code, percentage, payer, uses and validity period. */
const formatLine = ({ code, percent, sellerId, used, total, from, until }: DiscountItem) =>
  [
    code,
    `${percent}%`,
    sellerId ? `paid by the seller ${sellerId}` : "paid by the platform",
    `${used} of ${total ?? "unlimited"} uses`,
    `from ${toIso(from)}${until === undefined ? "" : ` until ${toIso(until)}`}`,
  ].join("\t");

/** Parses the code argument of a command. */
function parseCode(typed = "") {
  const code = typed.trim();
  if (code === "" || code.length > LIMITS.discountCode.max) {
    throw new CommandError(`A code has 1 to ${LIMITS.discountCode.max} characters.`);
  }
  return code;
}

const OPTIONS = {
  percent: {
    value: "<1–100>",
    default: "",
    description: "percent of the license price, up to the platform's fee",
  },
  from: { value: "<date>", description: "the first day, YYYY-MM-DD in UTC (default: now)" },
  until: { value: "<date>", description: "the last day (default: no end)" },
  total: { value: "<n>", description: "maximum number of uses (default: unlimited)" },
  "per-user": { value: "<n>", default: "1", description: "maximum number of uses per user" },
} as const;

type Values = Readonly<Record<"percent" | "per-user", string>> &
  Readonly<Partial<Record<"from" | "until" | "total", string | undefined>>>;

function toNewDiscount(code: string, values: Values): NewDiscount {
  const from = values.from ? parseDay("from", values.from) : epochSeconds(new Date());
  const until = values.until ? parseDay("until", values.until) + DAY_SECONDS : undefined;
  if (until !== undefined && until <= from) throw new CommandError("--until must not be before --from.");
  return {
    discountId: uuidv7(),
    code,
    percent: parseInteger("percent", values.percent, 100),
    from,
    until,
    total: values.total ? parseInteger("total", values.total) : undefined,
    perUser: parseInteger("per-user", values["per-user"]),
  };
}

export const command = defineCommand({
  usage: ["create CODE --percent 20", "end CODE", "list USERNAME"],
  options: OPTIONS,
  async run({ positionals: [subcommand, argument, ...rest], values, isDry, stage, record }) {
    if (rest.length > 0) throw new CommandError(USAGE);
    if (subcommand === "create") {
      const discount = toNewDiscount(parseCode(argument), values);
      const { code, discountId, percent } = discount;
      const table = openStageTable(await stage());
      const summary = `${code}: ${percent}% off`;
      if (isDry) return console.log(`${summary}. ${NOTHING_DONE}`);
      await record("discount.create", discountId, async () => {
        if (!(await createDiscount(table, discount))) throw new CommandError(`The code ${code} already exists.`);
      });
      console.log(`Created ${summary} (${discountId}).`);
    } else if (subcommand === "end") {
      const code = parseCode(argument);
      const table = openStageTable(await stage());
      const discount = await findDiscount(table, { code });
      if (!discount) throw new CommandError(`There is no code ${code}.`);
      if (isDry) return console.log(`${formatLine(discount)}\n${NOTHING_DONE}`);
      const { discountId } = discount;
      await record("discount.end", discountId, async () => {
        if (!(await endDiscount(table, discountId, new Date())))
          throw new CommandError(`The code ${code} has already ended.`);
      });
      console.log(`Ended ${discount.code}.`);
    } else if (subcommand === "list" && argument) {
      const table = openStageTable(await stage());
      const seller = await findByUsername(table, argument, new Date());
      if (!seller) throw new CommandError(`There is no user ${argument}.`);
      const discounts = await queryAllDiscounts(table, seller.userId);
      console.log(discounts.length > 0 ? discounts.map(formatLine).join("\n") : `${argument} has no codes.`);
    } else throw new CommandError(USAGE);
  },
});
