import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

describe("a visitor", () => {
  test.each(["/my_artwork", "/settings", "/artwork/add", "/artwork/0198f3a1-0000-7000-8000-000000000002/edit"])(
    "is sent from %s to /login",
    async (path) => {
      const { at } = openSite(path);
      await screen.findByRole("heading", { name: "Log in" });
      expect(at.path).toBe("/login");
    },
  );

  test.each([
    ["/signup", "Sign up"],
    ["/login", "Log in"],
    ["/account_restoration", "Get back in"],
    ["/resend_token", "Verify your email"],
    ["/forgot_password", "Reset password"],
    ["/reset_password/user/u/token/t", "New password"],
    ["/update_email", "Change email"],
  ])("can open %s", async (path, heading) => {
    const { at } = openSite(path);
    await screen.findByRole("heading", { name: heading, level: 1 });
    expect(at.path).toBe(path);
  });

  test("is offered a retry on a protected page when the first refresh failed", async () => {
    const network = createSiteNetwork();
    network.on("POST /auth/refresh_token", failure("internal"));
    const { user, at } = openSite("/my_artwork", network);
    await screen.findByRole("heading", { name: "500" });
    network.on("POST /auth/refresh_token", { status: 200, body: { accessToken: null, user: null } });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("heading", { name: "Log in" });
    expect(at.path).toBe("/login");
  });
});

describe("a signed-in user", () => {
  test.each(["/signup", "/login", "/account_restoration", "/forgot_password", "/update_email"])(
    "is sent from %s to /",
    async (path) => {
      const { at } = openSite(path, createSiteNetwork({ signedIn: true }));
      await waitFor(() => expect(at.path).toBe("/"));
    },
  );

  test("verifies an address by the link in an e-mail and is then sent to /", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("GET /auth/verify_token/x", { status: 200, body: { message: MESSAGES.emailVerified, expose: true } });
    const { at, user } = openSite("/verify_token/x", network);
    await user.click(await screen.findByRole("button", { name: "Verify my address" }));
    await waitFor(() => expect(at.path).toBe("/"));
    expect(network.to("GET /auth/verify_token/x")).toHaveLength(1);
    expect(screen.getByTestId("toaster").textContent).toBe(MESSAGES.emailVerified);
  });

  test.each([
    ["is used up, and is sent to /", failure("link_expired"), MESSAGES.linkExpired, "/"],
    ["can't be looked at, and may try again", failure("internal"), MESSAGES.failedVerify, "/verify_token/x"],
  ])("sees a toast when a link %s", async (_why, answer, message, path) => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("GET /auth/verify_token/x", answer);
    const { at, user } = openSite("/verify_token/x", network);
    await user.click(await screen.findByRole("button", { name: "Verify my address" }));
    await waitFor(() => expect(screen.getByTestId("toaster").textContent).toBe(message));
    await waitFor(() => expect(at.path).toBe(path));
  });

  test.each([
    ["has run out", failure("unauthenticated"), failure("session_expired"), MESSAGES.unauthenticated],
    ["is Forbidden", failure("forbidden"), buildSession("second"), null],
  ])("is led from a protected page to /login once the session %s", async (_why, reading, refreshing, message) => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(`GET /api/users/${aUser().id}/my_artwork`, () => {
      network.on("POST /auth/refresh_token", refreshing);
      return reading;
    });
    const { at } = openSite("/my_artwork", network);
    const form = await screen.findByRole("form", { name: "Log in" });
    expect(at.path).toBe("/login");
    expect(within(form).queryByRole("status")?.textContent ?? null).toBe(message);
  });

  test("lands on / after logging in", async () => {
    const network = createSiteNetwork();
    const { at, user } = openSite("/login", network);
    await user.type(await screen.findByLabelText("Username or email"), "ada.love");
    await user.type(screen.getByLabelText("Password"), "0123456789");
    network.on("POST /auth/login", buildSession("first"));
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(at.path).toBe("/"));
    await screen.findByRole("button", { name: "Profile menu" });
  });
});

test("an unknown path leads to /404", async () => {
  const { at, user } = openSite("/no/such/page");
  await screen.findByRole("heading", { name: "404", level: 1 });
  expect(at.path).toBe("/404");
  expect(screen.getByText("Can't find requested resource")).toBeTruthy();
  expect(screen.getByText("/no/such/page")).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Go home" }));
  expect(at.path).toBe("/");
});
