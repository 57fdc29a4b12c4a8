import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { buildSession, failure } from "#test/web/support/fixtures.ts";
import { asksBeforeClosing, createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { LINK_REQUEST_STORAGE_KEY } from "#web/features/accounts/link-request.ts";
import { publishVerified } from "#web/features/accounts/use-log-in-once-verified.ts";

const notice = (message: string, status = 200) => ({ status, body: { message, expose: true } });

const toaster = () => screen.getByTestId("toaster");

async function fill(user: ReturnType<typeof openSite>["user"], values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await user.type(await screen.findByLabelText(label), value);
}

const ADA = {
  "Full name": "Ada Love",
  Username: "ada.love",
  Email: "ada@example.org",
  Password: "0123456789",
  "Confirm password": "0123456789",
};

describe("signing up", () => {
  /** Signs up on a network that refuses log-ins as unverified. */
  async function signUp(state?: object) {
    const site = openSite("/signup", createSiteNetwork(), state);
    site.network.on("POST /auth/signup", notice(MESSAGES.verificationLinkSent, 201));
    site.network.on("POST /auth/login", failure("unverified"));
    await fill(site.user, ADA);
    await site.user.click(screen.getByRole("button", { name: "Sign up" }));
    await screen.findByRole("heading", { name: "Check your email" });
    return site;
  }

  const opened = () => screen.getByRole("button", { name: "I opened the link" });

  test("logs in automatically once the link was opened, with a link to the original page", async () => {
    const { network, user, at } = await signUp({ from: "/user/ada" });
    expect(network.to("POST /auth/signup")[0]?.body).toMatchObject({ returnTo: "/user/ada" });
    await user.click(opened());
    await screen.findByText(`${MESSAGES.unverified}.`);
    expect(toaster().textContent).toBe("Verification link sent to your email");
    network.on("POST /auth/login", buildSession("first"));
    publishVerified();
    await waitFor(() => expect(at.path).toBe("/"));
    const link = await screen.findByRole("link", { name: "Continue to the page where you were" });
    expect(link.getAttribute("href")).toBe("/user/ada");
    const credentials = { userUsername: "ada.love", userPassword: "0123456789" };
    for (const { body } of network.to("POST /auth/login")) expect(body).toEqual(credentials);
  });

  test("logs in when its tab gets focus after the link was opened elsewhere", async () => {
    const { network, at } = await signUp();
    network.on("POST /auth/login", buildSession("first"));
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(at.path).toBe("/"));
  });

  test("polls every two seconds at first, and then less often", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      const { network, at } = await signUp();
      const tries = () => network.to("POST /auth/login").length;
      await vi.advanceTimersByTimeAsync(8_000);
      expect(tries()).toBeGreaterThanOrEqual(4);
      await vi.advanceTimersByTimeAsync(15 * 60_000);
      expect(tries()).toBeLessThan(50);
      network.on("POST /auth/login", buildSession("first"));
      window.dispatchEvent(new Event("focus"));
      await waitFor(() => expect(at.path).toBe("/"));
    } finally {
      vi.useRealTimers();
    }
  });

  test("keeps waiting after an error, and shows the log-in once the password is refused", async () => {
    const { network, user, at } = await signUp();
    network.on("POST /auth/login", failure("internal"));
    await user.click(opened());
    await screen.findByText(`${MESSAGES.unverified}.`);
    network.on("POST /auth/login", failure("wrong_credentials"));
    await user.click(opened());
    await screen.findByRole("form", { name: "Log in" });
    expect(at.path).toBe("/login");
  });

  test("can request the link again for this account", async () => {
    const { network, user } = await signUp();
    network.on("POST /auth/resend_token", notice(MESSAGES.verificationLinkSent));
    await user.click(screen.getByRole("button", { name: "Send the link again" }));
    const body = { userEmail: "ada@example.org", userUsername: "ada.love" };
    await waitFor(() => expect(network.to("POST /auth/resend_token")).toMatchObject([{ body }]));
  });

  test("can correct the address and request the link there", async () => {
    const { network, user } = await signUp();
    network.on("POST /auth/update_email", notice(MESSAGES.emailChanged));
    await user.click(screen.getByRole("button", { name: "Change address" }));
    await fill(user, { Email: "ada@example.com" });
    await user.click(screen.getByRole("button", { name: "Send link" }));
    await screen.findByText("ada@example.com");
    await user.click(screen.getByRole("button", { name: "Send the link again" }));
    const body = { userUsername: "ada.love", userPassword: "0123456789", userEmail: "ada@example.com" };
    await waitFor(() => expect(network.to("POST /auth/update_email")).toMatchObject([{ body }, { body }]));
  });

  test("stays on the page and shows where the link was sent", async () => {
    const { network, at, user } = openSite("/signup");
    network.on("POST /auth/signup", notice(MESSAGES.verificationLinkSent, 201));
    await fill(user, ADA);
    await user.click(screen.getByRole("button", { name: "Sign up" }));
    await screen.findByRole("heading", { name: "Check your email" });
    expect(screen.getByText("ada@example.org")).toBeTruthy();
    expect(toaster().textContent).toBe("Verification link sent to your email");
    expect(at.path).toBe("/signup");
    expect(network.to("POST /auth/signup")[0]?.body).toEqual({
      userName: "Ada Love",
      userUsername: "ada.love",
      userEmail: "ada@example.org",
      userPassword: "0123456789",
      userConfirm: "0123456789",
    });
  });

  test("with a taken name shows the error at the field and keeps the form", async () => {
    const { network, user } = openSite("/signup");
    network.on("POST /auth/signup", failure("username_taken"));
    await fill(user, ADA);
    await user.click(screen.getByRole("button", { name: "Sign up" }));
    const username = screen.getByLabelText<HTMLInputElement>("Username");
    await waitFor(() => expect(username.getAttribute("aria-invalid")).toBe("true"));
    expect(username.value).toBe("ada.love");
    expect(within(screen.getByRole("form")).getByText(MESSAGES.usernameTaken)).toBeTruthy();
  });

  test("warns before an unsent form is lost, and not once it was sent", async () => {
    const { network, user } = openSite("/signup");
    network.on("POST /auth/signup", notice(MESSAGES.verificationLinkSent, 201));
    expect(asksBeforeClosing()).toBe(false);
    await fill(user, ADA);
    expect(asksBeforeClosing()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Sign up" }));
    await screen.findByRole("heading", { name: "Check your email" });
    expect(asksBeforeClosing()).toBe(false);
  });

  test("with different passwords sends nothing", async () => {
    const { network, user } = openSite("/signup");
    await fill(user, { ...ADA, "Confirm password": "0123456788" });
    await user.click(screen.getByRole("button", { name: "Sign up" }));
    await screen.findByText(MESSAGES.passwordsDiffer);
    expect(network.to("POST /auth/signup")).toEqual([]);
  });
});

