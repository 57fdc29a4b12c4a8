import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { logIn } from "../account-steps.ts";
import { openMarketplace, type Person } from "../marketplace.ts";

const ada: Person = {
  userName: "Ada Holm",
  userUsername: "ada.holm",
  userEmail: "ada.holm@ochre.test",
  password: "two windows, one desk",
};

const marketplace = openMarketplace();
const title = (page: Page) => page.getByLabel("Title");
const getScrollTop = (page: Page) => page.evaluate(() => window.scrollY);

beforeAll(async () => void (await marketplace.member(ada)));

test("two tabs keep a draft each, and both drafts are kept after the tabs are closed", async () => {
  const first = await marketplace.visitor();
  await logIn(first, ada);
  await first.goto("/artwork/add");
  await title(first).fill("Morning");

  const second = await first.context().newPage();
  await second.goto("/artwork/add");
  await title(second).fill("Evening");
  expect(await second.getByRole("button", { name: /^Bring/ }).count()).toBe(0);
  await title(first).fill("Morning light");

  first.on("dialog", (dialog) => void dialog.accept());
  await first.getByRole("group", { name: "Visibility" }).scrollIntoViewIfNeeded();
  expect(await getScrollTop(first)).toBeGreaterThan(200);
  await first.reload();
  await first.getByRole("button", { name: "Bring it back" }).waitFor();
  // The browser and the site restore positions for a while.
  await first.waitForTimeout(1_000);
  expect(await getScrollTop(first)).toBe(0);
  await first.getByRole("button", { name: "Bring it back" }).click();
  expect([await title(first).inputValue(), await title(second).inputValue()]).toEqual(["Morning light", "Evening"]);

  await second.close();
  await first.reload();
  await first.getByRole("button", { name: "Bring them back" }).click();
  await first.getByRole("button", { name: /^Evening/ }).click();
  expect(await title(first).inputValue()).toBe("Evening");
  await first.getByRole("button", { name: /^Morning light/ }).click();
  expect(await title(first).inputValue()).toBe("Morning light");
});
