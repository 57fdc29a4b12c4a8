import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { PublicUser } from "#shared/model/account.ts";
import { aCard, aProfile, ok, pageReply } from "#test/web/artwork/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import type { Reply } from "#test/web/support/network.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const favoritesPage = (cards: readonly ReturnType<typeof aCard>[], hidden = false): Reply => ({
  status: 200,
  body: { ...(pageReply(cards).body as object), hidden },
});

/** Opens a user's page: the signed-in user's own or another's. */
function open(tab: string, over: Partial<PublicUser> = {}, favorites = favoritesPage([aCard(7)])) {
  const user = aProfile({ favorites: 1, ...over });
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET /api/users/${user.name}`, ok(user));
  network.on(`GET /api/users/${user.name}/artwork`, pageReply([aCard(1)]));
  network.on(`GET /api/users/${user.name}/favorites`, favorites);
  return { ...openSite(`/user/${user.name}${tab}`, network), network };
}

const OWN = { id: aUser().id, name: aUser().name };

describe("the tabs of a profile", () => {
  test("link to artwork and favourites with their counts", async () => {
    const { user } = open("", { artwork: 1, favorites: 1 });
    await screen.findByRole("link", { name: "Picture 1" });
    const [artwork, favorites] = ["Artwork 1", "Favorites 1"].map((name) => screen.getByRole("link", { name }));
    expect(artwork?.getAttribute("aria-current")).toBe("page");
    expect(favorites?.getAttribute("href")).toBe("/user/theo.okafor?tab=favorites");
    await user.click(favorites as HTMLElement);
    await screen.findByRole("link", { name: "Picture 7" });
    expect(screen.queryByRole("link", { name: "Picture 1" })).toBeNull();
  });

  test("are selected by the URL", async () => {
    open("?tab=favorites");
    await screen.findByRole("link", { name: "Picture 7" });
  });
});

describe("hidden favourites", () => {
  test("are marked as private and never shown to others, who see a link to the artwork", async () => {
    open("?tab=favorites", { favorites: null }, favoritesPage([], true));
    await screen.findByRole("heading", { name: "These favorites are private" });
    expect(screen.getByRole("link", { name: "Favorites private" })).toBeTruthy();
    const onward = screen.getByRole("link", { name: "See artwork by Theo Okafor" });
    expect(onward.getAttribute("href")).toBe("/user/theo.okafor");
  });

  test("are shown to their owner, with a link to the setting", async () => {
    open("?tab=favorites", { ...OWN, favorites: null });
    await screen.findByRole("link", { name: "Picture 7" });
    expect(screen.getByText(/Only you can see your favorites/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Change this in your settings" }).getAttribute("href")).toBe("/settings");
  });
});

describe("a profile without favourites", () => {
  test("explains to its owner how to add some", async () => {
    open("?tab=favorites", { ...OWN, favorites: 0 }, favoritesPage([]));
    await screen.findByText("Use the heart below a picture to save it here.");
    expect(screen.getByRole("link", { name: "Browse artwork" }).getAttribute("href")).toBe("/");
  });

  test("links others to the artwork", async () => {
    open("?tab=favorites", { favorites: 0 }, favoritesPage([]));
    await screen.findByText("Theo Okafor hasn't added any favorites.");
    expect(screen.getByRole("link", { name: "See artwork by Theo Okafor" })).toBeTruthy();
  });
});

describe("a failed read", () => {
  const toasts = () => screen.getByTestId("toaster").textContent;

  test.each([
    ["GET /api/users/theo.okafor", "", MESSAGES.failedFetchUser],
    ["GET /api/users/theo.okafor/artwork", "", MESSAGES.failedFetchUserArtwork],
    ["GET /api/users/theo.okafor/favorites", "?tab=favorites", MESSAGES.failedFetchFavorites],
  ])("of %s shows a toast, and can be retried", async (call, tab, message) => {
    const { network } = open(tab);
    network.on(call, failure("internal"));
    await screen.findByRole("button", { name: "Try again" });
    await waitFor(() => expect(toasts()).toBe(message));
  });

  test("of an unknown user shows only the 404 page", async () => {
    const { network, at } = open("");
    network.on("GET /api/users/theo.okafor", failure("user_not_found"));
    await waitFor(() => expect(at.path).toBe("/404"));
    expect(toasts()).toBe("");
  });
});
