import { beforeAll, describe, expect, test } from "vitest";
import { refreshToken } from "#shared/contract/auth.ts";
import { MESSAGES } from "#shared/messages.ts";
import { expectAccessible, expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { logIn } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";

const marketplace = openMarketplace();

describe.each(FLOW_SCREENS)("on a %s", (name, screen) => {
  const artist: Person = {
    userName: "Tova Lind",
    userUsername: `tova.${name}`,
    userEmail: `tova.${name}@ochre.test`,
    password: "a tide mill at dawn",
  };
  const title = `Tide mill, ${name}`;
  const tag = `tidemill-${name}`;

  beforeAll(async () => {
    await marketplace.member(artist);
  });

  test("a tag leads from the artwork's form to its page, to the search box and to the next form", async () => {
    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logIn(page, artist);
    await publish(page, title, { tags: [`#Tidemill ${name}`, "estuary"], medium: "Collage" });
    const tags = page.getByRole("list", { name: "Tags" });
    expect(await tags.getByRole("link").allTextContents()).toEqual(["Collage", `#${tag}`, "#estuary"]);
    expect(await findViolationsInBothThemes(page)).toEqual([]);

    const artwork = page.url();
    await expect
      .poll(async () => {
        await page.goto(`/tag/Tidemill%20${name}`);
        return page.getByRole("link", { name: title }).count();
      })
      .toBeGreaterThan(0);
    await page.goto(artwork);
    await tags.getByRole("link", { name: `#${tag}` }).click();
    await page.getByRole("heading", { name: `#${tag}` }).waitFor();
    await page.getByRole("link", { name: title }).first().waitFor();
    await page.reload();
    expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${marketplace.origin()}/tag/${tag}`);
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await expectToFit(page);

    if (name === "phone")
      await page
        .getByRole("link", { name: "Search" })
        .or(page.getByRole("button", { name: "Search" }))
        .first()
        .click();
    const box = page.getByRole("combobox", { name: "Search artwork" });
    await box.fill("tidemill");
    const suggestion = page.getByRole("option", { name: new RegExp(`^${tag}`) });
    await suggestion.waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await suggestion.click();
    await page.waitForURL(`**/tag/${tag}`);

    await page.goto("/artwork/add");
    const field = page.getByRole("combobox", { name: "Tags" });
    await field.fill("tidemil");
    await page.getByRole("option", { name: new RegExp(`^${tag}`) }).waitFor();
    await expectAccessible(page);
    await field.press("ArrowDown");
    await field.press("Enter");
    await page.getByRole("button", { name: `Remove ${tag}` }).waitFor();
    await field.fill("black & white");
    await field.press("Enter");
    await page.getByText(MESSAGES.tagInvalid).waitFor();
    await expectAccessible(page);
    await expectToFit(page);
  });

  test("a press on a tag isn't lost while the page loads its user", async () => {
    const pressed = `pressed-${name}`;
    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logIn(page, artist);
    await publish(page, `${title} again`, { tags: [pressed] });
    let letGo = () => {};
    const isPressed = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(`**${refreshToken.path}`, async (route) => {
      await isPressed;
      await route.continue();
    });
    await page.reload();
    const link = page.getByRole("link", { name: `#${pressed}` });
    await link.scrollIntoViewIfNeeded();
    const before = await link.boundingBox();
    await link.hover();
    await page.mouse.down();
    const answer = page.waitForResponse(`**${refreshToken.path}`);
    letGo();
    await (await answer).finished();
    await page.waitForTimeout(300);
    expect(await link.boundingBox()).toEqual(before);
    await page.mouse.up();
    await page.getByRole("heading", { name: `#${pressed}` }).waitFor();

    await page.goBack();
    await page.getByRole("link", { name: "Edit" }).waitFor();
    await page.reload();
    await link.waitFor();
    const top = () => link.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    const first = await top();
    await page.getByRole("link", { name: "Edit" }).waitFor();
    expect(await top()).toBe(first);
  });
});
