import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { Audience } from "#shared/model/audience.ts";
import { aCard, aDetail, ok, toId } from "#test/web/artwork/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { countTicks } from "#web/features/dashboard/daily-chart.tsx";
import { lastDays } from "#web/features/dashboard/range.ts";

const ROUTE = `GET /api/users/${aUser().id}/audience`;

const day = (name: string, over: object = {}) => ({
  day: name,
  views: 0,
  profileViews: 0,
  favorites: 0,
  followers: 0,
  sales: 0,
  earned: 0,
  ...over,
});

const buildWork = (number: number, over: object = {}) => ({
  artwork: aCard(number, { owner: { id: aUser().id, name: aUser().name, fullName: "", avatar: null } }),
  views: 0,
  favorites: 0,
  sales: 0,
  earned: 0,
  ...over,
});

const audience = (over: object = {}) =>
  Audience.parse({
    start: "2026-11-20",
    end: "2026-11-21",
    series: [
      day("2026-11-20", { views: 1200, profileViews: 34, favorites: 5, sales: 1, earned: 3400 }),
      day("2026-11-21", { views: 34, followers: 1, sales: 2 }),
    ],
    best: [
      buildWork(1, { views: 1100, favorites: 4, sales: 3, earned: 3400 }),
      buildWork(2, { views: 134, favorites: 1 }),
      buildWork(3, { views: 1, sales: 2 }),
    ],
    ...over,
  });

function createAudienceNetwork(answer: Audience = audience(), features: Record<string, boolean> = { payments: true }) {
  const network = createSiteNetwork({ signedIn: true, features });
  network.on(ROUTE, ok(answer));
  return network;
}

const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });

beforeEach(() => resizeTo(1440));
afterEach(() => vi.restoreAllMocks());

const panel = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the audience page", () => {
  test("has a plot for each figure of the last thirty days", async () => {
    const network = createAudienceNetwork();
    openSite("/audience", network);
    expect((await panel("Views")).getByText("1,268")).toBeTruthy();
    expect((await panel("New favorites")).getByText("5")).toBeTruthy();
    expect((await panel("New followers")).getByText("1")).toBeTruthy();
    const sales = await panel("Sales");
    expect(sales.getByText("3")).toBeTruthy();
    expect(sales.getByText("$34.00 earned · 1 per 411 views")).toBeTruthy();
    const named = /^Views by day, 20 Nov 2026 to 21 Nov 2026 \(UTC\): 1,268 in all\./;
    expect(await screen.findByRole("img", { name: named })).toBeTruthy();
    expect(await screen.findAllByRole("img", { name: /by day/ })).toHaveLength(4);
    const { start = "", end = "" } = network.to(ROUTE)[0]?.query ?? {};
    expect({ start, end }).toEqual(lastDays(30, new Date()));
  });

  test("shows the most viewed works, with views per sale if each sale had a view", async () => {
    openSite("/audience", createAudienceNetwork());
    const list = await screen.findByRole("list", { name: "Most viewed works" });
    const texts = within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(texts).toEqual([
      "Picture 11,100 views4 favorites3 sales, $34.001 sale per 367 views",
      "Picture 2134 views1 favorite",
      "Picture 31 view2 sales",
    ]);
    const [first] = within(list).getAllByRole("link");
    expect(first?.getAttribute("href")).toBe(`/artwork/${toId(1)}`);
  });

  test("keeps the range in the address", async () => {
    const { network, user } = openSite("/audience?start=2026-01-01&end=2026-01-31", createAudienceNetwork());
    await panel("Views");
    expect(network.to(ROUTE)[0]?.query).toEqual({ start: "2026-01-01", end: "2026-01-31" });
    await user.click(screen.getByRole("link", { name: "7 days" }));
    expect(network.to(ROUTE).at(-1)?.query).toEqual(lastDays(7, new Date()));
  });

  test("shows a message instead of plots while there is no data", async () => {
    openSite("/audience", createAudienceNetwork(audience({ series: [day("2026-11-20")], best: [] })));
    expect(await screen.findByText("No views in this range yet")).toBeTruthy();
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Add artwork" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Views" })).toBeNull();
  });

  test("counts free licenses if payments are off", async () => {
    const series = [day("2026-11-20", { views: 9, sales: 3 })];
    openSite("/audience", createAudienceNetwork(audience({ series }), {}));
    expect((await panel("Free licenses")).getByText("3")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Sales" })).toBeNull();
  });

  test("calls what was sold a sale where payments were switched off", async () => {
    openSite("/audience", createAudienceNetwork(audience(), {}));
    expect((await panel("Sales")).getByText(/earned/)).toBeTruthy();
  });

  test("shows why a range is refused, and offers a retry after a failure", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(ROUTE, failure("invalid_request", { start: MESSAGES.rangeTooLong }));
    const { unmount } = openSite("/audience?start=2024-01-01&end=2026-01-31", network);
    expect(await screen.findByText(MESSAGES.rangeTooLong)).toBeTruthy();
    unmount();
    network.on(ROUTE, failure("internal"));
    openSite("/audience", network);
    expect(await screen.findByText(MESSAGES.failedFetchAudience)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  test.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [1234, [0, 500, 1000, 1500]],
  ])("marks an axis up to %i at whole numbers", (highest, ticks) => {
    expect(countTicks(highest)).toEqual(ticks);
  });
});

describe("an artwork's page", () => {
  const owner = { id: aUser().id, name: aUser().name, fullName: "", avatar: null };

  test("shows its artist the number of views, with a link to the audience page", async () => {
    const detail = aDetail({ owner });
    const { artworkId } = detail.artwork;
    const network = createAudienceNetwork();
    network.on(`GET /api/artwork/${artworkId}`, ok(detail));
    network.on(`GET /api/artwork/${artworkId}/views`, ok({ views: 1234, days: 30 }));
    openSite(`/artwork/${artworkId}`, network);
    const link = await screen.findByRole("link", { name: "1,234 views" });
    expect([link.getAttribute("href"), link.parentElement?.textContent]).toEqual([
      "/audience",
      "1,234 views in 30 days",
    ]);
  });

  test("requests no views for anyone else", async () => {
    const detail = aDetail();
    const network = createAudienceNetwork();
    network.on(`GET /api/artwork/${detail.artwork.artworkId}`, ok(detail));
    openSite(`/artwork/${detail.artwork.artworkId}`, network);
    await screen.findByText("Pixels");
    expect(network.calls.filter(({ key }) => key.startsWith("GET") && key.endsWith("/views"))).toEqual([]);
  });
});
