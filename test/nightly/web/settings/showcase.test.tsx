import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, ME, pageReply } from "#test/web/artwork/given.ts";
import {
  aSettings,
  form,
  isDisabled,
  notice,
  SETTINGS_PATH,
  settingsNetwork,
  toaster,
} from "#test/web/settings/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

const saved = notice(MESSAGES.userUpdated, { user: aUser() });

describe("links", () => {
  test("are entered one per line, validated, saved as a list and cleared", async () => {
    const network = settingsNetwork();
    network.on(`PATCH ${SETTINGS_PATH}`, saved);
    const { user } = openSite("/settings/links", network);
    const links = await form("Links");
    const field = links.getByLabelText<HTMLTextAreaElement>(/Websites/);
    await user.type(field, "ada.example");
    expect(links.getByText("11/1004")).toBeTruthy();
    await user.click(links.getByRole("button", { name: "Save links" }));
    await links.findByText(MESSAGES.linkInvalid);
    expect(network.to(`PATCH ${SETTINGS_PATH}`)).toEqual([]);
    await user.type(field, "{Enter}https://ada.example");
    await links.findByText(`Line 1: ${MESSAGES.linkInvalid}`);
    await user.clear(field);
    await user.type(field, "https://ada.example{Enter}https://Shop.example/ada");
    await user.click(links.getByRole("button", { name: "Save links" }));
    await waitFor(() => expect(toaster()).toBe("Profile updated"));
    await waitFor(() => expect(field.value).toBe("https://ada.example/\nhttps://shop.example/ada"));
    await user.clear(field);
    await user.click(links.getByRole("button", { name: "Save links" }));
    await waitFor(() => expect(network.to(`PATCH ${SETTINGS_PATH}`)).toHaveLength(2));
    expect(network.to(`PATCH ${SETTINGS_PATH}`).map(({ body }) => body)).toEqual([
      { userLinks: ["https://ada.example/", "https://shop.example/ada"] },
      { userLinks: [] },
    ]);
  });
});

describe("the showcase", () => {
  const cards = Array.from({ length: 8 }, (_, at) => aCard(at + 1, { owner: ME }));
  const pin = (number: number) => screen.getByRole("button", { name: `Pin Picture ${number}` });
  const banner = (number: number) => screen.getByRole("button", { name: `Use Picture ${number} as banner` });
  const save = () => screen.getByRole("button", { name: "Save showcase" });

  function open() {
    const { profile } = aSettings();
    const userPinned = [cards[1]?.artworkId].filter((id) => id !== undefined);
    const network = settingsNetwork(aSettings({ profile: { ...profile, userPinned } }));
    network.on("GET /api/users/ada.love/artwork", pageReply(cards));
    network.on(`PATCH ${SETTINGS_PATH}`, saved);
    return openSite("/settings/showcase", network);
  }

  test("is chosen from visible artwork and saved in the order of pinning", async () => {
    const { network, user } = open();
    await screen.findByRole("list", { name: "Your artwork" });
    await screen.findByText("Picture 1");
    expect([pin(2).getAttribute("aria-pressed"), isDisabled(save())]).toEqual(["true", true]);
    await user.click(pin(1));
    await user.click(banner(3));
    expect(pin(1).dataset.place).toBe("2 of 2");
    await user.click(save());
    await waitFor(() => expect(toaster()).toBe("Profile updated"));
    await user.click(pin(2));
    await user.click(pin(1));
    await user.click(banner(3));
    await user.click(save());
    await waitFor(() => expect(network.to(`PATCH ${SETTINGS_PATH}`)).toHaveLength(2));
    expect(network.to(`PATCH ${SETTINGS_PATH}`).map(({ body }) => body)).toEqual([
      { userPinned: [cards[1]?.artworkId, cards[0]?.artworkId], userBanner: cards[2]?.artworkId },
      { userPinned: [], userBanner: null },
    ]);
  });

  test("accepts six artworks and explains that limit", async () => {
    const { user } = open();
    await screen.findByText("Picture 1");
    for (const number of [1, 3, 4, 5, 6]) await user.click(pin(number));
    expect([isDisabled(pin(7)), pin(7).title]).toEqual([true, MESSAGES.tooManyPinned]);
    await user.click(pin(6));
    expect(isDisabled(pin(7))).toBe(false);
  });

  test("that is refused shows the reason and keeps its selection", async () => {
    const { network, user } = open();
    network.on(`PATCH ${SETTINGS_PATH}`, failure("invalid_request", { userPinned: MESSAGES.notOwnVisible }));
    await screen.findByText("Picture 1");
    await user.click(pin(1));
    await user.click(save());
    await screen.findByText(MESSAGES.notOwnVisible);
    expect([pin(1).getAttribute("aria-pressed"), isDisabled(save())]).toEqual(["true", false]);
  });
});
