import { readNumbers } from "#shared/contract/admin.ts";
import { parseDayRange } from "../../platform/runtime/day-range.ts";
import { Failure } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { findNumbers } from "../numbers/numbers.ts";
import type { AdminServices } from "./services.ts";

export const readNumbersHandler = handle(readNumbers, async ({ query }, { table, now }: AdminServices) => {
  const range = parseDayRange(query, now());
  if (range instanceof Failure) return range;
  return { start: range.start, end: range.end, series: await findNumbers(table, range) };
});
