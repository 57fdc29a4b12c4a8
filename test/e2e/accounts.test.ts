import { describe, expect, test } from "vitest";
import { refreshToken } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/cookies.ts";
import { MESSAGES } from "#shared/messages.ts";
import { expectAccessible } from "./accessible.ts";
import { logIn, submitLogin } from "./account-steps.ts";
import { openMarketplace, type Person, SCREENS } from "./marketplace.ts";

const marketplace = openMarketplace();

const buildIris = (userUsername: string): Person => ({
  userName: "Iris Hahn",
  userUsername,
  userEmail: `${userUsername}@ochre.test`,
  password: "a window to the sea",
});

describe("signing up", () => {
  test("shows an error at each field, resends a lost link, and ends logged in on /", async () => {
    await marketplace.member(buildIris("first.iris"));
    const iris = buildIris("second.iris");
    const page = await marketplace.visitor(SCREENS.phone);
    await page.goto("/signup");
    const error = (label: string) =>
      page
        .getByRole("group")
        .filter({ has: page.getByLabel(label, { exact: true }) })
        .locator('[data-part="error-text"]');
    await page.getByLabel("Full name").fill(iris.userName);
    await page.getByLabel("Username").fill("Admin");
    await page.getByLabel("Email").fill("iris@");
    await page.getByLabel("Password", { exact: true }).fill(iris.password);
    await page.getByLabel("Confirm password").fill(`${iris.password}!`);
    await page.getByRole("button", { name: "Sign up" }).click();
    expect(await error("Username").innerText()).toBe(MESSAGES.usernameNotAllowed);
    expect(await error("Email").innerText()).toBe(MESSAGES.emailInvalid);
    await page.getByText(MESSAGES.passwordsDiffer).waitFor();
    await expectAccessible(page);

    await page.getByLabel("Username").fill("First.Iris");
    await page.getByLabel("Email").fill(iris.userEmail);
    await page.getByLabel("Confirm password").fill(iris.password);
    await page.getByRole("button", { name: "Sign up" }).click();
    await error("Username").getByText(MESSAGES.usernameTaken).waitFor();

    await page.getByLabel("Username").fill(iris.userUsername);
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    const first = await marketplace.waitForMail(iris.userEmail);

    await page.getByRole("link", { name: "Log in" }).click();
    await submitLogin(page, iris.userEmail, iris.password);
    await page.getByText(MESSAGES.unverified).first().waitFor();
    await page.getByRole("button", { name: "Send the link again" }).click();
    const second = await marketplace.waitForMail(iris.userEmail, ({ links }) => links[0] !== first.links[0]);
    await page.goto(second.links[0] ?? "");
    await page.getByRole("heading", { name: "Verified" }).waitFor();

    await page.goto(second.links[0] ?? "");
    await page.getByRole("button", { name: "Verify my address" }).click();
    await page.getByRole("alert").getByText(MESSAGES.linkExpired).waitFor();
    await page.getByRole("link", { name: "Log in" }).click();
    await submitLogin(page, iris.userUsername, iris.password);
    await page.waitForURL("**/");
    await page.getByRole("button", { name: "Profile menu" }).waitFor();
  });

  test("without the mail can get another by /resend_token, which doesn't reveal who has an account", async () => {
    const lost = buildIris("third.iris");
    await marketplace.signUp(lost);
    const first = await marketplace.waitForMail(lost.userEmail);
    const page = await marketplace.visitor();
    for (const address of ["nobody@ochre.test", lost.userEmail]) {
      await page.goto("/account_restoration");
      await page.getByRole("link", { name: /never got the verification link/ }).click();
      await page.getByLabel("Email").fill(address);
      await page.getByRole("button", { name: "Send link" }).click();
      await page.waitForURL("**/login");
      await page.getByRole("form").getByText(MESSAGES.verificationLinkSent).waitFor();
    }
    const { links } = await marketplace.waitForMail(lost.userEmail, (mail) => mail.links[0] !== first.links[0]);
    const elsewhere = await marketplace.visitor(SCREENS.phone);
    await elsewhere.goto(links[0] ?? "");
    await elsewhere.getByRole("button", { name: "Verify my address" }).click();
    await elsewhere.getByRole("heading", { name: "Verified" }).waitFor();
  });

  test("with a mistyped address can be corrected by /update_email", async () => {
    const typo = { ...buildIris("fourth.iris"), userEmail: "fourth.iris@ocher.test" };
    await marketplace.signUp(typo);
    const page = await marketplace.visitor();
    await page.goto("/account_restoration");
    await page.getByRole("link", { name: /lost access to my email/ }).click();
    await page.getByLabel("Username or email").fill(typo.userUsername);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByLabel("New email").fill("fourth.iris@ochre.test");
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByRole("alert").getByText(MESSAGES.wrongCredentials).waitFor();

    await page.getByLabel("Password", { exact: true }).fill(typo.password);
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByRole("heading", { name: "Confirm your email" }).waitFor();
    const { links } = await marketplace.waitForMail("fourth.iris@ochre.test");
    await page.goto(links[0] ?? "");
    await page.getByRole("heading", { name: "Verified" }).waitFor();
    await submitLogin(page, "fourth.iris@ochre.test", typo.password);
    await page.waitForURL("**/");
  });
});

