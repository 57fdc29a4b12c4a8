import { readNumbers, readYearReport } from "#shared/contract/admin.ts";
import { CASE_KINDS, CASE_PERMISSIONS } from "#shared/model/case.ts";
import { parseDayRange } from "../../platform/runtime/day-range.ts";
import { Failure } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { countOpenCases } from "../cases/find-cases.ts";
import { findNumbers, findYearReport } from "../numbers/numbers.ts";
import type { AdminServices } from "./services.ts";

export const readNumbersHandler = handle(readNumbers, async ({ query, actor }, { table, now }: AdminServices) => {
  const range = parseDayRange(query, now());
  if (range instanceof Failure) return range;
  const kinds = CASE_KINDS.filter((kind) => actor.permissions.includes(CASE_PERMISSIONS[kind]));
  const [series, open] = await Promise.all([
    findNumbers(table, range),
    Promise.all(kinds.map((kind) => countOpenCases(table, kind))),
  ]);
  return { start: range.start, end: range.end, series, open: open.flatMap((each) => each ?? []) };
});

export const readYearReportHandler = handle(readYearReport, ({ query: { year } }, { table }: AdminServices) =>
  findYearReport(table, year),
);
