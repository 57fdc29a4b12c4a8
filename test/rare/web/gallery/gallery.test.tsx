import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCard, pageReply, toId } from "#test/web/artwork/given.ts";
import { aLicense } from "#test/web/orders/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const OWNED = `GET /api/users/${aUser().id}/ownership`;
const FAVORITES = `GET /api/users/${aUser().name}/favorites`;

test("shows what one owns with every licence, and leads to the orders, which outlive the artwork", async () => {
  const network = createSiteNetwork({ signedIn: true });
  const acme = { licenseUsage: "business", licenseType: "commercial", licenseCompany: "Acme" };
  const licenses = [aLicense(), aLicense({ ...acme, licenseId: toId(7002), orderId: toId(6002) })];
  network.on(OWNED, pageReply([{ ...aCard(1), licenses } as unknown as { artworkId: string }]));
  openSite("/gallery", network);
  const links = within(await screen.findByRole("list", { name: "Licenses to Picture 1" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Personal license, Ada Love", `/orders/${toId(6001)}`],
    ["Commercial license, Acme", `/orders/${toId(6002)}`],
  ]);
  expect(screen.getByRole("link", { name: "Picture 1" }).getAttribute("href")).toBe(`/orders/${toId(6001)}`);
  expect(screen.getByRole("button", { name: "Download Picture 1" })).toBeTruthy();
});

test("favourites have a tab of their own; both tell how they fill", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(OWNED, pageReply([]));
  network.on(FAVORITES, { status: 200, body: { items: [], cursor: null, hasMore: false, hidden: false } });
  const { user } = openSite("/gallery", network);
  await screen.findByText("Your gallery is empty");
  await user.click(screen.getByRole("link", { name: "Favorites" }));
  await screen.findByText("No favorites yet");
  expect(screen.getByRole("link", { name: "Favorites" }).getAttribute("aria-current")).toBe("page");
});

test("says when it can't be read", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(OWNED, failure("internal"));
  openSite("/gallery", network);
  await within(screen.getByTestId("toaster")).findByText("Failed to fetch user purchases");
});
