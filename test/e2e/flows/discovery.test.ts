import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, SCREENS, waitForClosedDialog } from "../marketplace.ts";

const marketplace = openMarketplace();

beforeAll(async () => {
  const artist = await marketplace.visitor();
  await logIn(artist, await marketplace.member(buildPerson("Edda Moor", "edda.moor")));
  await publish(artist, "Saltmarsh at dusk", { medium: "collage" });
  await publish(artist, "Saltmarsh at noon", { medium: "typography" });
  await publish(artist, "Samphire");
});

const expectAccessibleAndFitting = async (page: Page) => {
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
};

test.each(FLOW_SCREENS)(
  "on a %s a search is narrowed, survives a reload and is widened again",
  async (name, screen) => {
    const visitor = await marketplace.visitor(screen);
    await expect
      .poll(async () => {
        await visitor.goto("/search?q=saltmarsh");
        return visitor.getByRole("link", { name: /^Saltmarsh/ }).count();
      })
      .toBe(2);
    if (name === "phone") {
      await visitor.getByRole("button", { name: "Filters" }).click();
      const panel = visitor.getByRole("dialog", { name: "Filters" });
      await panel.getByText("Collage", { exact: true }).click();
      await expectAccessibleAndFitting(visitor);
      await panel.getByRole("button", { name: "Show 1 work" }).click();
    } else {
      await visitor.getByRole("complementary", { name: "Filters" }).getByText("Collage", { exact: true }).click();
    }
    const works = visitor.getByRole("link", { name: /^Saltmarsh/ });
    await expect.poll(() => works.allTextContents()).toEqual(["Saltmarsh at dusk"]);
    await visitor.reload();
    expect(await works.allTextContents()).toEqual(["Saltmarsh at dusk"]);
    await expectAccessibleAndFitting(visitor);
    await visitor.getByRole("button", { name: "Remove filter Collage" }).click();
    await expect.poll(() => works.count()).toBe(2);
    await visitor.goBack();
    await expect.poll(() => works.count()).toBe(1);
  },
);

test.each(FLOW_SCREENS)(
  "on a %s artwork is collected in two presses, arranged and shown to others",
  async (device, screen) => {
    const fan = await marketplace.visitor(screen);
    await logIn(fan, await marketplace.member(buildPerson("Ole Brink", `ole.brink.${device}`)));
    await fan.goto("/search?q=saltmarsh");
    await fan.getByRole("button", { name: "Save Saltmarsh at dusk to a collection" }).click();
    const dialog = fan.getByRole("dialog", { name: "Save “Saltmarsh at dusk” to a collection" });
    await dialog.getByLabel("New collection").fill("Tides");
    await expectAccessibleAndFitting(fan);
    await dialog.getByRole("button", { name: "Create and add" }).click();
    await dialog.getByRole("button", { name: /^Tides/ }).waitFor();
    await fan.keyboard.press("Escape");
    await fan.getByRole("button", { name: "Save Saltmarsh at noon to a collection" }).click();
    await fan.getByRole("button", { name: /^Tides/ }).click();
    await fan.getByText("Added to Tides").waitFor();
    await fan.keyboard.press("Escape");
    await waitForClosedDialog(fan);

    await fan.goto("/gallery?tab=collections");
    await fan.getByRole("link", { name: "Tides" }).waitFor();
    await expectAccessibleAndFitting(fan);
    await fan.getByRole("link", { name: "Tides" }).click();
    await fan.getByRole("button", { name: "Arrange" }).click();
    await fan.getByRole("button", { name: "Move Saltmarsh at noon up" }).click();
    await fan.getByText("Saltmarsh at noon is now number 1 of 2").waitFor();
    await expectAccessibleAndFitting(fan);

    const visitor = await marketplace.visitor(screen);
    await visitor.goto(new URL(fan.url()).pathname);
    await expect
      .poll(() => visitor.getByRole("link", { name: /^Saltmarsh/ }).allTextContents())
      .toEqual(["Saltmarsh at noon", "Saltmarsh at dusk"]);
    await expectAccessibleAndFitting(visitor);
  },
);

test("home shows trending artwork above the newest: in the server's HTML, scrollable by keyboard, at every width", async () => {
  const fan = await marketplace.visitor();
  await logIn(fan, await marketplace.member(buildPerson("Runa Thal", "runa.thal")));
  await fan.goto("/user/edda.moor");
  for (const title of ["Saltmarsh at dusk", "Saltmarsh at noon", "Samphire"]) {
    await fan
      .getByRole("button", { name: `Favorite ${title}`, pressed: false })
      .first()
      .click();
    await fan
      .getByRole("button", { name: `Favorite ${title}`, pressed: true })
      .first()
      .waitFor();
  }
  const html = async () => (await fetch(`${marketplace.origin()}/`)).text();
  // One of the three may lead the page; ArrowRight below needs two in the strip.
  await expect.poll(html).toMatch(/Trending.*(<article.*){2}All artwork/s);

  for (const screen of Object.values(SCREENS)) {
    const visitor = await marketplace.visitor(screen);
    await visitor.goto("/");
    const strip = visitor.getByRole("list", { name: "Trending" });
    await strip.getByRole("article").nth(1).waitFor();
    const [title, grid] = [
      visitor.getByRole("heading", { level: 1 }),
      visitor.getByRole("list", { name: "Newest artwork" }),
    ];
    const tops = await Promise.all([title, strip, grid].map(async (part) => (await part.boundingBox())?.y ?? 0));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await expectAccessibleAndFitting(visitor);
    // Without vertical overflow the strip doesn't capture the page's scrolling.
    expect(await strip.evaluate((row) => row.scrollHeight - row.clientHeight)).toBe(0);

    // The first work of the row depends on the favourites of other tests.
    await strip.getByRole("link").first().focus();
    await visitor.keyboard.press("ArrowRight");
    const focused = visitor.locator("li:has(a:focus)");
    await expect
      .poll(() => focused.evaluate((card) => [...(card.parentElement?.children ?? [])].indexOf(card)))
      .toBe(1);
    const inSight = (card: Element) => card.getBoundingClientRect().left < window.innerWidth;
    await expect.poll(() => focused.evaluate(inSight)).toBe(true);

    await visitor.getByRole("link", { name: "Popular", exact: true }).click();
    await strip.waitFor({ state: "detached" });
    await visitor.goBack();
    await strip.waitFor();
  }
});
