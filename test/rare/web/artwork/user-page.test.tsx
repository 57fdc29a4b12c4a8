import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Profile } from "#shared/model/artwork.ts";
import { aCard, aProfile, ok, pageReply } from "#test/web/artwork/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

function openUser(user: Profile, artwork = pageReply([aCard(1)])) {
  const network = createSiteNetwork();
  network.on("GET /api/users/theo.okafor", ok(user));
  network.on("GET /api/users/theo.okafor/artwork", artwork);
  return openSite("/user/theo.okafor", network);
}

test("shows the artist's profile and artwork", async () => {
  openUser(aProfile());
  await screen.findByRole("heading", { name: "Theo Okafor", level: 1 });
  for (const fact of ["@theo.okafor", "Ridges and lakes", "Sweden", "1 artwork", "31 favorites"]) {
    expect(screen.getByText(fact)).toBeTruthy();
  }
  expect(screen.getByText("March 2026").parentElement?.textContent).toBe("Joined March 2026");
  expect(await screen.findByRole("link", { name: "Picture 1" })).toBeTruthy();
});

test("private favorites aren't counted", async () => {
  openUser(aProfile({ favorites: null }));
  await screen.findByText("1 artwork");
  expect(screen.queryByText(/favorite/)).toBeNull();
});

test("an artist without artwork has an empty list", async () => {
  openUser(aProfile({ artwork: 0 }), pageReply([]));
  expect(await screen.findByText("Theo Okafor hasn't published any artwork.")).toBeTruthy();
});

test("an unknown artist is the 404 page", async () => {
  const network = createSiteNetwork();
  network.on("GET /api/users/nobody", failure("user_not_found"));
  const { at } = openSite("/user/nobody", network);
  await waitFor(() => expect(at.path).toBe("/404"));
});

test("shows the artist's links as nofollow and user-generated", async () => {
  openUser(aProfile({ links: ["https://www.theo.example/", "https://shop.example/theo?all=1"] }));
  const links = within(await screen.findByRole("list", { name: "Links" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["theo.example", "https://www.theo.example/"],
    ["shop.example/theo?all=1", "https://shop.example/theo?all=1"],
  ]);
  for (const link of links) expect(link.getAttribute("rel")).toBe("me nofollow ugc noopener noreferrer");
});

test("begins with the banner and the pinned artwork, which the list of favorites leaves out", async () => {
  const network = createSiteNetwork();
  network.on("GET /api/users/theo.okafor", ok(aProfile({ banner: aCard(3), pinned: [aCard(2), aCard(1)] })));
  network.on("GET /api/users/theo.okafor/artwork", pageReply([aCard(1)]));
  network.on("GET /api/users/theo.okafor/favorites", ok({ items: [], cursor: null, hasMore: false, hidden: false }));
  const { user } = openSite("/user/theo.okafor", network);
  const pinned = await screen.findByRole("list", { name: "Pinned artwork" });
  expect(
    within(pinned)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Picture 2", "Picture 1"]);
  expect(screen.getByRole("link", { name: "Picture 3" }).getAttribute("href")).toBe(`/artwork/${aCard(3).artworkId}`);
  await user.click(screen.getByRole("link", { name: /^Favorites/ }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Pinned artwork" })).toBeNull());
});
