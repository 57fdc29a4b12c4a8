import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createPicture } from "#test/support/pictures.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { getSettingsForm, logIn, submitLogin, waitForToast } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person, SCREENS } from "../marketplace.ts";

const marketplace = openMarketplace();

const someone = (userUsername: string): Person => ({
  userName: "Noor Vos",
  userUsername,
  userEmail: `${userUsername}@ochre.test`,
  password: "seven grey herons",
});

async function openSettings(page: Page, name = "Profile") {
  await page.goto(`/settings/${name.toLowerCase()}`);
  await getSettingsForm(page, name).waitFor();
}

/** By a link, so that the previous page is in the same document. */
async function goToSettings(page: Page) {
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  // A desktop shows the first section at once, a phone the list of sections.
  const isPhone = page.viewportSize()?.width === SCREENS.phone.viewport.width;
  if (isPhone) await page.getByRole("link", { name: "Profile", exact: true }).click();
  await getSettingsForm(page, "Profile").waitFor();
}

test.each(FLOW_SCREENS)("the profile and its picture are changed on a %s", async (name, screen) => {
  const noor = await marketplace.member(someone(`noor.${name}`));
  const page = await marketplace.visitor(screen);
  await logIn(page, noor);
  await goToSettings(page);
  const profile = getSettingsForm(page, "Profile");
  await profile.getByLabel("Full name").fill("Noor de Vos");
  await profile.getByLabel("Description").fill("o".repeat(LIMITS.userDescription.max));
  await expectToFit(page);
  await profile.getByLabel("Description").fill("Birds, mostly.");
  await profile.getByLabel("Country").selectOption({ label: "Netherlands" });
  await profile.getByRole("button", { name: "Save profile" }).click();
  await waitForToast(page, MESSAGES.userUpdated);
  await expectToFit(page);

  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.getByTestId("avatar").setInputFiles(file);
  await choose({ name: "tiny.png", mimeType: "image/png", buffer: await createPicture({ width: 99, height: 400 }) });
  await page.getByText(MESSAGES.avatarTooSmall).waitFor();
  await choose({ name: "noor.jpg", mimeType: "image/jpeg", buffer: await createPicture({ width: 900, height: 600 }) });
  await page.getByRole("dialog", { name: "Crop your picture" }).waitFor();
  await page.getByLabel("Zoom").fill("2");
  await page.getByLabel("Part of the picture").press("ArrowRight");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use picture" }).click();
  await page.getByRole("button", { name: "Remove picture" }).waitFor();
  const inHeader = page.getByRole("button", { name: "Profile menu" }).locator("img");
  await expect.poll(() => inHeader.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto(`/user/${noor.userUsername}`);
  await page.getByRole("heading", { name: "Noor de Vos" }).waitFor();
  await page.getByText("Birds, mostly.").waitFor();
  await openSettings(page);
  expect(await profile.getByLabel("Country").inputValue()).toBe("NL");
  await page.getByRole("button", { name: "Remove picture" }).click();
  await page.getByRole("button", { name: "Add a picture" }).waitFor();
  await inHeader.waitFor({ state: "detached" });
});

test.each(FLOW_SCREENS)("unsaved settings are asked about before they are left on a %s", async (name, screen) => {
  const noor = await marketplace.member(someone(`noor.leaves.${name}`));
  const page = await marketplace.visitor(screen);
  await logIn(page, noor);
  await goToSettings(page);
  const profile = getSettingsForm(page, "Profile");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  // A phone shows the list of sections first.
  const before = name === "phone" ? "/settings" : "/";
  const save = profile.getByRole("button", { name: "Save profile" });
  const asked = await save.evaluateHandle((button) => ({
    asItChanges: new Promise((resolve) => {
      const ask = () => resolve(!window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
      new MutationObserver(ask).observe(button, { attributeFilter: ["disabled"] });
    }),
  }));
  await profile.getByLabel("Description").fill("Birds, mostly.");
  expect(await asked.evaluate(({ asItChanges }) => asItChanges)).toBe(true);
  await page.goBack();
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await profile.getByLabel("Description").inputValue()).toBe("Birds, mostly.");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL((url) => url.pathname === before);

  await goToSettings(page);
  await profile.getByLabel("Description").fill("Birds, mostly.");
  await save.click();
  await waitForToast(page, MESSAGES.userUpdated);
  await expect.poll(() => save.isDisabled()).toBe(true);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === before);
  expect(await question.isVisible()).toBe(false);
});

test("the e-mail changes once the new address's link is opened, in a browser that is logged in", async () => {
  const noor = await marketplace.member(someone("noor.mail"));
  const page = await marketplace.visitor(SCREENS.phone);
  await logIn(page, noor);
  await openSettings(page, "Email");
  const email = getSettingsForm(page, "Email");
  await email.getByLabel("New email").fill("noor@herons.test");
  await email.getByLabel("Current password").fill("six grey herons");
  await email.getByRole("button", { name: "Change email" }).click();
  await email.getByText(MESSAGES.currentPasswordWrong).waitFor();
  await email.getByLabel("Current password").fill(noor.password);
  await email.getByRole("button", { name: "Change email" }).click();
  await page.getByText(`${noor.userEmail} stays your email`).waitFor();

  const { links } = await marketplace.waitForMail("noor@herons.test");
  const tab = await page.context().newPage();
  await tab.goto(links[0] ?? "");
  await tab.waitForURL("**/");
  const comeBack = async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return page.getByText("stays your email").count();
  };
  await expect.poll(comeBack, { timeout: 10_000 }).toBe(0);
  await page.getByText("noor@herons.test").waitFor();
  await marketplace.waitForMail(noor.userEmail, ({ subject }) => subject.includes("was changed"));
});

