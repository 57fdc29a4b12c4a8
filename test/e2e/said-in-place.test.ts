import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { expectToFit, findViolationsInBothThemes } from "./accessible.ts";
import { buildPerson, logIn } from "./account-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "./marketplace.ts";
import { publish } from "./shop-steps.ts";

const marketplace = openMarketplace();
const person = buildPerson("Olaf Onn", "olaf.onn");

let free: string;

beforeAll(async () => {
  await marketplace.member(person);
  const artist = await marketplace.visitor();
  await logIn(artist, person);
  free = await publish(artist, "Offing", "free");
});

async function expectSound(page: Page) {
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
}

/** True if two elements of a page overlap. */
async function overlap(page: Page, one: ReturnType<Page["locator"]>, other: ReturnType<Page["locator"]>) {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error(`One of the two isn't on ${page.url()}`);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test.each(FLOW_SCREENS)(
  "on a %s a page that can't load offline says so, and a comment keeps its text",
  async (_, screen) => {
    const page = await marketplace.visitor(screen);
    await logIn(page, person);
    await page.goto(free);
    const field = page.getByRole("textbox", { name: "Add a comment" });
    await field.fill("What a horizon");
    await page.context().setOffline(true);
    const notice = page.getByTestId("offline").getByText(MESSAGES.offline);
    await notice.waitFor();
    await page.getByRole("button", { name: "Post" }).click();
    await page.getByText(`${MESSAGES.network}. The comment wasn't posted, but your text is still here.`).waitFor();
    expect(await field.inputValue()).toBe("What a horizon");
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await overlap(page, notice, page.getByRole("heading", { level: 1 }))).toBe(false);
    await expectSound(page);

    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Post" }).click();
    await page.getByText("Comment posted").waitFor();

    await page.goto("/orders");
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Sales" }).click();
    const heading = page.getByRole("heading", { name: "You are offline", level: 1 });
    await heading.waitFor();
    await notice.waitFor({ state: "hidden" });
    await expectSound(page);
    await page.context().setOffline(false);
    await page.getByText("Nothing sold yet").waitFor();
  },
);

test.each(FLOW_SCREENS)("on a %s the 404 page names the requested address", async (_, screen) => {
  const page = await marketplace.visitor(screen);
  for (const path of ["/nope", "/artwork/abc", "/user/nobody.at.all"]) {
    await page.goto(path);
    await page.waitForURL("**/404");
    await page.getByText(path, { exact: true }).waitFor();
  }
  await expectSound(page);
  await logIn(page, person);
  for (const path of ["/orders/abc", "/orders/abc/certificate", "/checkout/abc"]) {
    await page.goto(path);
    await page.waitForURL("**/404");
    await page.getByText(path, { exact: true }).waitFor();
  }
});

test.each(FLOW_SCREENS)(
  "on a %s the verifier says which identifier belongs to another certificate",
  async (_, screen) => {
    const page = await marketplace.visitor(screen);
    await page.goto("/verifier");
    await page.route("**/api/verifier", async (route) => {
      const previews = [320, 640, 1280].map((width) => ({ width, height: width, avif: "/x", webp: "/x", jpeg: "/x" }));
      const picture = { previews, placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI", width: 1280, height: 1280 };
      const license = { status: "valid", licenseType: "personal", licenseUsage: "personal", artworkTitle: "Offing" };
      await route.fulfill({ json: { ...license, ...picture, created: "2026-11-21T10:00:00.000Z" } });
    });
    await page.getByLabel("Fingerprint").fill("a".repeat(40));
    await page.getByLabel("Buyer's identifier").fill("b".repeat(20));
    await page.getByRole("button", { name: "Verify" }).click();
    await page
      .getByRole("alert")
      .getByText(/the buyer's identifier doesn't belong to this certificate/)
      .waitFor();
    await expectSound(page);
  },
);

test.each(FLOW_SCREENS)("on a %s a used reset link shows an error instead of its form", async (device, screen) => {
  const someone = await marketplace.member(buildPerson("Una Used", `una.used.${device}`));
  const page = await marketplace.visitor(screen);
  await page.goto("/forgot_password");
  await page.getByLabel("Email").fill(someone.userEmail);
  await page.getByRole("button", { name: "Send link" }).click();
  const { links } = await marketplace.waitForMail(someone.userEmail, (mail) =>
    mail.links.some((link) => link.includes("reset_password")),
  );
  const link = new URL(links.find((one) => one.includes("reset_password")) ?? "").pathname;
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill("a boat and two herons");
  await page.getByLabel("Confirm password").fill("a boat and two herons");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL("**/login");
  await page.goto(link);
  await page.getByRole("alert").getByText(MESSAGES.linkExpired).waitFor();
  expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
  await expectSound(page);
});