describe("logging in", () => {
  const CREDENTIALS = { "Username or email": "ada@example.org", Password: "0123456789" };

  test("shows the message of the redirect", async () => {
    openSite("/login", createSiteNetwork(), { message: MESSAGES.passwordChanged });
    expect(await screen.findByText("Password successfully changed")).toBeTruthy();
  });

  test("with wrong credentials shows the error and keeps the input", async () => {
    const { network, user, at } = openSite("/login");
    network.on("POST /auth/login", failure("wrong_credentials"));
    await fill(user, CREDENTIALS);
    await user.click(screen.getByRole("button", { name: "Log in" }));
    expect((await screen.findByRole("alert")).textContent).toContain(MESSAGES.wrongCredentials);
    expect(screen.getByLabelText<HTMLInputElement>("Username or email").value).toBe("ada@example.org");
    expect(network.to("POST /auth/refresh_token").every(({ token }) => token === null)).toBe(true);
    expect(at.path).toBe("/login");
  });

  test("before the e-mail is verified offers to send the link again to the typed address", async () => {
    const { network, user } = openSite("/login");
    network.on("POST /auth/login", failure("unverified"));
    network.on("POST /auth/resend_token", notice(MESSAGES.verificationLinkSent));
    await fill(user, CREDENTIALS);
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await user.click(await screen.findByRole("button", { name: "Send the link again" }));
    await waitFor(() =>
      expect(network.to("POST /auth/resend_token")).toMatchObject([{ body: { userEmail: "ada@example.org" } }]),
    );
  });

  test("before the e-mail is verified links to the page that asks for the address when a username was typed", async () => {
    const { network, user, at } = openSite("/login");
    network.on("POST /auth/login", failure("unverified"));
    await fill(user, { ...CREDENTIALS, "Username or email": "ada.love" });
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await user.click(await screen.findByRole("link", { name: "Send the link again" }));
    await waitFor(() => expect(at.path).toBe("/resend_token"));
    network.on("POST /auth/resend_token", notice(MESSAGES.verificationLinkSent));
    await fill(user, { Email: "ada@example.org" });
    await user.click(screen.getByRole("button", { name: "Send link" }));
    const body = { userEmail: "ada@example.org", userUsername: "ada.love" };
    await waitFor(() => expect(network.to("POST /auth/resend_token")).toMatchObject([{ body }]));
  });

  test("shows the password on request", async () => {
    const { user } = openSite("/login");
    const password = await screen.findByLabelText<HTMLInputElement>("Password");
    expect(password.type).toBe("password");
    const shown = screen.getByRole("switch", { name: "Show password" });
    expect(shown.getAttribute("aria-checked")).toBe("false");
    await user.click(shown);
    expect([password.type, shown.getAttribute("aria-checked")]).toEqual(["text", "true"]);
    expect(screen.getByText("Password is shown").getAttribute("aria-live")).toBe("polite");
    await user.click(shown);
    expect([password.type, shown.getAttribute("aria-checked")]).toEqual(["password", "false"]);
  });
});

