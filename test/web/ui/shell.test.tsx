import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { createCollection } from "#shared/contract/collections.ts";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";
import { MESSAGES } from "#shared/messages.ts";
import { hasPage } from "#shared/pages.ts";
import { send } from "#web/api/send.ts";
import { FOOTER_GROUPS, LEGAL } from "#web/features/layout/nav-links.ts";
import { listMenuGroups } from "#web/features/layout/profile-menu.tsx";
import { matchPage } from "#web/match-page.ts";
import { parseSwitches } from "#web/session/features.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const switches = (...on: string[]) => parseSwitches({ features: Object.fromEntries(on.map((name) => [name, true])) });

function isPage(path: string) {
  const page = matchPage(path);
  return page !== undefined && hasPage(switches(), page);
}

describe("the header", () => {
  test("offers visitors to log in and to sign up", async () => {
    openSite("/404");
    const header = await screen.findByRole("banner");
    expect((await within(header).findByRole("link", { name: "Log in" })).getAttribute("href")).toBe("/login");
    expect(within(header).getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/signup");
    expect(within(header).getByRole("link", { name: "Ochre Beta, home" }).getAttribute("href")).toBe("/");
  });

  test("offers signed-in users their menu, and logging out keeps the page", async () => {
    const { network, at, user } = openSite("/404", createSiteNetwork({ signedIn: true }));
    network.on("POST /auth/logout", { status: 204 });
    await user.click(await screen.findByRole("button", { name: "Profile menu" }));
    await user.click(await screen.findByRole("menuitem", { name: "Log out" }));
    await screen.findByRole("link", { name: "Log in" });
    expect(at.path).toBe("/404");
  });

  test("has only menu entries whose page exists", async () => {
    const { user } = openSite("/404", createSiteNetwork({ signedIn: true }));
    await user.click(await screen.findByRole("button", { name: "Profile menu" }));
    const entries = (await screen.findAllByRole("menuitem")).map((entry) => entry.textContent);
    const expected = listMenuGroups(aUser(), switches())
      .flatMap(({ links }) => links)
      .filter(({ to }) => isPage(to.split("?")[0] ?? ""));
    const labels = expected.map(({ label }) => label);
    expect(entries).toEqual([aUser().name, ...labels, "Settings", "Light theme", "Log out"]);
    expect(entries).toContain("My artwork");
  });
});

describe("the menu's link to the administration", () => {
  test.each([
    [true, "Administration"],
    [undefined, undefined],
  ] as const)("is there for operators alone: %s", async (operator, label) => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("POST /auth/refresh_token", buildSession("first", aUser(operator ? { operator } : {})));
    const { user } = openSite("/404", network);
    await user.click(await screen.findByRole("button", { name: "Profile menu" }));
    await screen.findByRole("menuitem", { name: "Settings" });
    if (label) expect((await screen.findByRole("menuitem", { name: label })).getAttribute("href")).toBe("/admin");
    else expect(screen.queryByRole("menuitem", { name: "Administration" })).toBeNull();
  });
});

