import { v7 as uuidv7 } from "uuid";
import {
  createDiscount,
  type DiscountItem,
  endDiscount,
  findDiscount,
  type NewDiscount,
} from "#lambdas/areas/purchases/order/discount.ts";
import { queryAllDiscounts } from "#lambdas/areas/purchases/order/sellers-discounts.ts";
import { findByUsername } from "#lambdas/areas/users/find-user.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { LIMITS } from "#shared/limits.ts";
import { isDay } from "#shared/model/day.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { openStageTable } from "../command/stage-table.ts";

const DAY_SECONDS = 24 * 60 * 60;

const FORMS = "The forms are: create CODE, end CODE, list USERNAME.";

function wholeNumber(name: string, text: string, max = Number.MAX_SAFE_INTEGER) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > max) throw new BadCommand(`--${name} ${text} isn't valid.`);
  return number;
}

/** Epoch seconds of the beginning of a UTC day. */
function parseDay(name: string, text: string) {
  if (!isDay(text)) throw new BadCommand(`--${name} ${text} isn't a day.`);
  return Date.parse(text) / 1000;
}

const toIso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** A discount in one line: code, percentage, who pays for it, uses and window. */
const formatLine = ({ code, percent, sellerId, used, total, from, until }: DiscountItem) =>
  [
    code,
    `${percent} %`,
    sellerId ? `lowers the price of ${sellerId}` : "paid by the platform",
    `${used} of ${total ?? "any number of"} uses`,
    `from ${toIso(from)}${until === undefined ? "" : ` until ${toIso(until)}`}`,
  ].join("\t");

/** The code argument of a command. */
function parseCode(typed = "") {
  const code = typed.trim();
  if (code === "" || code.length > LIMITS.discountCode.max) {
    throw new BadCommand(`A code has 1 to ${LIMITS.discountCode.max} characters.`);
  }
  return code;
}

const OPTIONS = {
  percent: {
    value: "<1–100>",
    default: "",
    description: "of the licence's price, at most what the platform earns on it",
  },
  from: { value: "<day>", description: "the first day, YYYY-MM-DD in UTC; now by default" },
  until: { value: "<day>", description: "the last day; without an end by default" },
  total: { value: "<n>", description: "how often it may be used in all; without a limit by default" },
  "per-user": { value: "<n>", default: "1", description: "how often one person may use it" },
} as const;

type Values = Readonly<Record<"percent" | "per-user", string>> &
  Readonly<Partial<Record<"from" | "until" | "total", string | undefined>>>;

function newDiscount(code: string, values: Values): NewDiscount {
  const from = values.from ? parseDay("from", values.from) : epochSeconds(new Date());
  const until = values.until ? parseDay("until", values.until) + DAY_SECONDS : undefined;
  if (until !== undefined && until <= from) throw new BadCommand("--until must not be before --from.");
  return {
    discountId: uuidv7(),
    code,
    percent: wholeNumber("percent", values.percent, 100),
    from,
    until,
    total: values.total ? wholeNumber("total", values.total) : undefined,
    perUser: wholeNumber("per-user", values["per-user"]),
  };
}

export const command = defineCommand({
  usage: ["create CODE --percent 20", "end CODE", "list USERNAME"],
  options: OPTIONS,
  async run({ words: [verb, word, ...rest], values, isDry, stage, record }) {
    if (rest.length > 0) throw new BadCommand(FORMS);
    if (verb === "create") {
      const discount = newDiscount(parseCode(word), values);
      const { code, discountId, percent } = discount;
      const table = openStageTable(await stage());
      const deal = `${code} takes ${percent} % off`;
      if (isDry) return console.log(`${deal}. ${NOTHING_DONE}`);
      await record("discount.create", discountId, async () => {
        if (!(await createDiscount(table, discount))) throw new BadCommand(`The code ${code} is taken.`);
      });
      console.log(`${deal} (${discountId}).`);
    } else if (verb === "end") {
      const code = parseCode(word);
      const table = openStageTable(await stage());
      const discount = await findDiscount(table, { code });
      if (!discount) throw new BadCommand(`There is no code ${code}.`);
      if (isDry) return console.log(`${formatLine(discount)}\n${NOTHING_DONE}`);
      const { discountId } = discount;
      await record("discount.end", discountId, async () => {
        if (!(await endDiscount(table, discountId, new Date()))) throw new BadCommand(`The code ${code} is over.`);
      });
      console.log(`${discount.code} can't be used any more.`);
    } else if (verb === "list" && word) {
      const table = openStageTable(await stage());
      const seller = await findByUsername(table, word, new Date());
      if (!seller) throw new BadCommand(`There is no user ${word}.`);
      const discounts = await queryAllDiscounts(table, seller.userId);
      console.log(discounts.length > 0 ? discounts.map(formatLine).join("\n") : `${word} has made no codes.`);
    } else throw new BadCommand(FORMS);
  },
});
