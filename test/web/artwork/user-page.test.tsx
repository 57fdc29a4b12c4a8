import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PublicUser } from "#shared/model/account.ts";
import { failure } from "../support/fixtures.ts";
import { openSite, siteNetwork } from "../support/site.tsx";
import { aCard, aProfile, ok, pageOf } from "./given.ts";

function openUser(user: PublicUser, artwork = pageOf([aCard(1)])) {
  const network = siteNetwork();
  network.on("GET /api/users/theo.okafor", ok(user));
  network.on("GET /api/users/theo.okafor/artwork", artwork);
  return openSite("/user/theo.okafor", network);
}

test("introduces the artist in front of the artwork", async () => {
  openUser(aProfile());
  await screen.findByRole("heading", { name: "Theo Okafor", level: 1 });
  for (const fact of ["@theo.okafor", "Ridges and lakes", "Sweden", "Joined March 2026", "1 artwork", "31 favorites"]) {
    expect(screen.getByText(fact)).toBeTruthy();
  }
  expect(await screen.findByRole("link", { name: "Picture 1" })).toBeTruthy();
});

test("favorites that the artist hides aren't counted", async () => {
  openUser(aProfile({ favorites: null }));
  await screen.findByText("1 artwork");
  expect(screen.queryByText(/favorite/)).toBeNull();
});

test("an artist without artwork has an empty wall", async () => {
  openUser(aProfile({ artwork: 0 }), pageOf([]));
  expect(await screen.findByText("theo.okafor hasn't published any artwork.")).toBeTruthy();
});

test("an unknown artist is the 404 page", async () => {
  const network = siteNetwork();
  network.on("GET /api/users/nobody", failure("user_not_found"));
  const { at } = openSite("/user/nobody", network);
  await waitFor(() => expect(at.path).toBe("/404"));
});
