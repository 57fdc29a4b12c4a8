import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { COOKIES } from "#shared/cookies.ts";
import { formatLicenseTerms } from "#shared/license-terms.ts";
import { MESSAGES } from "#shared/messages.ts";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { BROWSER_STORAGE } from "#web/features/pages/stored-data.tsx";

const SOURCES = join(import.meta.dirname, "../../../../web/src");

const PAGES = [
  ["/how_it_works", "How it works"],
  ["/start_selling", "Selling"],
  ["/start_buying", "Buying"],
  ["/license_information", "License information"],
  ["/about", "About Ochre"],
  ["/faq", "FAQ"],
  ["/privacy_policy", "Privacy Policy"],
  ["/terms_of_service", "Terms of Service"],
] as const;

/** Opens a page of a stage with these features and waits for its heading. */
async function openPage(path: string, options: Parameters<typeof createSiteNetwork>[0] = {}) {
  const opened = openSite(path, createSiteNetwork(options));
  const title = PAGES.find(([page]) => page === path)?.[1] ?? "";
  await screen.findByRole("heading", { level: 1, name: title });
  return { ...opened, main: screen.getByRole("main") };
}

/** Simulates a window as narrow as a phone, where tables become cards. */
function onPhone() {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
}

test.each(PAGES)("%s is public, and the footer links to it", async (path) => {
  const { main, at } = await openPage(path);
  expect(at.path).toBe(path);
  expect(main.textContent?.length).toBeGreaterThan(1000);
  const links = within(screen.getByRole("contentinfo")).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toContain(path);
});

describe("the notice about selling", () => {
  test.each(["/how_it_works", "/start_selling", "/start_buying", "/license_information"])(
    "is shown on %s where payments are off",
    async (path) => {
      const { main } = await openPage(path, { features: { payments: false } });
      expect(await within(main).findByText(MESSAGES.tradingUnavailable)).toBeTruthy();
    },
  );

  test("tells users who aren't onboarded how to become a seller where payments are on", async () => {
    const { main } = await openPage("/start_selling", { signedIn: true, features: { payments: true } });
    expect(await within(main).findByText(MESSAGES.sellerBanner)).toBeTruthy();
    expect(within(main).queryByText(MESSAGES.tradingUnavailable)).toBeNull();
  });

  test("isn't shown to visitors where payments are on", async () => {
    const { main } = await openPage("/start_selling", { features: { payments: true } });
    await within(main).findByText("From upload to payout");
    expect(within(main).queryByText(MESSAGES.sellerBanner)).toBeNull();
  });
});

describe("the text about payments", () => {
  test("names the processor in the privacy policy where payments are on", async () => {
    const { main } = await openPage("/privacy_policy", { features: { payments: true } });
    expect(await within(main).findByText("Stripe")).toBeTruthy();
  });

  test("is left out of the privacy policy where payments are off", async () => {
    const { main } = await openPage("/privacy_policy");
    expect(main.textContent).toContain("Amazon Web Services");
    expect(main.textContent).not.toContain("Stripe");
  });

  test("changes the FAQ's answers about buying", async () => {
    const { main } = await openPage("/faq", { features: { payments: false } });
    expect(main.textContent).toContain(MESSAGES.tradingUnavailable);
    expect(main.textContent).not.toContain("Stripe");
  });
});

describe("the privacy policy", () => {
  test("names every cookie", async () => {
    const { main } = await openPage("/privacy_policy");
    const table = within(main).getByRole("table", { name: "What the site keeps in your browser" });
    for (const cookie of Object.values(COOKIES)) expect(within(table).getByText(cookie)).toBeTruthy();
  });

  test("has a row for every file of the site that stores something", () => {
    const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    const storing = sources.filter((name) => /Storage\.setItem\(/.test(readFileSync(join(SOURCES, name), "utf8")));
    const rows = BROWSER_STORAGE.filter(({ cells: [, where] }) => where !== "Cookie");
    expect(rows.map(({ name }) => name)).toHaveLength(storing.length);
  });
});

describe("the license information", () => {
  test.each(LICENSE_TYPES)("contains the whole text of the %s license", async (type) => {
    const { main } = await openPage("/license_information");
    const lines = formatLicenseTerms(type).split("\n").filter(Boolean);
    for (const line of lines) expect(main.textContent).toContain(line.replace(/^- /, ""));
  });

  test("compares licenses in a table, or on cards on a phone", async () => {
    const wide = await openPage("/license_information");
    const rows = within(within(wide.main).getByRole("table")).getAllByRole("row");
    expect(rows[0]?.textContent).toBe("UsePersonalCommercial");
    wide.unmount();
    onPhone();
    const { main } = await openPage("/license_information");
    expect(within(main).queryByRole("table")).toBeNull();
    const cards = within(within(main).getByRole("list", { name: "What each license allows" })).getAllByRole("listitem");
    expect(cards).toHaveLength(rows.length - 1);
    expect(cards[5]?.textContent).toMatch(/earn money.*PersonalNo.*CommercialYes/);
  });
});

describe("the cookie notice", () => {
  test("is shown until it is accepted, which a cookie stores", async () => {
    const { user } = await openPage("/about");
    const banner = await screen.findByRole("region", { name: "Cookies" });
    expect(within(banner).getByRole("link", { name: "Privacy Policy" }).getAttribute("href")).toBe("/privacy_policy");
    await user.click(within(banner).getByRole("button", { name: "Accept" }));
    expect(screen.queryByRole("region", { name: "Cookies" })).toBeNull();
    expect(document.cookie).toContain(`${COOKIES.consent}=1`);
  });

  test("is first in the tab order, and isn't shown once accepted", async () => {
    const { user, unmount } = await openPage("/about");
    await screen.findByRole("region", { name: "Cookies" });
    await user.tab();
    await user.tab();
    expect(document.activeElement?.textContent).toBe("Accept");
    await user.keyboard("{Enter}");
    unmount();
    await openPage("/about");
    expect(screen.queryByRole("region", { name: "Cookies" })).toBeNull();
  });
});
