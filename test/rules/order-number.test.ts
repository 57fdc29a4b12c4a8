import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { formatOrderNumber, parseOrderNumber } from "#shared/rules/order-number.ts";

test("an order's number is ten characters in two groups, without letters that look like others", () => {
  expect(formatOrderNumber("019ac0de-0000-7000-8000-000000000000")).toBe("00000-00000");
  expect(formatOrderNumber("019ac0de-ffff-7fff-bfff-ffffffffffff")).toBe("ZZZZZ-ZZZZZ");
  expect(formatOrderNumber("019ac0de-8f3b-7a11-9c44-0123456789ab")).toBe("014D2-PF2DB");
  for (let at = 0; at < 1000; at++)
    expect(formatOrderNumber(uuidv7())).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
});

test("ids of the same millisecond have different numbers", () => {
  const msecs = Date.UTC(2026, 10, 28);
  const numbers = Array.from({ length: 10_000 }, () => formatOrderNumber(uuidv7({ msecs })));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("a number is understood as typed or read out", () => {
  const number = "10938-NCRKB";
  for (const typed of ["10938-NCRKB", "10938ncrkb", " io938 ncrkb ", "1 0 9 3 8 - N C R K B", "L0938–NCRKB"]) {
    expect(parseOrderNumber(typed), typed).toBe(number);
  }
});

test.each(["", "10938-NCRK", "10938-NCRKB2", "10938-NCRKU", "019ac0de-8f3b-7a11-9c44-0123456789ab", "10938-NCRK?"])(
  "%s is no order number",
  (typed) => expect(parseOrderNumber(typed)).toBeUndefined(),
);
