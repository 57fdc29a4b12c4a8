import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
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
import { createHeldReply } from "#test/web/support/network.ts";
import { openSite } from "#test/web/support/site.tsx";
import { session } from "#web/session/browser-session.ts";

describe("the settings page", () => {
  test("shows a loading state, then the list of sections and the first one with its values", async () => {
    const network = settingsNetwork();
    const slow = createHeldReply({ status: 200, body: aSettings() });
    network.on(`GET ${SETTINGS_PATH}/settings`, slow.answer);
    const { user, at } = openSite("/settings", network);
    await screen.findByRole("status", { name: "Loading your settings" });
    slow.release();
    const profile = await form("Profile");
    expect(profile.getByLabelText<HTMLInputElement>("Full name").value).toBe("Ada Love");
    expect(profile.getByLabelText<HTMLTextAreaElement>(/Description/).value).toBe("Paints numbers");
    const nav = screen.getByRole("navigation", { name: "Settings" });
    expect(within(nav).getByRole("link", { current: "page" }).textContent).toBe("Profile");
    for (const link of within(nav).getAllByRole("link")) {
      await user.click(link);
      const { textContent } = await screen.findByRole("heading", { level: 2, name: link.textContent ?? "" });
      expect([textContent, within(nav).getByRole("link", { current: "page" })]).toEqual([link.textContent, link]);
    }
    expect(at.path).toBe("/settings/deactivation");
    expect(at.history).toContain("/settings/billing");
  });

  test("an earlier link with a section in the hash leads to the section, an unknown section to 404", async () => {
    const { at, unmount } = openSite("/settings#your-data", settingsNetwork());
    await screen.findByRole("heading", { level: 2, name: "Your data" });
    expect(at.path).toBe("/settings/your-data");
    unmount();
    const unknown = openSite("/settings/purse", settingsNetwork());
    await waitFor(() => expect(unknown.at.path).toBe("/404"));
  });

  test("that can't be read offers a retry", async () => {
    const network = settingsNetwork();
    network.on(`GET ${SETTINGS_PATH}/settings`, failure("internal"));
    const { user } = openSite("/settings", network);
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(toaster()).toBe("Failed to fetch settings");
    network.on(`GET ${SETTINGS_PATH}/settings`, { status: 200, body: aSettings() });
    await user.click(retry);
    await form("Profile");
  });

  test("can't save anything while nothing changed", async () => {
    const { user } = openSite("/settings", settingsNetwork());
    for (const name of ["Profile", "Preferences", "Email", "Password", "Billing"]) {
      await user.click(await screen.findByRole("link", { name }));
      expect(isDisabled((await form(name)).getByRole("button", { name: /^(Save|Change)/ })), name).toBe(true);
    }
  });
});

describe("the profile", () => {
  test("is sent with all fields, even an emptied description, and the page updates", async () => {
    const network = settingsNetwork();
    const { user } = openSite("/settings/profile", network);
    const profile = await form("Profile");
    network.on(
      `PATCH ${SETTINGS_PATH}`,
      notice(MESSAGES.userUpdated, { user: aUser({ fullName: "Ada King", country: "FR" }) }),
    );
    await user.clear(profile.getByLabelText("Full name"));
    await user.type(profile.getByLabelText("Full name"), "Ada King");
    await user.clear(profile.getByLabelText(/Description/));
    await user.selectOptions(profile.getByLabelText(/Country/), "France");
    await user.click(profile.getByRole("button", { name: "Save profile" }));
    await waitFor(() => expect(toaster()).toBe("Profile updated"));
    expect(network.to(`PATCH ${SETTINGS_PATH}`)).toMatchObject([
      { body: { userName: "Ada King", userDescription: "", userCountry: "FR" }, token: "first" },
    ]);
    expect(session.state().user?.fullName).toBe("Ada King");
    await waitFor(() => expect(isDisabled(profile.getByRole("button", { name: "Save profile" }))).toBe(true));
  });

  test("counts what is typed while the field has the focus", async () => {
    const { user } = openSite("/settings/profile", settingsNetwork());
    const profile = await form("Profile");
    expect(profile.queryByText("14/150")).toBeNull();
    await user.click(profile.getByLabelText(/Description/));
    expect(profile.getByText("14/150")).toBeTruthy();
    await user.keyboard("!!");
    expect(profile.getByText("16/150")).toBeTruthy();
  });

  test("without a name isn't sent", async () => {
    const network = settingsNetwork();
    const { user } = openSite("/settings/profile", network);
    const profile = await form("Profile");
    await user.clear(profile.getByLabelText("Full name"));
    await user.click(profile.getByRole("button", { name: "Save profile" }));
    expect(await profile.findByText(MESSAGES.required)).toBeTruthy();
    expect(network.to(`PATCH ${SETTINGS_PATH}`)).toEqual([]);
  });
});