describe("opening the link of the e-mail", () => {
  test("uses nothing up, whatever scripts a scanner runs, and offers one button, which has the focus", async () => {
    const network = createSiteNetwork();
    openSite("/verify_token/abc", network);
    const button = await screen.findByRole("button", { name: "Verify my address" });
    await waitFor(() => expect(document.activeElement).toBe(button));
    for (const event of ["offline", "online", "focus"]) window.dispatchEvent(new Event(event));
    expect(network.to("GET /auth/verify_token/abc")).toEqual([]);
  });

  test("verifies once by its button and offers to log in", async () => {
    const network = createSiteNetwork();
    network.on("GET /auth/verify_token/abc", notice(MESSAGES.emailVerified));
    const { user } = openSite("/verify_token/abc", network);
    await user.dblClick(await screen.findByRole("button", { name: "Verify my address" }));
    await screen.findByRole("heading", { name: "Verified" });
    for (const event of ["offline", "online", "focus"]) window.dispatchEvent(new Event(event));
    await screen.findByRole("form", { name: "Log in" });
    expect(network.to("GET /auth/verify_token/abc")).toHaveLength(1);
  });

  test("verifies by itself in the browser that asked for the link, once", async () => {
    const network = createSiteNetwork();
    network.on("POST /auth/resend_token", notice(MESSAGES.verificationLinkSent));
    network.on("GET /auth/verify_token/abc", notice(MESSAGES.emailVerified));
    const { user } = openSite("/resend_token", network);
    await user.type(await screen.findByLabelText("Email"), "ada@example.org");
    await user.click(screen.getByRole("button", { name: "Send link" }));
    await screen.findByRole("form", { name: "Log in" });
    openSite("/verify_token/abc", network);
    await screen.findByRole("heading", { name: "Verified" });
    expect(network.to("GET /auth/verify_token/abc")).toHaveLength(1);
  });

  test("leads back to the page that asked, once logged in here", async () => {
    const network = createSiteNetwork();
    const returnTo = "/artwork/0198f3a1-0000-7000-8000-000000000002?license=commercial";
    network.on("GET /auth/verify_token/abc", {
      status: 200,
      body: { ...notice(MESSAGES.emailVerified).body, returnTo },
    });
    network.on("POST /auth/login", buildSession("first"));
    const { at, user } = openSite("/verify_token/abc", network);
    await user.click(await screen.findByRole("button", { name: "Verify my address" }));
    await screen.findByText("Log in to continue to the page where you were.");
    await fill(user, { "Username or email": "ada.love", Password: "0123456789" });
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(at.path).toBe("/artwork/0198f3a1-0000-7000-8000-000000000002"));
  });

  test("leads back by itself once the tab that signed up has logged in", async () => {
    const network = createSiteNetwork();
    network.on("GET /auth/verify_token/abc", { status: 200, body: { message: "Done", returnTo: "/about" } });
    const { at, user } = openSite("/verify_token/abc", network);
    await user.click(await screen.findByRole("button", { name: "Verify my address" }));
    await screen.findByRole("heading", { name: "Verified" });
    network.on("POST /auth/refresh_token", buildSession("first"));
    const otherTab = new BroadcastChannel("session");
    otherTab.postMessage("signed-in");
    await waitFor(() => expect(at.path).toBe("/about"));
    otherTab.close();
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "/login", "/verify_token/x"])(
    "redirects neither to another site nor to an account page: %s",
    async (returnTo) => {
      const network = createSiteNetwork({ signedIn: true });
      network.on("GET /auth/verify_token/abc", { status: 200, body: { message: "Done", returnTo } });
      const { at, user } = openSite("/verify_token/abc", network);
      await user.click(await screen.findByRole("button", { name: "Verify my address" }));
      await waitFor(() => expect(at.path).toBe("/"));
    },
  );

  test("doesn't confirm other kinds of links automatically", async () => {
    for (const token of ["u-abc", "e-abc"]) {
      localStorage.setItem(LINK_REQUEST_STORAGE_KEY, `verification ${Date.now()}`);
      const network = createSiteNetwork();
      const { unmount } = openSite(`/verify_token/${token}`, network);
      await screen.findByRole("button", { name: "Verify my address" });
      expect(network.to(`GET /auth/verify_token/${token}`)).toEqual([]);
      unmount();
    }
  });

  test("that is used up shows an error and offers a new one", async () => {
    const network = createSiteNetwork();
    network.on("GET /auth/verify_token/abc", failure("link_expired"));
    const { user } = openSite("/verify_token/abc", network);
    await user.click(await screen.findByRole("button", { name: "Verify my address" }));
    expect((await screen.findByRole("alert")).textContent).toBe(MESSAGES.linkExpired);
    expect(screen.getByRole("link", { name: "Send a new link" }).getAttribute("href")).toBe("/resend_token");
  });
});