test("a new password ends the other sessions and keeps this one", async () => {
  const noor = await marketplace.member(someone("noor.pass"));
  const [page, elsewhere] = [await marketplace.visitor(), await marketplace.visitor()];
  await logIn(page, noor);
  await logIn(elsewhere, noor);
  await openSettings(page, "Password");
  const password = getSettingsForm(page, "Password");
  await password.getByLabel("Current password").fill(noor.password);
  await password.getByLabel("New password", { exact: true }).fill("eight grey herons");
  await password.getByLabel("Confirm new password").fill("eight grey herons");
  await password.getByRole("button", { name: "Change password" }).click();
  await waitForToast(page, MESSAGES.passwordChanged);

  await elsewhere.goto("/settings");
  await elsewhere.waitForURL("**/login");
  await openSettings(page);
  await logIn(elsewhere, { ...noor, password: "eight grey herons" });
});

test("billing and preferences are kept after a reload", async () => {
  const page = await marketplace.visitor();
  await logIn(page, await marketplace.member(someone("noor.bill")));
  await openSettings(page, "Preferences");
  await getSettingsForm(page, "Preferences").getByRole("checkbox").uncheck();
  await getSettingsForm(page, "Preferences").getByRole("button").click();
  await waitForToast(page, MESSAGES.preferencesUpdated);
  await openSettings(page, "Billing");
  const billing = getSettingsForm(page, "Billing");
  for (const [label, value] of [
    ["First name", "Noor"],
    ["Last name", "Vos"],
    ["Billing email", "bills@herons.test"],
    ["Address", "Kade 4"],
    ["Postal code", "1011 AB"],
    ["City", "Amsterdam"],
  ] as const) {
    await billing.getByLabel(label).fill(value);
  }
  await billing.getByRole("button").click();
  await billing.getByText(MESSAGES.required).waitFor();
  await billing.getByLabel("Billing country").selectOption({ label: "Netherlands" });
  await billing.getByRole("button").click();
  await waitForToast(page, MESSAGES.billingUpdated);

  await openSettings(page, "Billing");
  expect(await billing.getByLabel("City").inputValue()).toBe("Amsterdam");
  expect(await billing.getByLabel("Billing country").inputValue()).toBe("NL");
  expect(await billing.getByRole("button").isDisabled()).toBe(true);
  await openSettings(page, "Preferences");
  expect(await getSettingsForm(page, "Preferences").getByRole("checkbox").isChecked()).toBe(false);
});

test("once the access token has expired, a form and the bell at once both succeed after a single refresh", async () => {
  const page = await marketplace.visitor();
  await logIn(page, await marketplace.member(someone("noor.late")));
  const authorizedRequest = page.waitForRequest(async (request) => "authorization" in (await request.allHeaders()));
  await openSettings(page);
  const fresh = (await (await authorizedRequest).allHeaders()).authorization ?? "";
  await getSettingsForm(page, "Profile").getByLabel("Full name").fill("Noor Late");
  const seen: string[] = [];
  page.on("response", (response) => {
    const path = new URL(response.url()).pathname.split("/").at(-1) ?? "";
    const method = response.request().method();
    if (method !== "GET" || path === "previous") seen.push(`${method} ${path} ${response.status()}`);
  });

  // The cloud is shared, so its clock can't be moved: the page gets an expired token instead.
  const authorization = `Bearer ${await marketplace.expired(fresh.replace("Bearer ", ""))}`;
  await page.route("**/api/**", async (route) => {
    const headers = await route.request().allHeaders();
    await route.continue(headers.authorization === fresh ? { headers: { ...headers, authorization } } : {});
  });
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("[aria-label^=Notifications]")?.click();
    document.querySelector<HTMLElement>("form[aria-label=Profile] [type=submit]")?.click();
  });
  await expect.poll(() => seen.filter((one) => one.endsWith(" 200"))).toHaveLength(3);

  expect(seen.filter((one) => one === "POST refresh_token 200")).toHaveLength(1);
  expect(seen.filter((one) => one.endsWith(" 401"))).toHaveLength(2);
  await openSettings(page);
  expect(await getSettingsForm(page, "Profile").getByLabel("Full name").inputValue()).toBe("Noor Late");
});

test("a deactivated account disappears everywhere", async () => {
  const noor = await marketplace.member(someone("noor.gone"));
  const [page, elsewhere] = [await marketplace.visitor(SCREENS.phone), await marketplace.visitor()];
  await logIn(page, noor);
  await logIn(elsewhere, noor);
  await openSettings(elsewhere);
  await page.goto("/settings/deactivation");
  await page.getByRole("button", { name: /^Close account/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Password", { exact: true }).fill("six grey herons");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await dialog.getByText(MESSAGES.currentPasswordWrong).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill(noor.password);
  await dialog.getByRole("button", { name: "Close account" }).click();
  await page.getByRole("heading", { name: "Goodbye" }).waitFor();
  await expectAccessible(page);

  await page.goto("/login");
  await submitLogin(page, noor.userUsername, noor.password);
  await page.getByRole("alert").getByText(MESSAGES.wrongCredentials).waitFor();
  await page.goto(`/user/${noor.userUsername}`);
  await page.waitForURL("**/404");

  await getSettingsForm(elsewhere, "Profile").getByLabel("Full name").fill("Still here?");
  await getSettingsForm(elsewhere, "Profile").getByRole("button").click();
  await elsewhere.waitForURL("**/login");
  await elsewhere.getByRole("form", { name: "Log in" }).waitFor();
});
