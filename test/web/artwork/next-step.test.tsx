import { screen, waitFor, within } from "@testing-library/react";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import type { SessionUser } from "#shared/model/account.ts";
import { aUser, buildSession } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aProfile, toId } from "./given.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Facts extends Partial<SessionUser> {
  readonly artwork?: number;
  readonly follows?: boolean;
  readonly payments?: boolean;
  /** Days since the sign-up. */
  readonly age?: number;
}

/** Opens the home page as a user with this account state. */
function openAs({ artwork = 0, follows = false, payments = true, age = 0, ...over }: Facts) {
  const network = createSiteNetwork({ features: { payments } });
  const user = aUser({ id: uuidv7({ msecs: Date.now() - age * DAY_MS }) as SessionUser["id"], ...over });
  network.on("POST /auth/refresh_token", buildSession("first", user));
  network.on(`GET /api/users/${user.name}`, { status: 200, body: aProfile({ id: user.id, artwork }) });
  const items = follows ? [{ id: toId(2), name: "theo.okafor", fullName: "Theo", avatar: null, notify: true }] : [];
  network.on(`GET /api/users/${user.id}/following`, { status: 200, body: { items, cursor: null, hasMore: false } });
  return openSite("/", network);
}

const LIKES = { favorites: [{ artworkId: toId(1) }] };

describe("on the home page a new member", () => {
  test.each([
    ["who has nothing yet is welcomed", {}, "Welcome to Ochre", ["/artwork/add", "/?sort=popular"]],
    ["who published is led to payouts", { artwork: 1 }, "Ready to sell?", ["/onboarding"]],
    ["who favors is led to artists", LIKES, "See what they make next", ["/gallery?tab=favorites"]],
  ])("%s", async (_who, facts, title, links) => {
    openAs(facts);
    const card = within(await screen.findByRole("region", { name: title }));
    expect(card.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(links);
  });

  test.each([
    ["who follows an artist", { follows: true, ...LIKES }],
    ["who can sell", { artwork: 1, onboarded: true }],
    ["who published where nothing is sold", { artwork: 1, payments: false }],
  ])("%s sees no suggestion", async (_who, facts) => {
    const { network } = openAs(facts);
    await waitFor(() => expect(network.calls.some(({ key }) => key.endsWith("/following"))).toBe(true));
    await screen.findByRole("button", { name: "Profile menu" });
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  });

  test("dismisses a step for good, but not the next one", async () => {
    const { user, unmount } = openAs({});
    await user.click(await screen.findByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("region", { name: "Welcome to Ochre" })).toBeNull();
    unmount();
    const again = openAs({});
    await waitFor(() => expect(again.network.calls.some(({ key }) => key.endsWith("/following"))).toBe(true));
    await screen.findByRole("button", { name: "Profile menu" });
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
    again.unmount();
    openAs({ artwork: 1 });
    await screen.findByRole("region", { name: "Ready to sell?" });
  });
});

test("a member of more than a month causes no request for suggestions", async () => {
  const { network } = openAs({ age: 31 });
  await screen.findByRole("button", { name: "Profile menu" });
  expect(network.calls.filter(({ key }) => key.startsWith("GET /api/users/"))).toEqual([]);
});
