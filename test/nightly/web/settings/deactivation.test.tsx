import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { form, notice, SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";
import { session } from "#web/session/browser-session.ts";

describe("deactivating", () => {
  const ask = async (user: ReturnType<typeof openSite>["user"]) => {
    await user.click(await screen.findByRole("button", { name: /^Close account/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.type(dialog.getByLabelText("Password"), "0123456789");
    await user.click(dialog.getByRole("button", { name: "Close account" }));
    return dialog;
  };

  test("spells out what it does before it asks", async () => {
    openSite("/settings", settingsNetwork());
    const section = within(await screen.findByRole("region", { name: "Close account" }));
    const consequences = section.getAllByRole("listitem").map(({ textContent }) => textContent);
    for (const about of [
      /logged out/,
      /artwork disappear/,
      /Buyers keep/,
      /invoices/,
      /\[deleted\]/,
      /username is retired/,
    ]) {
      expect(consequences).toContainEqual(expect.stringMatching(about));
    }
  });

  test("with a wrong password says so at the field and keeps the account", async () => {
    const network = settingsNetwork();
    network.on(
      `DELETE ${SETTINGS_PATH}`,
      failure("current_password_wrong", { userPassword: MESSAGES.currentPasswordWrong }),
    );
    const { user } = openSite("/settings", network);
    const dialog = await ask(user);
    expect(await dialog.findByText(MESSAGES.currentPasswordWrong)).toBeTruthy();
    expect(session.state().status).toBe("authenticated");
  });

  test("sends the password, ends the session and says at /login that it is done", async () => {
    const network = settingsNetwork();
    network.on(`DELETE ${SETTINGS_PATH}`, notice(MESSAGES.userDeactivated));
    const { user, at } = openSite("/settings", network);
    await ask(user);
    const logIn = await form("Log in");
    expect(logIn.getByText("Account closed")).toBeTruthy();
    expect(at.path).toBe("/login");
    expect(session.state().user).toBeNull();
    expect(network.to(`DELETE ${SETTINGS_PATH}`)).toMatchObject([{ body: { userPassword: "0123456789" } }]);
  });
});
