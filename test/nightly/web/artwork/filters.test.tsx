import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCard, pageReply } from "#test/web/artwork/given.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const LIST = "GET /api/artwork";

function openList(path: string, items = [aCard(1)]) {
  const network = createSiteNetwork();
  network.on(LIST, ({ query }) => {
    const { body, ...reply } = pageReply(query.license === "commercial" ? [] : items) as { body: object };
    return { ...reply, body: { ...body, total: { count: 3, isExact: !query.priceTo } } } as never;
  });
  return openSite(path, network);
}

const lastQuery = (network: ReturnType<typeof createSiteNetwork>) => network.to(LIST).at(-1)?.query;

test("filters are chosen in a dialog, apply at once and appear as chips that remove them", async () => {
  const { user, network } = openList("/");
  await user.click(await screen.findByRole("button", { name: "Filters" }));
  const dialog = await screen.findByRole("dialog", { name: "Filters" });
  await user.click(within(dialog).getByRole("checkbox", { name: "Red" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Blue" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Up to $50" }));
  await waitFor(() => expect(lastQuery(network)).toEqual({ sort: "newest", color: "red,blue", priceTo: "5000" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Up to $25" }));
  await waitFor(() => expect(lastQuery(network)).toMatchObject({ priceTo: "2500" }));
  await user.click(await within(dialog).findByRole("button", { name: "Show 3+ works" }));
  await user.click(await screen.findByRole("button", { name: "Remove filter Up to $25" }));
  await waitFor(() => expect(screen.getByText("3 works")).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Filters" }));
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /Remove filter/ })).toBeNull());
});

test("the URL alone filters and sorts, and its invalid values are ignored", async () => {
  const { network } = openList("/?sort=price&price=500-&medium=painting,oil&license=");
  expect(await screen.findByRole("button", { name: "Remove filter Painting" })).toBeTruthy();
  expect(lastQuery(network)).toEqual({ sort: "price", priceFrom: "50000", medium: "painting" });
  expect(screen.getByRole("link", { name: "Popular" }).getAttribute("href")).toContain("medium=painting");
});

test("source and medium both filter the list", async () => {
  const { user, network } = openList("/?medium=collage");
  await user.click(await screen.findByRole("button", { name: "Filters" }));
  const dialog = await screen.findByRole("dialog", { name: "Filters" });
  await user.click(within(dialog).getByRole("checkbox", { name: "By hand" }));
  await waitFor(() => expect(lastQuery(network)).toEqual({ sort: "newest", medium: "collage", source: "hand" }));
  await user.click(within(dialog).getByRole("button", { name: "Show 3 works" }));
  expect(screen.getByRole("link", { name: "Popular" }).getAttribute("href")).toMatch(/medium=collage&source=hand/);
  await user.click(screen.getByRole("button", { name: "Remove filter Collage" }));
  await waitFor(() => expect(lastQuery(network)).toEqual({ sort: "newest", source: "hand" }));
});

test("a list without results offers to remove the last filter", async () => {
  const { user } = openList("/?license=commercial");
  await user.click(await screen.findByRole("button", { name: "Remove “Commercial”" }));
  expect(await screen.findByRole("article")).toBeTruthy();
});
