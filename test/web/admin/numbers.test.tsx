import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { ok } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const NOTHING = { signups: 0, works: 0, sales: 0, sold: 0, fees: 0, refunds: 0, refunded: 0, feesReturned: 0 };

const SERIES = [
  { ...NOTHING, day: "2026-11-26", signups: 2, works: 5 },
  { ...NOTHING, day: "2026-11-27" },
  { ...NOTHING, day: "2026-11-28", sales: 3, sold: 12_000, fees: 2400, refunds: 1, refunded: 4000, feesReturned: 800 },
];

const REPORT = {
  year: "2026",
  since: "2026-11-28",
  ...{ notices: 12, decided: 10, medianHours: 48, takedowns: 4, suspensions: 1 },
  ...{ appeals: 3, appealsGranted: 1, appealsRefused: 2 },
};

const OPEN = [{ kind: "notice", count: 7, isMore: false, oldest: "2026-11-20T10:00:00.000Z" }];

function open(reply: ReturnType<typeof ok>, path = "/admin/numbers?start=2026-11-26&end=2026-11-28") {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions: ["support"] }));
  network.on("GET /api/admin/numbers", reply);
  network.on("GET /api/admin/year_report", ok(REPORT));
  return openSite(path, network);
}

test("the numbers are plots with a table of the days that have any", async () => {
  const { network } = open(ok({ start: "2026-11-26", end: "2026-11-28", series: SERIES, open: OPEN }));
  const sales = await screen.findByRole("region", { name: "Sales" });
  expect(sales.textContent).toContain("3");
  expect(sales.textContent).toContain("$120");
  expect((await screen.findByRole("region", { name: "Fees" })).textContent).toContain("$16");
  const table = screen.getByRole("table", { name: /^Numbers by day/ });
  const rows = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ["28 Nov 2026", "0", "0", "3", "$120.00", "1", "$40.00", "$16.00"],
    ["26 Nov 2026", "2", "5", "0", "$0.00", "0", "$0.00", "$0.00"],
  ]);
  expect(network.to("GET /api/admin/numbers")[0]?.query).toEqual({ start: "2026-11-26", end: "2026-11-28" });
});

test("open items have the age of the oldest, and a year's decisions a bound of their median time", async () => {
  open(ok({ start: "2026-11-26", end: "2026-11-28", series: SERIES, open: OPEN }));
  const table = await screen.findByRole("table", { name: "Open items by kind" });
  expect(table.textContent).toMatch(/Report.*7/);
  const report = await screen.findByRole("table", { name: /decisions about content and accounts in 2026$/ });
  expect(report.textContent).toContain("Median time to a decisionAt most 2 days");
  expect(screen.getByRole("button", { name: "Download CSV" })).toBeTruthy();
});

test("a range without numbers, and one that is refused, say so", async () => {
  const { unmount } = open(ok({ start: "2026-11-27", end: "2026-11-27", series: [SERIES[1]], open: [] }));
  await screen.findByRole("heading", { name: "Nothing in this range" });
  unmount();
  open(failure("invalid_request", { start: MESSAGES.rangeTooLong }));
  await screen.findByText(MESSAGES.rangeTooLong);
});
