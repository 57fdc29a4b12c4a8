import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { reportScriptError } from "#shared/contract/support.ts";
import { MESSAGES } from "#shared/messages.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { buildPerson, logIn, waitForToast } from "../account-steps.ts";
import { openMarketplace, SCREENS } from "../marketplace.ts";
import { publish } from "../shop-steps.ts";

const marketplace = openMarketplace();
const person = buildPerson("Una Holm", "una.holm");

let free: string;

beforeAll(async () => {
  await marketplace.member(person);
  const artist = await marketplace.visitor();
  await logIn(artist, person);
  free = await publish(artist, "Halfway Here", "free");
});

const toScriptPattern = (name: string) => new RegExp(`/assets/${name}-[^/]+\\.js$`);

/** Fails the first request for a script, as when a phone changes networks. */
const loseOnce = (page: Page, name: string) =>
  page.route(toScriptPattern(name), (route) => route.abort(), { times: 1 });

/** Counts this page's document loads. */
function countDocuments(page: Page) {
  let count = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") count++;
  });
  return () => count;
}

test("if a dialog's script fails to load, the page stays, and what was typed survives a reload", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await logIn(page, person);
  await page.goto(free);
  const field = page.getByRole("textbox", { name: "Add a comment" });
  await field.fill("What a horizon");
  await loseOnce(page, "collect-dialog");
  const collect = page.getByRole("button", { name: "Save Halfway Here to a collection" });
  await collect.click();
  await waitForToast(page, MESSAGES.partMissing);
  expect(await field.inputValue()).toBe("What a horizon");
  await expectAccessible(page);
  await expectToFit(page);
  await collect.click();
  await page.getByTestId("toaster").getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => field.inputValue()).toBe("What a horizon");
  await collect.click();
  await page.getByRole("dialog").waitFor();
});

test("if parts of a page fail to load, the rest works, with errors in their places", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await logIn(page, person);
  for (const part of ["profile-menu", "comment-editor"]) await loseOnce(page, part);
  await page.goto(free);
  await page.getByRole("heading", { name: "Halfway Here", level: 1 }).waitFor();
  await page.getByRole("main").getByText(MESSAGES.partMissing).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole("banner").getByRole("button", { name: MESSAGES.partMissing }).click();
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  await page.getByRole("textbox", { name: "Add a comment" }).waitFor();
});

test("if the site's entry fails to load, the server's page stays usable and reports it", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await loseOnce(page, "index");
  const report = page.waitForResponse((response) => response.url().endsWith(reportScriptError.path));
  await page.goto(free, { waitUntil: "load" });
  expect((await report).status()).toBe(reportScriptError.status);
  await page.getByText(MESSAGES.startFailed).waitFor();
  await page.getByRole("heading", { name: "Halfway Here", level: 1 }).waitFor();
  await page.getByRole("link", { name: person.userName }).first().click();
  await page.getByRole("heading", { name: person.userName, level: 1 }).waitFor();
});

test("a form is sent even if the script for API calls fails to load", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto("/forgot_password");
  await page.getByLabel("Email").fill(person.userEmail);
  await loseOnce(page, "amplify");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText(MESSAGES.resetLinkSent).first().waitFor();
});

test("a screen whose script fails to load is opened by its URL", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto(free);
  await loseOnce(page, "signup");
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Halfway Here", level: 1 }).waitFor();
});

test("a screen whose script always fails to load is requested twice, then shows an error", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto(free);
  await page.route(toScriptPattern("signup"), (route) => route.fulfill({ status: 404 }));
  const documents = countDocuments(page);
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByRole("heading", { name: "500" }).waitFor();
  expect(documents()).toBe(1);
});

test("a screen that fails to load after it was left doesn't clear input elsewhere", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto("/login");
  const field = page.getByLabel("Username or email");
  await field.waitFor();
  const lost = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(toScriptPattern("signup"), async (route) => {
    asked.resolve();
    await lost.promise;
    await route.abort();
  });
  const documents = countDocuments(page);
  await page.getByRole("link", { name: "Create an account" }).click();
  await asked.promise;
  await page.goBack();
  await field.fill("una");
  const failed = page.waitForEvent("requestfailed");
  lost.resolve();
  await failed;
  await page.getByLabel("Password", { exact: true }).fill("two herons");
  expect([await field.inputValue(), documents()]).toEqual(["una", 0]);
});

test("a screen that couldn't load offline appears once the network is back", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto(free);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Halfway Here", level: 1 }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByRole("button", { name: "Sign up" }).waitFor();
});
