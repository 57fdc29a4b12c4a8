import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { notice, SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { aUser, buildSession, failure } from "#test/web/support/fixtures.ts";
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

  test("explains its consequences before it asks", async () => {
    openSite("/settings/deactivation", settingsNetwork());
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

  describe("of a seller", () => {
    const PAYOUTS = `GET ${SETTINGS_PATH}/payouts`;
    function openSettings(answer: ReturnType<typeof failure>) {
      const network = settingsNetwork();
      network.on("POST /auth/refresh_token", buildSession("first", aUser({ onboarded: true, stripeId: "acct_1" })));
      network.on(PAYOUTS, answer);
      return openSite("/settings/deactivation", network);
    }
    const balance = {
      available: [{ amount: 171_360, currency: "SEK" }],
      pending: [{ amount: 2_000, currency: "SEK" }],
    };

    test("shows the balance in the section and the dialog, and what happens to it", async () => {
      const { user } = openSettings({ status: 200, body: { ...balance, payouts: [] } });
      const section = within(await screen.findByRole("region", { name: "Close account" }));
      await section.findByText(/^Your balance at Stripe, SEK 1,713\.60 available and SEK 20\.00 pending, is paid out/);
      for (const about of [/open payment/, /Refunds for what you bought/, /Refunds and disputes/])
        section.getByText(about);
      await user.click(section.getByRole("button", { name: /^Close account/ }));
      const dialog = within(await screen.findByRole("alertdialog"));
      dialog.getByText(/SEK 1,713\.60 available and SEK 20\.00 pending/);
    });

    test("says what happens to a balance that is empty or can't be read", async () => {
      openSettings(failure("payouts_unavailable"));
      const section = within(await screen.findByRole("region", { name: "Close account" }));
      await section.findByText(/^Your balance at Stripe is paid out/);
    });
  });

  test("with a wrong password shows the error at the field and keeps the session", async () => {
    const network = settingsNetwork();
    network.on(
      `DELETE ${SETTINGS_PATH}`,
      failure("current_password_wrong", { userPassword: MESSAGES.currentPasswordWrong }),
    );
    const { user } = openSite("/settings/deactivation", network);
    const dialog = await ask(user);
    expect(await dialog.findByText(MESSAGES.currentPasswordWrong)).toBeTruthy();
    expect(session.state().status).toBe("authenticated");
  });

  test("sends the password, ends the session and shows the goodbye page", async () => {
    const network = settingsNetwork();
    network.on(`DELETE ${SETTINGS_PATH}`, notice(MESSAGES.userDeactivated));
    const { user } = openSite("/settings/deactivation", network);
    await ask(user);
    await screen.findByRole("heading", { level: 1, name: "Goodbye" });
    expect(screen.getByText(/^Your account is closed/)).toBeTruthy();
    expect(screen.queryByRole("form", { name: "Log in" })).toBeNull();
    expect(session.state().user).toBeNull();
    expect(network.to(`DELETE ${SETTINGS_PATH}`)).toMatchObject([{ body: { userPassword: "0123456789" } }]);
    await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Browse artwork" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Goodbye" })).toBeNull());
  });
});
