import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aSession, form, notice, SETTINGS_PATH, settingsNetwork, toaster } from "#test/web/settings/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { openSite } from "#test/web/support/site.tsx";

const PHONE = aSession({ id: "phone", browser: "Safari on iOS", country: "AT" });
const HERE = aSession({ current: true });

function openSessions() {
  const network = settingsNetwork();
  const items = (...sessions: readonly object[]) =>
    network.on(`GET ${SETTINGS_PATH}/sessions`, { status: 200, body: { items: sessions } });
  items(HERE, PHONE);
  return { ...openSite("/settings/sessions", network), network, items };
}

const list = async () => within(await screen.findByRole("list", { name: "Sessions" }));

describe("the sessions in the settings", () => {
  test("show browser, country and last use, and which one is current", async () => {
    openSessions();
    const [here, phone] = (await list()).getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(here).toMatch(/Firefox on Linux.*Last used.*This browser/);
    expect(phone).toMatch(/Safari on iOS.*Austria.*Last used/);
    expect(screen.queryByRole("button", { name: "Log out Firefox on Linux" })).toBeNull();
  });

  test("are ended one by one", async () => {
    const { network, user, items } = openSessions();
    network.on(`DELETE ${SETTINGS_PATH}/sessions/phone`, notice(MESSAGES.sessionEnded));
    const button = (await list()).getByRole("button", { name: "Log out Safari on iOS" });
    items(HERE);
    await user.click(button);
    await waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(1));
    expect(toaster()).toBe(MESSAGES.sessionEnded);
    expect(screen.queryByRole("button", { name: "Log out everywhere else" })).toBeNull();
  });

  test("are ended all but this one", async () => {
    const { network, user, items } = openSessions();
    network.on(`DELETE ${SETTINGS_PATH}/sessions`, notice(MESSAGES.otherSessionsEnded));
    await list();
    items(HERE);
    await user.click(screen.getByRole("button", { name: "Log out everywhere else" }));
    await waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(1));
    expect(network.to(`DELETE ${SETTINGS_PATH}/sessions`)).toHaveLength(1);
  });

  test("are read again when the page becomes visible, as another browser may have ended one", async () => {
    const { items } = openSessions();
    expect((await list()).getAllByRole("listitem")).toHaveLength(2);
    items(HERE);
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(1));
  });

  test("are read again after a new password, which ends all others", async () => {
    const { network, user, items } = openSessions();
    await list();
    network.on(`PATCH ${SETTINGS_PATH}/password`, {
      status: 200,
      body: { accessToken: "next", user: aUser(), message: MESSAGES.passwordChanged, expose: true },
    });
    items(HERE);
    await user.click(screen.getByRole("link", { name: "Password" }));
    const password = await form("Password");
    await user.type(password.getByLabelText("Current password"), "0123456789");
    await user.type(password.getByLabelText("New password"), "a new long one");
    await user.type(password.getByLabelText("Confirm new password"), "a new long one");
    await user.click(password.getByRole("button", { name: "Change password" }));
    await waitFor(() => expect(toaster()).toBe(MESSAGES.passwordChanged));
    await user.click(screen.getByRole("link", { name: "Sessions" }));
    await waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(1));
  });

  test("stay listed if ending one fails, with an error", async () => {
    const { network, user } = openSessions();
    network.on(`DELETE ${SETTINGS_PATH}/sessions/phone`, failure("internal"));
    await user.click((await list()).getByRole("button", { name: "Log out Safari on iOS" }));
    await waitFor(() => expect(toaster()).toBe(MESSAGES.failedEndSession));
    expect((await list()).getAllByRole("listitem")).toHaveLength(2);
  });

  test("that can't be read show an error", async () => {
    const network = settingsNetwork();
    network.on(`GET ${SETTINGS_PATH}/sessions`, failure("internal"));
    openSite("/settings/sessions", network);
    await waitFor(() => expect(toaster()).toBe(MESSAGES.failedFetchSessions));
  });
});
