import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, getSettingsForm, logIn, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, SCREENS } from "../marketplace.ts";

const marketplace = openMarketplace();

let artist: Page;

beforeAll(async () => {
  artist = await marketplace.visitor();
  await logIn(artist, await marketplace.member(buildPerson("Runa Holm", "runa.holm")));
});

async function fanAt(device: string, screen: BrowserContextOptions) {
  const page = await marketplace.visitor(screen);
  await logIn(page, await marketplace.member(buildPerson("Milo Brandt", `milo.brandt.${device}`)));
  return page;
}

const getPath = (page: Page) => new URL(page.url()).pathname;

/** Marks the window, which only a reload clears. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { wasHere: true }));
const isMarked = (page: Page) => page.evaluate(() => "wasHere" in window);

/** Cumulative layout shift since the page was opened. */
const getLayoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

/** Records the height of the comment form's place in each frame, from the next page load on. */
const watchForm = (page: Page) =>
  page.addInitScript(() => {
    const heights = new Set<number>();
    Object.assign(window, { formHeights: heights });
    requestAnimationFrame(function note() {
      const place = document.getElementById("comments")?.nextElementSibling;
      if (place) heights.add(place.getBoundingClientRect().height);
      requestAnimationFrame(note);
    });
  });
const formHeights = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { formHeights: Set<number> }).formHeights]);

async function comment(page: Page, text: string) {
  await page.getByRole("textbox", { name: "Add a comment" }).fill(text);
  await page.getByRole("button", { name: "Post" }).click();
  await page.getByRole("paragraph").filter({ hasText: text }).first().waitFor();
}

test.each(FLOW_SCREENS)(
  "on a %s a visitor sees comments and replies appear, change and disappear without a reload",
  async (device, screen) => {
    await publish(artist, `Reeds at ${device}`);
    const path = getPath(artist);
    const fan = await fanAt(device, screen);
    const visitor = await marketplace.visitor(screen);
    await visitor.goto(path);
    await visitor.getByText("No comments yet.").waitFor();
    await mark(visitor);

    await fan.goto(path);
    await comment(fan, "The wind is in it");
    await visitor.getByText("The wind is in it").waitFor();
    await visitor.getByRole("heading", { name: "Comments 1" }).waitFor();

    await artist.goto(path);
    await artist.getByRole("button", { name: `Reply to Milo Brandt` }).click();
    await artist.getByRole("textbox", { name: `Reply to Milo Brandt` }).fill("It was cold as well");
    expect(await findViolationsInBothThemes(artist)).toEqual([]);
    await artist.getByRole("form").getByRole("button", { name: "Reply", exact: true }).click();
    await waitForToast(artist, "Reply posted");
    const thread = visitor.getByRole("list", { name: `Replies to Milo Brandt` });
    await thread.getByText("It was cold as well").waitFor();
    await fan.getByText("It was cold as well").waitFor();
    expect(await findViolationsInBothThemes(visitor)).toEqual([]);
    await expectToFit(visitor);

    await fan.getByRole("button", { name: "Delete your comment" }).click();
    await fan.getByRole("alertdialog").getByRole("button", { name: "Delete comment" }).click();
    await visitor.getByText("The wind is in it").waitFor({ state: "detached" });
    await visitor.getByText("[deleted]").waitFor();
    await thread.waitFor({ state: "detached" });
    await visitor.getByText("It was cold as well").waitFor();
    expect(await findViolationsInBothThemes(visitor)).toEqual([]);
    expect(await isMarked(visitor)).toBe(true);
    await Promise.all([fan, visitor].map((page) => page.context().close()));
  },
);

test.each(FLOW_SCREENS)(
  "on a %s new comments wait behind a button while the reader is scrolled down",
  async (device, screen) => {
    await publish(artist, `Ice at ${device}`);
    const path = getPath(artist);
    for (let at = 1; at <= 12; at++) await comment(artist, `Layer ${at}`);
    const fan = await fanAt(`ice.${device}`, screen);
    await watchForm(fan);
    await fan.goto(path);
    const visitor = await marketplace.visitor(screen);
    await watchForm(visitor);
    await visitor.goto(path);
    await visitor.getByText("Layer 3", { exact: true }).scrollIntoViewIfNeeded();
    await visitor.getByText("Layer 3", { exact: true }).evaluate((text) => text.scrollIntoView({ block: "center" }));
    const place = () =>
      visitor.getByText("Layer 3", { exact: true }).evaluate((text) => text.getBoundingClientRect().top);
    const before = { place: await place(), shift: await getLayoutShift(visitor) };

    await comment(fan, "How deep is it?");
    const button = visitor.getByRole("button", { name: "1 new comment" });
    await button.waitFor();
    expect([await formHeights(fan), await formHeights(visitor)]).toEqual([[expect.any(Number)], [expect.any(Number)]]);
    expect([await visitor.getByText("How deep is it?").count(), await place(), await getLayoutShift(visitor)]).toEqual([
      0,
      before.place,
      before.shift,
    ]);
    // The button covers part of other targets until the page scrolls, so their size isn't checked.
    expect((await findViolationsInBothThemes(visitor)).filter(({ id }) => id !== "target-size")).toEqual([]);
    await button.press("Enter");
    await visitor.getByText("How deep is it?").waitFor();
    expect(await findViolationsInBothThemes(visitor)).toEqual([]);
    await expect.poll(() => visitor.evaluate(() => document.activeElement?.id)).toBe("comments");
    await Promise.all([fan, visitor].map((page) => page.context().close()));
  },
);