describe("the e-mail", () => {
  const fill = async (user: ReturnType<typeof openSite>["user"]) => {
    const email = await form("Email");
    await user.type(email.getByLabelText("New email"), "new@example.org");
    await user.type(email.getByLabelText("Current password"), "0123456789");
    await user.click(email.getByRole("button", { name: "Change email" }));
    return email;
  };

  test("stays until the new one's link is opened, which the page shows", async () => {
    const network = settingsNetwork();
    network.on(`PATCH ${SETTINGS_PATH}/email`, notice(MESSAGES.emailChanged));
    const { user } = openSite("/settings/email", network);
    const email = await fill(user);
    expect(await screen.findByText(/ada@example.org stays your email/)).toBeTruthy();
    await waitFor(() => expect(email.getByLabelText<HTMLInputElement>("Current password").value).toBe(""));

    network.on(`GET ${SETTINGS_PATH}/settings`, { status: 200, body: aSettings({ userEmail: "new@example.org" }) });
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(screen.queryByText(/stays your email/)).toBeNull());
    expect(await screen.findByText("new@example.org")).toBeTruthy();
  });

  test.each([
    ["New email", failure("invalid_request", { userEmail: MESSAGES.emailInvalid }), MESSAGES.emailInvalid],
    ["Current password", failure("current_password_wrong"), MESSAGES.currentPasswordWrong],
  ])("that is refused shows the error at “%s”", async (label, answer, message) => {
    const network = settingsNetwork();
    network.on(`PATCH ${SETTINGS_PATH}/email`, answer);
    const { user } = openSite("/settings/email", network);
    const email = await fill(user);
    expect(await email.findByText(message)).toBeTruthy();
    expect(email.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
  });
});

describe("the password", () => {
  const fill = async (user: ReturnType<typeof openSite>["user"], confirm = "a new long one") => {
    const password = await form("Password");
    await user.type(password.getByLabelText("Current password"), "0123456789");
    await user.type(password.getByLabelText("New password"), "a new long one");
    await user.type(password.getByLabelText("Confirm new password"), confirm);
    await user.click(password.getByRole("button", { name: "Change password" }));
    return password;
  };

  test("is changed, and this browser continues with the new session", async () => {
    const network = settingsNetwork();
    network.on(
      `PATCH ${SETTINGS_PATH}/password`,
      notice(MESSAGES.passwordChanged, { accessToken: "second", user: aUser() }),
    );
    const { user } = openSite("/settings/password", network);
    const password = await fill(user);
    await waitFor(() => expect(toaster()).toBe("Password successfully changed"));
    expect(session.token()).toBe("second");
    await waitFor(() => expect(password.getByLabelText<HTMLInputElement>("New password").value).toBe(""));
  });

  test("similar to the name is called weak", async () => {
    const { user } = openSite("/settings/password", settingsNetwork());
    const password = await form("Password");
    await user.type(password.getByLabelText("New password"), `${aSettings().profile.userName}1`);
    expect(await password.findByText("Weak: close to your name, username or email")).toBeTruthy();
  });

  test("with a wrong confirmation isn't sent", async () => {
    const network = settingsNetwork();
    const { user } = openSite("/settings/password", network);
    const password = await fill(user, "another long one");
    expect(await password.findByText(MESSAGES.passwordsDiffer)).toBeTruthy();
    expect(network.to(`PATCH ${SETTINGS_PATH}/password`)).toEqual([]);
  });
});

test("hidden favourites are sent as false, not stripped", async () => {
  const network = settingsNetwork();
  network.on(`PATCH ${SETTINGS_PATH}/preferences`, notice(MESSAGES.preferencesUpdated));
  const { user } = openSite("/settings/preferences", network);
  const preferences = await form("Preferences");
  await user.click(preferences.getByRole("checkbox"));
  await user.click(preferences.getByRole("button", { name: "Save preferences" }));
  await waitFor(() => expect(toaster()).toBe("Preferences updated"));
  expect(network.to(`PATCH ${SETTINGS_PATH}/preferences`)).toMatchObject([{ body: { userFavorites: false } }]);
});

describe("billing", () => {
  const FIELDS = {
    "First name": "Ada",
    "Last name": "Love",
    "Billing email": "bills@example.org",
    Address: "12 St James's Square",
    "Postal code": "SW1Y 4LB",
    City: "London",
  };

  test("asks for every field before anything is sent", async () => {
    const network = settingsNetwork();
    const { user } = openSite("/settings/billing", network);
    const billing = await form("Billing");
    await user.type(billing.getByLabelText("First name"), "Ada");
    await user.click(billing.getByRole("button", { name: "Save billing" }));
    await waitFor(() => expect(billing.getAllByText(MESSAGES.required)).toHaveLength(6));
    expect(network.to(`PATCH ${SETTINGS_PATH}/billing`)).toEqual([]);
  });

  test("is stored with its country code", async () => {
    const network = settingsNetwork();
    network.on(`PATCH ${SETTINGS_PATH}/billing`, notice(MESSAGES.billingUpdated));
    const { user } = openSite("/settings/billing", network);
    const billing = await form("Billing");
    for (const [label, value] of Object.entries(FIELDS)) {
      await user.click(billing.getByLabelText(label));
      await user.paste(value);
    }
    await user.selectOptions(billing.getByLabelText("Billing country"), "United Kingdom");
    await user.click(billing.getByRole("button", { name: "Save billing" }));
    await waitFor(() => expect(toaster()).toBe("Billing information updated"));
    expect(network.to(`PATCH ${SETTINGS_PATH}/billing`)).toMatchObject([
      { body: { billingName: "Ada", billingZip: "SW1Y 4LB", billingCountry: "GB" } },
    ]);
  });
});