describe("account restoration", () => {
  test("offers three ways", async () => {
    openSite("/account_restoration");
    await screen.findByRole("heading", { name: "Get back in" });
    const links = within(screen.getByRole("list")).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/forgot_password",
      "/resend_token",
      "/update_email",
    ]);
  });

  test.each([
    ["/forgot_password", "POST /auth/forgot_password", MESSAGES.resetLinkSent],
    ["/resend_token", "POST /auth/resend_token", MESSAGES.verificationLinkSent],
  ])("from %s ends at /login with its message", async (path, call, message) => {
    const { network, at, user } = openSite(path);
    network.on(call, notice(message));
    await fill(user, { Email: "ada@example.org" });
    await user.click(screen.getByRole("button", { name: "Send link" }));
    await waitFor(() => expect(at.path).toBe("/login"));
    expect(within(await screen.findByRole("form", { name: "Log in" })).getByText(message)).toBeTruthy();
    expect(network.to(call)).toMatchObject([{ body: { userEmail: "ada@example.org" } }]);
  });

  test("with a new password ends at /login with its message", async () => {
    const { network, at, user } = openSite("/reset_password/user/u-1/token/t%201");
    network.on("POST /auth/reset_password/user/u-1/token/t%201", notice(MESSAGES.passwordChanged));
    await fill(user, { Password: "0123456789", "Confirm password": "0123456789" });
    await user.click(screen.getByRole("button", { name: "Change password" }));
    await waitFor(() => expect(at.path).toBe("/login"));
    expect(
      within(await screen.findByRole("form", { name: "Log in" })).getByText(MESSAGES.passwordChanged),
    ).toBeTruthy();
  });

  test("with an expired link offers a new one", async () => {
    const { network, user } = openSite("/reset_password/user/u-1/token/t-1");
    network.on("POST /auth/reset_password/user/u-1/token/t-1", failure("link_expired"));
    await fill(user, { Password: "0123456789", "Confirm password": "0123456789" });
    await user.click(screen.getByRole("button", { name: "Change password" }));
    expect((await screen.findByRole("alert")).textContent).toBe(MESSAGES.linkExpired);
    expect(screen.getByRole("link", { name: "Send a new link" }).getAttribute("href")).toBe("/forgot_password");
  });

  test.each([
    ["was used before", "link_expired"],
    ["was cut off on its way", "invalid_request"],
  ] as const)("by a link that %s says so before anything is typed", async (_what, code) => {
    const network = createSiteNetwork();
    network.on("GET /auth/reset_password/user/u-1/token/t-1", failure(code));
    openSite("/reset_password/user/u-1/token/t-1", network);
    expect((await screen.findByRole("alert")).textContent).toBe(MESSAGES.linkExpired);
    expect(toaster().textContent).toBe("");
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.getByRole("link", { name: "Send a new link" }).getAttribute("href")).toBe("/forgot_password");
  });

  test("with a new address stays on the page and shows where the link was sent", async () => {
    const { network, at, user } = openSite("/update_email");
    network.on("POST /auth/update_email", notice(MESSAGES.emailChanged));
    await fill(user, { "Username or email": "ada.love", Password: "0123456789", "New email": "new@example.org" });
    await user.click(screen.getByRole("button", { name: "Change email" }));
    await screen.findByText("new@example.org");
    expect(at.path).toBe("/update_email");
  });
});

