import { v7 as uuidv7 } from "uuid";
import { createDiscount, type NewDiscount } from "#lambdas/areas/purchases/order/discount.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { LIMITS } from "#shared/limits.ts";
import { isDay } from "#shared/model/day.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { tableOf } from "../command/stage-table.ts";

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

export const command = defineCommand({
  usage: ["create CODE --percent 20"],
  options: {
    percent: {
      value: "<1–100>",
      default: "",
      description: "of the licence's price, at most what the platform earns on it",
    },
    from: { value: "<day>", description: "the first day, YYYY-MM-DD in UTC; now by default" },
    until: { value: "<day>", description: "the last day; without an end by default" },
    total: { value: "<n>", description: "how often it may be used in all; without a limit by default" },
    "per-user": { value: "<n>", default: "1", description: "how often one person may use it" },
  },
  async run({ words: [verb, typed = "", ...rest], values, isDry, stage, record }) {
    const code = typed.trim();
    if (verb !== "create" || rest.length > 0) throw new BadCommand("The only form is: create CODE.");
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
    const table = tableOf(await stage());
    const deal = `${code} takes ${discount.percent} % off`;
    if (isDry) return console.log(`${deal}. ${NOTHING_DONE}`);
    await record("discount.create", discount.discountId, async () => {
      if (!(await createDiscount(table, discount))) throw new BadCommand(`The code ${code} is taken.`);
    });
    console.log(`${deal} (${discount.discountId}).`);
  },
});
