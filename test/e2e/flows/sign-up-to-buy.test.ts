import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { expectAccessible, expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn, submitLogin, waitForToast } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";
import { becomeSeller, publish } from "../shop-steps.ts";

const marketplace = openMarketplace();

let priced: string;

beforeAll(async () => {
  const seller = await marketplace.member(buildPerson("Selma Stone", "selma.stone"));
  const page = await marketplace.visitor();
  await logIn(page, seller);
  await becomeSeller(page);
  priced = await publish(page, "Basalt by noon", "priced");
  await page.context().close();
});

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Signs up from the artwork's button, with its commercial licence chosen. */
async function signUpToBuy(page: Page, { userName, userUsername, userEmail, password }: Person) {
  await page.goto(priced);
  await page.getByRole("radio", { name: /^Commercial license/ }).check();
  await page.getByRole("link", { name: "Buy commercial license" }).click();
  await dialog(page, "Log in to buy a license").getByRole("button", { name: "Create an account" }).click();
  const form = dialog(page, "Sign up to buy a license");
  await form.getByLabel("Full name").fill(userName);
  await form.getByLabel("Username").fill(userUsername);
  await form.getByLabel("Email").fill(userEmail);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByLabel("Confirm password").fill(password);
  await form.getByRole("button", { name: "Sign up" }).click();
  await dialog(page, "Check your email").getByText(userEmail).waitFor();
}

/** By its input, because elements behind a dialog have no role. */
const isCommercialChosen = (page: Page) => page.locator('input[name="license"][value="commercial"]').isChecked();

async function expectLoggedInAtArtwork(page: Page) {
  await page.waitForURL(`**${priced}?license=commercial`);
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  await page.getByRole("link", { name: "Buy commercial license" }).waitFor();
  expect(await isCommercialChosen(page)).toBe(true);
}

async function linkMailedTo({ userEmail }: Person, isMeant: (link: string) => boolean = () => true) {
  const { links } = await marketplace.waitForMail(userEmail, (mail) => isMeant(mail.links[0] ?? ""));
  return links[0] ?? "";
}

test.each(FLOW_SCREENS)(
  "on a %s a visitor signs up to buy: the link opens the artwork, logged in, and the waiting tab opens the checkout",
  async (device, screen) => {
    const person = buildPerson("Nora Newcomer", `nora.newcomer.${device}`);
    const page = await marketplace.visitor(screen);
    await signUpToBuy(page, person);
    expect(await isCommercialChosen(page)).toBe(true);
    await expectToFit(page);
    expect(await findViolationsInBothThemes(page)).toEqual([]);

    const mailed = await page.context().newPage();
    await mailed.goto(await linkMailedTo(person));
    await expectLoggedInAtArtwork(mailed);
    await page.waitForURL(`**/checkout/*?type=commercial`);
    await page.getByRole("button", { name: /^Pay / }).waitFor();
    await page.context().close();
  },
);

test.each(FLOW_SCREENS)(
  "on a %s the link opened in another browser logs nobody in there, and the one that signed up goes to the checkout",
  async (device, screen) => {
    const person = buildPerson("Olga Elsewhere", `olga.elsewhere.${device}`);
    const page = await marketplace.visitor(screen);
    await signUpToBuy(page, person);
    const phone = await marketplace.visitor(screen);
    await phone.goto(await linkMailedTo(person));
    await phone.getByRole("button", { name: "Verify my address" }).click();
    await phone.getByRole("heading", { name: "Verified" }).waitFor();
    await expectAccessible(phone);
    await page.waitForURL(`**/checkout/*?type=commercial`);

    await phone.goto("/");
    await phone.getByRole("banner").getByRole("link", { name: "Log in" }).waitFor();
    expect((await phone.context().cookies()).map(({ name }) => name)).toEqual(["consent"]);
    await Promise.all([page.context().close(), phone.context().close()]);
  },
);

test("another browser returns to the artwork after a log-in with the password", async () => {
  const person = buildPerson("Paula Phone", "paula.phone");
  const page = await marketplace.visitor();
  await signUpToBuy(page, person);
  await page.context().close();
  const phone = await marketplace.visitor();
  await phone.goto(await linkMailedTo(person));
  await phone.getByRole("button", { name: "Verify my address" }).click();
  await phone.getByText("Log in to continue to the page where you were.").waitFor();
  await submitLogin(phone, person.userUsername, person.password);
  await expectLoggedInAtArtwork(phone);
  await phone.context().close();
});

test("another account's link verifies that account and logs nobody into it", async () => {
  const [attacker, victim] = [buildPerson("Mallory", "mallory.mails"), buildPerson("Vico", "vico.waits")];
  await marketplace.signUp(attacker);
  const page = await marketplace.visitor();
  await signUpToBuy(page, victim);
  const mailed = await page.context().newPage();
  // This browser has requested a link, so it asks for no confirmation even of another account's.
  await mailed.goto(await linkMailedTo(attacker));
  await mailed.getByRole("heading", { name: "Verified" }).waitFor();
  await page.getByRole("button", { name: "I opened the link" }).click();
  await page.getByText(`${MESSAGES.unverified}.`).waitFor();
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["consent"]);
  await page.context().close();
});

test("a mistyped address is corrected in the dialog, and the link mailed to the new one leads back", async () => {
  const person = { ...buildPerson("Tippi", "tippi.types"), userEmail: "tippi.types@ocher.test" };
  const mended = { ...person, userEmail: "tippi.types@ochre.test" };
  const page = await marketplace.visitor();
  await signUpToBuy(page, person);
  const first = await linkMailedTo(person);
  await page.getByRole("button", { name: "Send the link again" }).click();
  await waitForToast(page, MESSAGES.verificationLinkSent);
  expect(await linkMailedTo(person, (link) => link !== first)).toContain("/verify_token/");

  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByLabel("Email", { exact: true }).fill(mended.userEmail);
  await page.getByRole("button", { name: "Send link" }).click();
  await dialog(page, "Check your email").getByText(mended.userEmail).waitFor();
  const mailed = await page.context().newPage();
  await mailed.goto(await linkMailedTo(mended));
  await expectLoggedInAtArtwork(mailed);
  await page.waitForURL(`**/checkout/*?type=commercial`);
  await page.context().close();
});

test("the sign-up page waits for verification too, and the mailed link opens the artwork from which the visitor came", async () => {
  const person = buildPerson("Petra Page", "petra.page");
  const page = await marketplace.visitor();
  await page.goto(`${priced}?license=commercial`);
  await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Full name").fill(person.userName);
  await page.getByLabel("Username").fill(person.userUsername);
  await page.getByLabel("Email").fill(person.userEmail);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const mailed = await page.context().newPage();
  await mailed.goto(await linkMailedTo(person));
  await expectLoggedInAtArtwork(mailed);
  await page.getByRole("link", { name: "Continue to the page where you were" }).waitFor();
  await page.context().close();
});
