import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { Selection, Statistics } from "#shared/model/sales.ts";
import { ok, toId } from "#test/web/artwork/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { catchSavedFiles } from "#test/web/support/saved-files.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { moneyTicks } from "#web/features/dashboard/daily-chart.tsx";
import { toCsv } from "#web/features/dashboard/orders-csv.ts";
import { findPreset, lastDays, parseRange, rangeLabel } from "#web/features/dashboard/range.ts";

const USER = `/api/users/${aUser().id}`;
const NOW = new Date("2026-11-21T12:00:00Z");

const figures = (over: object = {}) =>
  Statistics.parse({ count: 2, paidCount: 1, amount: 4435, fees: 435, refunded: 0, average: 4435, ...over });

const item = (over: object = {}) => ({
  orderId: toId(6001),
  created: "2026-11-20T10:00:00.000Z",
  status: "completed",
  artwork: { id: toId(1), title: "Dusk" },
  licenseType: "personal",
  amount: 4435,
  fee: 435,
  returned: 0,
  ...over,
});

const selection = (items: readonly object[] = [item()]) =>
  Selection.parse({
    start: "2026-11-20",
    end: "2026-11-21",
    items,
    series: [
      { day: "2026-11-20", count: items.length, amount: items.length ? 4435 : 0 },
      { day: "2026-11-21", count: 0, amount: 0 },
    ],
  });

function given(answer = selection(), features = { dashboard: true }) {
  const network = createSiteNetwork({ signedIn: true, features });
  network.on(`GET ${USER}/statistics/purchases`, ok(figures()));
  network.on(`GET ${USER}/purchases`, ok(answer));
  return network;
}

const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });

