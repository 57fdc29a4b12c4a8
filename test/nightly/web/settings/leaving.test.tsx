import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, ME, pageReply } from "#test/web/artwork/given.ts";
import { form, notice, SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { asksBeforeClosing, openSite } from "#test/web/support/site.tsx";

const goHome = () => screen.getAllByRole("link", { name: "Home" })[0] as HTMLElement;
const question = () => screen.findByRole("dialog", { name: "Leave without saving?" });

describe("leaving the settings", () => {
  test.each([
    ["Profile", "Full name"],
    ["Links", /Websites/],
    ["Email", "New email"],
    ["Password", "Current password"],
    ["Billing", "City"],
  ])("asks while %s has unsaved input, and staying keeps it", async (section, label) => {
    const path = `/settings/${section.toLowerCase()}`;
    const { user, at } = openSite(path, settingsNetwork());
    const field = (await form(section)).getByLabelText<HTMLInputElement>(label);
    expect(asksBeforeClosing()).toBe(false);
    await user.type(field, "x");
    expect(asksBeforeClosing()).toBe(true);
    await user.click(goHome());
    await user.click(within(await question()).getByRole("button", { name: "Keep editing" }));
    expect([at.path, field.value.endsWith("x")]).toEqual([path, true]);
    await user.click(goHome());
    await user.click(within(await question()).getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(at.path).toBe("/"));
  });

  test("asks while the showcase isn't saved", async () => {
    const network = settingsNetwork();
    network.on("GET /api/users/ada.love/artwork", pageReply([aCard(1, { owner: ME })]));
    const { user } = openSite("/settings/showcase", network);
    await user.click(await screen.findByRole("button", { name: "Pin Picture 1" }));
    await user.click(goHome());
    await question();
  });

  test("asks nothing once everything is saved", async () => {
    const network = settingsNetwork();
    network.on(`PATCH ${SETTINGS_PATH}`, notice(MESSAGES.userUpdated, { user: aUser() }));
    const { user, at } = openSite("/settings", network);
    const profile = await form("Profile");
    await user.type(profile.getByLabelText("Full name"), "x");
    await user.click(profile.getByRole("button", { name: "Save profile" }));
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
    await user.click(goHome());
    await waitFor(() => expect(at.path).toBe("/"));
  });

  test("asks before another section is opened, too", async () => {
    const { user, at } = openSite("/settings", settingsNetwork());
    await user.type((await form("Profile")).getByLabelText("Full name"), "x");
    await user.click(screen.getByRole("link", { name: "Billing" }));
    await user.click(within(await question()).getByRole("button", { name: "Leave" }));
    await form("Billing");
    expect(at.path).toBe("/settings/billing");
  });
});