test("a reset link changes the password once and ends all sessions", async () => {
  const iris = await marketplace.member(buildIris("fifth.iris"));
  const elsewhere = await marketplace.visitor();
  await logIn(elsewhere, iris);

  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto("/login");
  await page.getByRole("link", { name: "Trouble logging in?" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: /forgot my password/ }).click();
  await page.getByLabel("Email").fill(iris.userEmail);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.waitForURL("**/login");
  await page.getByRole("form").getByText(MESSAGES.resetLinkSent).waitFor();

  const { links } = await marketplace.waitForMail(iris.userEmail, ({ subject }) => subject.startsWith("Reset"));
  const choose = async (password: string) => {
    await page.goto(links[0] ?? "");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await choose("a door to the hills");
  await page.waitForURL("**/login");
  await page.getByRole("form").getByText(MESSAGES.passwordChanged).waitFor();

  await elsewhere.goto("/settings");
  await elsewhere.waitForURL("**/login");

  await page.goto(links[0] ?? "");
  await page.getByRole("alert").getByText(MESSAGES.linkExpired).waitFor();
  await page.getByRole("link", { name: "Send a new link" }).waitFor();

  await page.goto("/login");
  await submitLogin(page, iris.userUsername, iris.password);
  await page.getByRole("alert").getByText(MESSAGES.wrongCredentials).waitFor();
  await logIn(page, { ...iris, password: "a door to the hills" });
});

test("a log-out reaches other tabs: public pages stay, private ones go to /login", async () => {
  const iris = await marketplace.member(buildIris("sixth.iris"));
  const one = await marketplace.visitor();
  await logIn(one, iris);
  const other = await one.context().newPage();
  await other.goto("/settings");
  await other.getByRole("heading", { name: "Settings" }).waitFor();

  await one.getByRole("button", { name: "Profile menu" }).click();
  await one.getByRole("menuitem", { name: "Log out" }).click();
  await one.getByRole("banner").getByRole("link", { name: "Sign up" }).waitFor();
  expect(new URL(one.url()).pathname).toBe("/");
  await other.waitForURL("**/login");

  await other.reload();
  await other.getByRole("form", { name: "Log in" }).waitFor();
  await submitLogin(other, iris.userUsername, iris.password);
  await one.getByRole("button", { name: "Profile menu" }).waitFor();
});

test("leaving a page during a session refresh keeps the session", async () => {
  const iris = await marketplace.member(buildIris("seventh.iris"));
  const page = await marketplace.visitor();
  await logIn(page, iris);
  const token = async () => (await page.context().cookies()).find(({ name }) => name === COOKIES.session)?.value;
  const before = await token();
  const devtools = await page.context().newCDPSession(page);
  // So slow that the page is left before the response.
  const late = { offline: false, latency: 1_000, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", late);
  const refresh = page.waitForRequest(`**${refreshToken.path}`);
  await page.reload();
  await refresh;
  await page.goto("about:blank");
  await expect.poll(token, { timeout: 10_000 }).not.toBe(before);
});