beforeEach(() => resizeTo(1440));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("the dashboard", () => {
  test("shows the totals, the plot and every order of the last thirty days", async () => {
    const network = given(
      selection([
        item(),
        item({ orderId: toId(6002), status: "refunded", returned: 4435, artwork: { id: toId(2), title: "Dawn" } }),
      ]),
    );
    openSite("/dashboard", network);
    expect(await screen.findByText("Service fees")).toBeTruthy();
    expect(screen.getByText("Average of 1 paid order")).toBeTruthy();
    await screen.findByRole("img", { name: /^Spent by day, 20 Nov 2026 to 21 Nov 2026 \(UTC\): \$44\.35 in 2 orders/ });
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Dusk00000-00R01Personal license.*Completed\$44\.35\$4\.35$/),
      expect.stringMatching(/^Dawn.*Refunded\$44\.35\$44\.35 came back\$4\.35$/),
    ]);
    expect(rows[1]?.querySelector("s")?.textContent).toBe("$44.35");
    const { start = "", end = "" } = network.to(`GET ${USER}/purchases`)[0]?.query ?? {};
    expect({ start, end }).toEqual(lastDays(30, new Date()));
  });

  test("shows a new order when the window gets focus", async () => {
    const network = given(selection([]));
    openSite("/dashboard", network);
    await screen.findByText("Service fees");
    await screen.findByText(/^No .* in this range/);
    network.on(`GET ${USER}/purchases`, ok(selection()));
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_000);
    window.dispatchEvent(new Event("focus"));
    await screen.findByText("Dusk", {}, { timeout: 5_000 });
  });

  test("has no chart without amounts, but lists the orders", async () => {
    const free = selection([item({ amount: 0, fee: 0 })]);
    openSite("/dashboard", given({ ...free, series: free.series.map((day) => ({ ...day, amount: 0 })) }));
    await screen.findByText("No chart: every license in this range was free or refunded.");
    expect(screen.queryByRole("img", { name: /by day/ })).toBeNull();
    expect(screen.getAllByRole("row")).toHaveLength(2);
  });

  test.each([
    [1, [0, 1]],
    [100, [0, 1]],
    [850, [0, 5, 10]],
    [4435, [0, 20, 40, 60]],
    [105_235, [0, 500, 1000, 1500]],
    [400_000, [0, 1000, 2000, 3000, 4000]],
  ])("labels an axis up to %i cents at whole dollars, each once", (highest, dollars) => {
    expect(moneyTicks(highest)).toEqual(dollars.map((dollar) => dollar * 100));
  });

  test("shows an order's date in UTC", async () => {
    vi.stubEnv("TZ", "Pacific/Auckland");
    openSite("/dashboard", given(selection([item({ created: "2026-11-20T20:00:00.000Z" })])));
    const cell = await screen.findByText("20/11/26 20:00");
    expect(cell.closest("table")?.textContent).toContain("Date (UTC)");
  });

  test("switches to sales, with ratings and favorites", async () => {
    const network = given();
    network.on(`GET ${USER}/statistics/sales`, ok(figures({ rating: { average: 4.5, count: 3 }, favorites: 12 })));
    network.on(`GET ${USER}/sales`, ok(selection()));
    const { user } = openSite("/dashboard", network);
    await user.click(await screen.findByRole("link", { name: "Sales" }));
    expect(await screen.findByText("Rating (3)")).toBeTruthy();
    expect(screen.getByText("12")).toBeTruthy();
  });

  test("requests another range on click, and shows the error of an invalid one", async () => {
    const network = given();
    const { user } = openSite("/dashboard", network);
    await user.click(await screen.findByRole("link", { name: "7 days" }));
    await waitFor(() => expect(network.to(`GET ${USER}/purchases`).at(-1)?.query).toEqual(lastDays(7, new Date())));
    network.on(`GET ${USER}/purchases`, failure("invalid_request", { start: MESSAGES.rangeTooLong }));
    await user.click(screen.getByRole("link", { name: "Year" }));
    expect(within(await screen.findByRole("alert")).getByText(MESSAGES.rangeTooLong)).toBeTruthy();
  });

  test.each([
    ["statistics/purchases", MESSAGES.failedFetchStatistics],
    ["purchases", MESSAGES.failedFetchSelection],
  ])("shows an error if %s can't be fetched, and retries on click", async (path, sentence) => {
    const network = given();
    network.on(`GET ${USER}/${path}`, failure("internal"));
    const { user } = openSite("/dashboard", network);
    await within(await screen.findByTestId("toaster")).findByText(sentence);
    network.on(`GET ${USER}/${path}`, path === "purchases" ? ok(selection()) : ok(figures()));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(path === "purchases" ? "Dusk" : "Service fees");
  });

  test("shows that a range has no orders, without an export", async () => {
    openSite("/dashboard", given(selection([])));
    await screen.findByText("No purchases in this range");
    expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
  });

  test("shows cards on a phone", async () => {
    resizeTo(390);
    openSite("/dashboard", given());
    const list = await screen.findByRole("list", { name: "Purchases in this range" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(1);
    expect(screen.queryByRole("table")).toBeNull();
  });

  test("shows one page of a long list at first", async () => {
    const many = Array.from({ length: 25 }, (_, nth) => item({ orderId: toId(6001 + nth) }));
    const { user } = openSite("/dashboard", given(selection(many)));
    await user.click(await screen.findByRole("button", { name: "Show more purchases" }));
    expect(screen.getAllByRole("row")).toHaveLength(26);
  });

  test("leads to the 404 page on a stage without the feature", async () => {
    openSite("/dashboard", given(selection(), { dashboard: false }));
    await screen.findByRole("heading", { name: "404" });
  });

  test("exports the orders of the range", async () => {
    const files = catchSavedFiles();
    const { user } = openSite("/dashboard", given());
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(files.map(({ name }) => name)).toEqual(["purchases-2026-11-20-2026-11-21.csv"]);
    expect(await files[0]?.text).toContain('"Date (UTC)",');
    expect(await files[0]?.text).toContain(`"00000-00R01","Dusk","personal","completed",44.35,4.35,0.00`);
  });
});

test("a title in the CSV can't become a formula or another cell", () => {
  const titled = (title: string) => toCsv(selection([item({ artwork: { id: toId(1), title } })]).items);
  expect(titled('=HYPERLINK("http://evil")')).toContain(`,"'=HYPERLINK(""http://evil"")",`);
  for (const title of ["+1", "-1", "@x", "＝1+1", "＋1", "－1", "＠x"])
    expect(titled(title)).toContain(`,"'${title}",`);
  expect(titled('Dusk, or "Dawn"')).toContain(',"Dusk, or ""Dawn""",');
});

test("a URL selects a range, and an invalid one the last thirty days", () => {
  const named = (query: string) => parseRange(new URLSearchParams(query), NOW);
  expect(named("start=2026-01-01&end=2026-01-31")).toEqual({ start: "2026-01-01", end: "2026-01-31" });
  for (const query of [
    "",
    "start=2026-01-01",
    "start=x&end=y",
    "start=2026-13-01&end=2026-13-02",
    "start=2026-02-01&end=2026-02-30",
  ]) {
    expect(named(query)).toEqual({ start: "2026-10-23", end: "2026-11-21" });
  }
  expect(findPreset(lastDays(7, NOW), NOW)?.name).toBe("7 days");
  expect(findPreset({ start: "2026-11-01", end: "2026-11-21" }, NOW)).toBeUndefined();
});

test("a range has the site's short names of months", () => {
  expect(rangeLabel({ start: "2026-09-05", end: "2026-11-21" })).toBe("5 Sep 2026 to 21 Nov 2026 (UTC)");
});