test.each(FLOW_SCREENS)(
  "on a %s a notification about something deleted says so, and has no link once its artwork is deleted",
  async (device, screen) => {
    const owner = await marketplace.visitor(screen);
    await logIn(owner, await marketplace.member(buildPerson("Una Falk", `una.falk.${device}`)));
    await publish(owner, `Moss at ${device}`);
    const path = getPath(owner);
    const fan = await fanAt(`moss.${device}`, SCREENS.desktop);
    await fan.goto(path);
    await comment(fan, "So green");
    await comment(fan, "Too green");
    await fan.getByRole("button", { name: "Delete your comment" }).first().click();
    await fan.getByRole("alertdialog").getByRole("button", { name: "Delete comment" }).click();
    await fan.getByText("Too green").waitFor({ state: "detached" });

    await owner.goto("/");
    await owner.getByRole("button", { name: "Notifications, 2 unread", exact: true }).click();
    const bell = owner.getByTestId("notification-list");
    await bell.getByText("The comment was deleted").waitFor();
    expect(await bell.getByRole("link").count()).toBe(2);
    expect(await findViolationsInBothThemes(owner)).toEqual([]);

    await owner.goto(`${path}/edit`);
    await owner
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    await owner
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await owner.waitForURL("**/my_artwork");
    await owner.goto("/");
    await owner.getByRole("button", { name: "Notifications, 2 unread", exact: true }).click();
    await bell.getByText("This artwork is no longer available").first().waitFor();
    expect(await bell.getByRole("link").count()).toBe(0);
    expect(await findViolationsInBothThemes(owner)).toEqual([]);
    await Promise.all([fan, owner].map((page) => page.context().close()));
  },
);

test.each(FLOW_SCREENS)(
  "on a %s an artist gives their page links, pinned artwork and a banner",
  async (device, screen) => {
    const page = await marketplace.visitor(screen);
    const username = `lio.stern.${device}`;
    await logIn(page, await marketplace.member(buildPerson("Lio Stern", username)));
    for (const title of ["Slate", "Chalk"]) await publish(page, `${title} at ${device}`);

    await page.goto("/settings/links");
    await getSettingsForm(page, "Links").getByLabel("Websites").fill("http://lio.example");
    await getSettingsForm(page, "Links").getByRole("button", { name: "Save links" }).click();
    await getSettingsForm(page, "Links").getByText("Enter a web address that starts with https://").waitFor();
    await getSettingsForm(page, "Links").getByLabel("Websites").fill("https://lio.example\nhttps://prints.example/lio");
    await getSettingsForm(page, "Links").getByRole("button", { name: "Save links" }).click();
    await waitForToast(page, "Profile updated");
    await page.goto("/settings/showcase");
    await page.getByRole("button", { name: `Pin Slate at ${device}` }).click();
    await page.getByRole("button", { name: `Use Chalk at ${device} as banner` }).click();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await expectToFit(page);
    await page.getByRole("button", { name: "Save showcase" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Save showcase" }).isDisabled()).toBe(true);

    const visitor = await marketplace.visitor(screen);
    await visitor.goto(`/user/${username}`);
    const links = visitor.getByRole("list", { name: "Links" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(["lio.example", "prints.example/lio"]);
    await visitor
      .getByRole("list", { name: "Pinned artwork" })
      .getByRole("link", { name: `Slate at ${device}` })
      .waitFor();
    expect(await findViolationsInBothThemes(visitor)).toEqual([]);
    await expectToFit(visitor);
    await visitor
      .getByRole("main")
      .getByRole("link", { name: `Chalk at ${device}` })
      .first()
      .click();
    await visitor.getByRole("heading", { name: `Chalk at ${device}`, level: 1 }).waitFor();
    await Promise.all([page, visitor].map((one) => one.context().close()));
  },
);