describe("the banner of a suspended account", () => {
  const suspension = { reason: "Copies", rule: "Copyright law", at: "2026-11-20T10:00:00.000Z", answered: false };

  test("has the reason, the rule and one answer", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("POST /auth/refresh_token", buildSession("first", aUser({ suspension })));
    const { user } = openSite("/404", network);
    const banner = await screen.findByRole("region", { name: "Your account is suspended" });
    for (const text of ["Copies", "Copyright law"]) expect(banner.textContent).toContain(text);
    await user.click(within(banner).getByRole("button", { name: "Answer" }));
    const dialog = await screen.findByRole("dialog", { name: "Answer the suspension" });
    const path = `POST /api/users/${aUser().id}/suspension/answer`;
    await user.type(within(dialog).getByLabelText("Your answer"), "I made them.");
    network.on(path, failure("internal"));
    await user.click(within(dialog).getByRole("button", { name: "Send" }));
    await screen.findByText(MESSAGES.failedAnswerSuspension);
    network.on(path, { status: 200, body: { message: MESSAGES.suspensionAnswerSent, expose: true } });
    await user.click(within(dialog).getByRole("button", { name: "Send" }));
    await within(banner).findByText(/^You answered/);
    expect(within(banner).queryByRole("button", { name: "Answer" })).toBeNull();
    expect(network.to(path).map(({ body }) => body)).toEqual(Array(2).fill({ answerText: "I made them." }));
  });

  test("appears once a call is refused for it", async () => {
    const network = createSiteNetwork({ signedIn: true });
    openSite("/404", network);
    await screen.findByRole("button", { name: "Profile menu" });
    network.on("POST /api/collections", failure("account_suspended"));
    network.on("POST /auth/refresh_token", buildSession("second", aUser({ suspension })));
    const body = { collectionTitle: "Dusk", collectionVisibility: "public" } as const;
    await expect(send(createCollection, { body })).rejects.toMatchObject({ code: "account_suspended" });
    await screen.findByRole("region", { name: "Your account is suspended" });
    expect(await screen.findByText(MESSAGES.accountSuspended)).toBeTruthy();
  });
});

test("header and footer say that the product is a beta", async () => {
  openSite("/404");
  for (const part of ["banner", "contentinfo"]) {
    expect(within(await screen.findByRole(part)).getByText(MESSAGES.beta)).toBeTruthy();
  }
});

describe("the profile menu", () => {
  const labels = (user = aUser(), features: FeatureSwitches = switches(...FEATURES)) =>
    Object.fromEntries(
      listMenuGroups(user, features).map(({ title, links }) => [title, links.map(({ label }) => label)]),
    );
  const Buying = ["Gallery", "Orders", "Favorites", "Collections", "Following"];

  test("keeps buying and selling apart, and leads who doesn't sell there", () => {
    expect(labels()).toEqual({ Buying, Selling: ["Become a seller", "My artwork", "Dashboard"] });
  });

  test("has every place of a seller, without onboarding", () => {
    const Selling = ["My artwork", "Sales", "Dashboard", "Audience", "Payouts", "Discount codes"];
    expect(labels(aUser({ onboarded: true }))).toEqual({ Buying, Selling });
  });

  test("hides the features that the stage doesn't have", () => {
    expect(labels(aUser({ onboarded: true }), switches("discounts")).Selling).not.toContain("Discount codes");
    expect(labels(aUser(), switches())).toEqual({ Buying, Selling: ["My artwork", "Audience"] });
  });
});

describe("the footer", () => {
  test("links only to pages that exist", async () => {
    openSite("/404");
    const footer = await screen.findByRole("contentinfo");
    const paths = within(footer)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href") ?? "")
      .filter((href) => href.startsWith("/"));
    expect(paths).toContain("/");
    for (const path of paths) expect(isPage(path), path).toBe(true);
  });

  test("links to every page that the stage has", () => {
    expect(FOOTER_GROUPS.map(({ title, links }) => [title, links.length])).toEqual([
      ["About", 3],
      ["Community", 3],
      ["Support", 3],
      ["Connect", 4],
    ]);
    expect(LEGAL.map(({ label }) => label)).toEqual(["Privacy Policy", "Terms of Service"]);
  });

  test("has a mail address at the current host and the current year", async () => {
    openSite("/404");
    const footer = await screen.findByRole("contentinfo");
    expect(within(footer).getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe(
      `mailto:info@${window.location.hostname}`,
    );
    expect(footer.textContent).toContain(`© ${new Date().getFullYear()}`);
  });
});

describe("feature flags", () => {
  test("are off unless the configuration says `true`", () => {
    expect(parseSwitches({ features: { payments: true, gif: "yes" } })).toEqual({
      payments: true,
      discounts: false,
      dashboard: false,
      gif: false,
      tax: false,
    });
    expect(parseSwitches("<html>")).toEqual({
      payments: false,
      discounts: false,
      dashboard: false,
      gif: false,
      tax: false,
    });
  });
});
