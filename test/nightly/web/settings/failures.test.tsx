import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { form, isDisabled, SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";
import { session } from "#web/session/browser-session.ts";

describe("a failed call shows its own message", () => {
  test.each([
    ["Profile", `PATCH ${SETTINGS_PATH}`, { "Full name": "Ada King" }, "Failed to update user"],
    [
      "Email",
      `PATCH ${SETTINGS_PATH}/email`,
      { "New email": "new@example.org", "Current password": "0123456789" },
      "Failed to update email",
    ],
    [
      "Password",
      `PATCH ${SETTINGS_PATH}/password`,
      { "Current password": "0123456789", "New password": "a new long one", "Confirm new password": "a new long one" },
      "Failed to update password",
    ],
  ])("in the section %s", async (name, call, values, message) => {
    const network = settingsNetwork();
    network.on(call, failure("internal"));
    const { user } = openSite(`/settings/${name.toLowerCase()}`, network);
    const section = await form(name);
    for (const [label, value] of Object.entries(values)) {
      await user.click(section.getByLabelText(label));
      await user.paste(value);
    }
    await user.click(section.getByRole("button", { name: /^(Save|Change)/ }));
    await waitFor(() => expect(toaster()).toBe(message));
  });

  test("in the section Preferences", async () => {
    const network = settingsNetwork();
    network.on(`PATCH ${SETTINGS_PATH}/preferences`, failure("internal"));
    const { user } = openSite("/settings/preferences", network);
    const preferences = await form("Preferences");
    await user.click(preferences.getByRole("checkbox"));
    await user.click(preferences.getByRole("button"));
    await waitFor(() => expect(toaster()).toBe("Failed to update preferences"));
    expect(isDisabled(preferences.getByRole("button"))).toBe(false);
  });

  test("when deactivating", async () => {
    const network = settingsNetwork();
    network.on(`DELETE ${SETTINGS_PATH}`, failure("internal"));
    const { user } = openSite("/settings/deactivation", network);
    await user.click(await screen.findByRole("button", { name: /^Close account/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.type(dialog.getByLabelText("Password"), "0123456789");
    await user.click(dialog.getByRole("button", { name: "Close account" }));
    await waitFor(() => expect(toaster()).toBe("Failed to deactivate user"));
    expect(session.state().status).toBe("authenticated");
  });
});
