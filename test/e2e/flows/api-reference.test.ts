import { expect, test } from "vitest";
import { expectAccessible, expectToFit, expectToFitWithLargeText } from "../accessible.ts";
import { openMarketplace, SCREENS } from "../marketplace.ts";

const marketplace = openMarketplace();

const variants = Object.entries(SCREENS).flatMap(([name, screen]) =>
  (["dark", "light"] as const).map((colorScheme) => [name, colorScheme, screen] as const),
);

test.each(variants)("the API's page can be read and fits on a %s in %s", async (name, colorScheme, screen) => {
  const page = await marketplace.visitor({ ...screen, colorScheme });
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The page has no icon, as it has to work as a file, so browsers request the default one.
    const isIcon = message.location().url.endsWith("/favicon.ico");
    if (message.type() === "error" && !isIcon) complaints.push(`${message.text()} ${message.location().url}`);
  });
  const answer = await page.goto("/__local/api");
  expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, "/api-reference.html"]);
  await page.locator("nav summary", { hasText: "Community" }).click();
  await page.getByRole("link", { name: "POST /api/artwork/{artworkId}/comments" }).click();
  const route = page.locator("article:target");
  expect(await route.getByRole("heading").first().textContent()).toBe("Write comment");
  await route.locator("summary", { hasText: "404" }).click();
  expect(await route.textContent()).toContain("comment_not_found");
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/api-${name}-${colorScheme}.png` });
  await expectAccessible(page);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await expectToFit(page);
  if (name === "phone") await expectToFitWithLargeText(page, SCREENS.phone.viewport);
  expect(complaints).toEqual([]);
});

test("the document is beside it, and the developer's pages lead there", async () => {
  const document = await fetch(`${marketplace.origin()}/openapi.json`);
  expect([document.status, document.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await document.json()).toMatchObject({ openapi: "3.1.0" });
  const pages = await fetch(`${marketplace.origin()}/__local/`);
  expect(await pages.text()).toContain('<a href="/__local/api">API</a>');
});