describe("a call that fails with a 500 shows its message", () => {
  const EMAIL = { Email: "ada@example.org" };
  const NEW_PASSWORD = { Password: "0123456789", "Confirm password": "0123456789" };
  const NEW_EMAIL = { "Username or email": "ada.love", Password: "0123456789", "New email": "new@example.org" };

  test.each([
    ["/signup", "POST /auth/signup", ADA, "Sign up", "Failed to sign up user"],
    ["/forgot_password", "POST /auth/forgot_password", EMAIL, "Send link", "Failed to send recovery email"],
    ["/resend_token", "POST /auth/resend_token", EMAIL, "Send link", "Failed to send verification token"],
    ["/update_email", "POST /auth/update_email", NEW_EMAIL, "Change email", "Failed to update email"],
    [
      "/reset_password/user/u/token/t",
      "POST /auth/reset_password/user/u/token/t",
      NEW_PASSWORD,
      "Change password",
      "Failed to reset password",
    ],
  ])("on %s", async (path, call, values, action, message) => {
    const { network, at, user } = openSite(path);
    network.on(call, failure("internal"));
    await fill(user, values);
    await user.click(screen.getByRole("button", { name: action }));
    await waitFor(() => expect(toaster().textContent).toBe(message));
    expect(at.path).toBe(path);
  });

  test("on /verify_token", async () => {
    const network = createSiteNetwork();
    network.on("GET /auth/verify_token/abc", failure("internal"));
    const { user } = openSite("/verify_token/abc", network);
    await user.click(await screen.findByRole("button", { name: "Verify my address" }));
    await waitFor(() => expect(toaster().textContent).toBe("Failed to verify token"));
    network.on("GET /auth/verify_token/abc", notice(MESSAGES.emailVerified));
    await user.click(screen.getByRole("button", { name: "Verify my address" }));
    await screen.findByRole("heading", { name: "Verified" });
  });

  test("too many attempts show the rate limit's message", async () => {
    const { network, user } = openSite("/forgot_password");
    network.on("POST /auth/forgot_password", failure("too_many_requests"));
    await fill(user, EMAIL);
    await user.click(screen.getByRole("button", { name: "Send link" }));
    await waitFor(() => expect(toaster().textContent).toBe(MESSAGES.tooManyRequests));
  });

  test("describes a password field by its error, hint and counter", async () => {
    const { user } = openSite("/signup");
    const password = await screen.findByLabelText<HTMLInputElement>("Password");
    await user.type(password, "short");
    expect(screen.getByText(`5/${LIMITS.password.max}`)).toBeTruthy();
    await user.tab();
    await waitFor(() => expect(password.getAttribute("aria-invalid")).toBe("true"));
    const described = (password.getAttribute("aria-describedby") ?? "").split(" ");
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    const hint = `At least ${LIMITS.password.min} characters`;
    const rule = `it needs ${LIMITS.password.min} to ${LIMITS.password.max} characters`;
    expect(texts.sort()).toEqual([hint, `${MESSAGES.invalid}: ${rule}`].sort());
    expect(password.autocomplete).toBe("new-password");
  });
});
