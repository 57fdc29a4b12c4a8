import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { expectAccessible, expectToFit } from "./accessible.ts";
import { logIn, personNamed, toasted } from "./account-steps.ts";
import { openMarketplace, SCREENS } from "./marketplace.ts";
import { publish } from "./shop-steps.ts";

const marketplace = openMarketplace();
const person = personNamed("Una Holm", "una.holm");

let free: string;

beforeAll(async () => {
  await marketplace.member(person);
  const artist = await marketplace.visitor();
  await logIn(artist, person);
  free = await publish(artist, "Halfway Here", "free");
});

/** Lets the first request for a script of this name fail, as when a phone changes networks. */
const loseOnce = (page: Page, script: string) =>
  page.route(new RegExp(`/assets/${script}-[^/]+\\.js$`), (route) => route.abort(), { times: 1 });

const reload = (page: Page) => page.getByTestId("toaster").getByRole("button", { name: "Reload" }).click();

test("where a dialog's script doesn't come, the page stays, and what was typed is there after a reload too", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await logIn(page, person);
  await page.goto(free);
  const field = page.getByRole("textbox", { name: "Add a comment" });
  await field.fill("What a horizon");
  await loseOnce(page, "collect-dialog");
  const collect = page.getByRole("button", { name: "Add Halfway Here to a collection" });
  await collect.click();
  await toasted(page, MESSAGES.partMissing);
  expect(await field.inputValue()).toBe("What a horizon");
  await expectAccessible(page);
  await expectToFit(page);
  await collect.click();
  await reload(page);
  await expect.poll(() => field.inputValue()).toBe("What a horizon");
  await collect.click();
  await page.getByRole("dialog").waitFor();
});

test("where a part of the header doesn't come, the page stays", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await logIn(page, person);
  await loseOnce(page, "profile-menu");
  await page.goto(free);
  await page.getByRole("heading", { name: "Halfway Here", level: 1 }).waitFor();
  await reload(page);
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
});

test("a screen whose script doesn't come is opened by its address", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  await page.goto(free);
  await page.locator("html[data-main=live]").waitFor();
  await loseOnce(page, "signup");
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.getByRole("button", { name: "Sign up" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Halfway Here", level: 1 }).waitFor();
});
