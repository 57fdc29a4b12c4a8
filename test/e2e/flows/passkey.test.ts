import { text } from "node:stream/consumers";
import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { expectAccessible, expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn, submitLogin, waitForToast } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person, SCREENS } from "../marketplace.ts";

const marketplace = openMarketplace();

/**
 * A virtual platform authenticator that always verifies the user. It accepts a passkey offered by autofill immediately, so tests
 * of buttons use a browser without that.
 */
async function addAuthenticator(page: Page, { offersAmongNames = false } = {}) {
  if (!offersAmongNames) {
    await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const allow = (isUserVerified: boolean) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const credentials = async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return { allow, credentials };
}

const factors = (page: Page) => page.getByRole("region", { name: "Second factor" });

async function openFactors(page: Page) {
  await page.goto("/settings/second-factor");
  await factors(page).getByRole("button", { name: "Add a passkey…" }).waitFor();
}

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
}

const proofDialog = (page: Page) => page.getByRole("dialog", { name: MESSAGES.proofRequired });

async function confirmByPassword(page: Page, { password }: Person) {
  await proofDialog(page).getByLabel("Password", { exact: true }).fill(password);
  await proofDialog(page).getByRole("button", { name: "Confirm" }).click();
  await proofDialog(page).waitFor({ state: "detached" });
}

const readCodes = (page: Page) =>
  page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();

async function expectGood(page: Page) {
  await expectToFit(page);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
}

test.each(FLOW_SCREENS)(
  "a passkey logs in without a password on a %s, and serves as step-up authentication",
  async (name, screen) => {
    const person = await marketplace.member(buildPerson("Pia Keys", `pia.${name}`));
    const page = await marketplace.visitor(screen);
    const authenticator = await addAuthenticator(page);
    await logIn(page, person);
    await openFactors(page);
    await expectGood(page);
    await factors(page).getByRole("button", { name: "Add a passkey…" }).click();
    const adding = page.getByRole("dialog", { name: "Add a passkey" });
    await adding.getByLabel("Name").fill("My phone");
    await adding.getByRole("button", { name: "Continue" }).click();
    await proofDialog(page).waitFor();
    await expectGood(page);
    await confirmByPassword(page, person);
    await page.getByRole("dialog", { name: "Save your recovery codes" }).waitFor();
    await expectGood(page);
    const codes = await readCodes(page);
    expect(codes).toHaveLength(10);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("ochre-recovery-codes.txt");
    expect(await text(await download.createReadStream())).toBe(`${codes.join("\n")}\n`);
    await page.getByRole("button", { name: "Done" }).click();
    await factors(page).getByText("My phone").waitFor();
    await expectGood(page);
    expect(await authenticator.credentials()).toHaveLength(1);

    await logOut(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/");
    await page.getByRole("button", { name: "Profile menu" }).waitFor();
    await openFactors(page);
    await factors(page).getByText("used just now").waitFor();

    await logOut(page);
    await authenticator.allow(false);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await waitForToast(page, MESSAGES.passkeyUnavailable);
    await authenticator.allow(true);
    await submitLogin(page, person.userUsername, person.password);
    await page.getByRole("button", { name: "Use a passkey" }).waitFor();
    await expectGood(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/");

    await openFactors(page);
    await factors(page).getByRole("button", { name: "Remove My phone" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click();
    await waitForToast(page, MESSAGES.passkeyRemoved);
    await factors(page).getByText("My phone").waitFor({ state: "detached" });
  },
);

test("a passkey that is chosen from the browser's autofill logs in", async () => {
  const person = await marketplace.member(buildPerson("Nora Names", "nora.names"));
  const page = await marketplace.visitor(SCREENS.phone);
  await addAuthenticator(page, { offersAmongNames: true });
  await logIn(page, person);
  await openFactors(page);
  await factors(page).getByRole("button", { name: "Add a passkey…" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("My phone");
  await adding.getByRole("button", { name: "Continue" }).click();
  await confirmByPassword(page, person);
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.waitForURL("**/");
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
});

test.each(FLOW_SCREENS)("an authenticator app's code logs in on a %s, and a recovery code", async (name, screen) => {
  const person = await marketplace.member(buildPerson("Otto Codes", `otto.${name}`));
  const page = await marketplace.visitor(screen);
  await logIn(page, person);
  await openFactors(page);
  await factors(page).getByRole("button", { name: "Add an app…" }).click();
  await confirmByPassword(page, person);
  const adding = page.getByRole("dialog", { name: "Add an authenticator app" });
  await adding.getByRole("img", { name: "QR code with the key" }).waitFor();
  await expectGood(page);
  const secret = (await adding.locator("code").textContent()) ?? "";
  const code = () => new TOTP({ secret }).generate();
  const first = code();
  await adding.getByLabel("Code", { exact: true }).fill(String((Number(first) + 1) % 1e6).padStart(6, "0"));
  await adding.getByRole("button", { name: "Add app" }).click();
  await adding.getByText(MESSAGES.codeWrong).waitFor();
  await adding.getByLabel("Code", { exact: true }).fill(first);
  await adding.getByRole("button", { name: "Add app" }).click();
  await page.getByRole("dialog", { name: "Save your recovery codes" }).waitFor();
  const [recoveryCode = ""] = await readCodes(page);
  await page.getByRole("button", { name: "Done" }).click();
  await factors(page).getByText("10 of 10 left").waitFor();

  await logOut(page);
  await page.goto("/login");
  await submitLogin(page, person.userUsername, person.password);
  await expect
    .poll(() => page.getByLabel("Code", { exact: true }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await page.getByLabel("Code", { exact: true }).fill(first);
  await expectGood(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText(MESSAGES.codeWrong).first().waitFor();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await expectGood(page);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/");

  await openFactors(page);
  await factors(page).getByText("9 of 10 left").waitFor();
});
