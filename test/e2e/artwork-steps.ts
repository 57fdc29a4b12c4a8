import type { Page } from "playwright-core";
import { pictureOf } from "#test/support/pictures.ts";

/** Publishes a free picture and waits for its page. */
export async function publish(page: Page, title: string) {
  await page.goto("/artwork/add");
  const buffer = await pictureOf({ width: 1800, height: 1200 });
  await page.locator('input[type="file"]').setInputFiles({ name: "harbour.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("Title").fill(title);
  await page.getByRole("group", { name: "License" }).getByRole("radio", { name: "Personal" }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: title }).waitFor();
}
