import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { drawnPicture } from "#test/support/drawn-pictures.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { logIn } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";

const ORIGINAL = "Cranes over the dry dock";

const edda: Person = {
  userName: "Edda Brandt",
  userUsername: "edda.brandt",
  userEmail: "edda.brandt@ochre.test",
  password: "forty cranes in fog",
};
const piet: Person = {
  userName: "Piet Visser",
  userUsername: "piet.visser",
  userEmail: "piet.visser@ochre.test",
  password: "a dock without water",
};

const marketplace = openMarketplace();
let original: string;
let copy: Buffer;

const found = (page: Page) =>
  page.getByRole("region", { name: `Your picture looks like “${ORIGINAL}” by Edda Brandt` });

beforeAll(async () => {
  for (const person of [edda, piet]) await marketplace.member(person);
  const file = await drawnPicture(700).resize(1800, 1400, { fit: "fill" }).jpeg({ quality: 95 }).toBuffer();
  copy = await sharp(file).flop().resize(1400).jpeg({ quality: 40 }).toBuffer();
  const artist = await marketplace.visitor();
  await logIn(artist, edda);
  await publish(artist, ORIGINAL, { file });
  original = new URL(artist.url()).pathname;
});

test.each(FLOW_SCREENS)(
  "on a %s a copy of somebody else's work is shown beside it, and operators learn of it once it is published",
  async (name, screen) => {
    const title = `Cranes, ${name}`;
    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logIn(page, piet);
    await page.goto("/artwork/add");
    await page.locator('input[type="file"]').setInputFiles({ name: "c.jpg", mimeType: "image/jpeg", buffer: copy });
    const warning = found(page);
    const theirs = warning.getByRole("img", { name: ORIGINAL });
    await theirs.scrollIntoViewIfNeeded();
    await expect
      .poll(() => theirs.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    await expectAccessible(page);
    await expectToFit(page);
    const opened = page.context().waitForEvent("page");
    await warning.getByRole("link", { name: `“${ORIGINAL}” by Edda Brandt` }).click();
    expect(new URL((await opened).url()).pathname).toBe(original);
    await page.getByLabel("Title").fill(title);
    await page.getByRole("group", { name: "License" }).getByRole("radio", { name: "Personal" }).check();
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    const { pathname } = new URL(page.url());
    const id = pathname.split("/").at(-1);
    const { links } = await marketplace.waitForMail(
      "info@ochre.invalid",
      ({ subject }) => subject === `Artwork ${id} looks like another`,
    );
    const [queue, ...artworks] = links.map((link) => new URL(link).pathname);
    expect(queue).toMatch(/^\/admin\/queue\//);
    expect(artworks).toEqual([pathname, original]);
  },
);
