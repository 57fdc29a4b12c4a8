import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { DEMO_MODERATOR } from "#demo/people.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { buildPerson, logIn, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { createOperator } from "../operator-steps.ts";
import { picture } from "../screenshots.ts";

const marketplace = openMarketplace();
const CURATOR = { ...DEMO_MODERATOR, userUsername: "cora.curator", userEmail: "cora.curator@ochre.test" };
const painter = buildPerson("Pia Painter", "pia.painter");
let logInAsCurator: Awaited<ReturnType<typeof createOperator>>;

beforeAll(async () => {
  await marketplace.member(painter);
  const artist = await marketplace.visitor();
  await logIn(artist, painter);
  for (const title of ["Lanterns, first", "Lanterns, second"]) await publish(artist, title);
  logInAsCurator = await createOperator(marketplace.origin(), ["curation"], CURATOR);
});

async function add(page: Page, words: string) {
  await page.getByRole("button", { name: "Add artwork…" }).click();
  await page.getByRole("searchbox", { name: "Artwork" }).fill(words);
  await page.getByRole("list", { name: "Artwork found" }).getByRole("button", { name: words }).click();
}

test.each(FLOW_SCREENS)("on a %s a curator arranges the row, and visitors get it", async (device, screen) => {
  const page = await marketplace.visitor(screen);
  await logInAsCurator(page);
  await page.goto("/admin/home");
  const row = page.getByRole("list", { name: "Arrange the curated row" });
  await row.waitFor({ state: "attached" });
  for (let left = await row.getByRole("listitem").count(); left > 0; left--)
    await row
      .getByRole("button", { name: /^Remove / })
      .first()
      .click();
  // The row that each screen saves differs from the former's.
  const order =
    device === "desktop" ? ["Lanterns, second", "Lanterns, first"] : ["Lanterns, first", "Lanterns, second"];
  for (const title of order) await add(page, title);
  const handle = page.getByRole("button", { name: `Move ${order[0]} with the arrow keys` });
  if (device === "desktop") await handle.dragTo(row.getByRole("listitem").first());
  else {
    await handle.focus();
    await page.keyboard.press("ArrowUp");
  }
  await expect.poll(() => row.getByRole("listitem").first().textContent()).toContain(order[0]);
  await picture(page, `curated-row-${device}`);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole("button", { name: "Save changes…" }).click();
  await page.getByLabel("Reason").fill("Lantern week");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The log-in by a second factor proved the owner.
  await waitForToast(page, "Home page saved");

  const { items } = (await (await fetch(`${marketplace.origin()}/api/curated`)).json()) as {
    items: { artworkTitle: string }[];
  };
  expect(items.map(({ artworkTitle }) => artworkTitle).toSorted()).toEqual(order.toSorted());
  const visitor = await marketplace.visitor(screen);
  await visitor.goto("/");
  await visitor
    .getByRole("link", { name: /Lanterns, (first|second)/ })
    .first()
    .waitFor();
  await page.goto("/admin/home");
  await page.getByText("2 of 24 artworks.").waitFor();
});
