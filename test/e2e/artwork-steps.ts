import type { Page } from "playwright-core";
import { createPicture } from "#test/support/pictures.ts";

interface Wish {
  readonly tags?: readonly string[];
  readonly medium?: string;
  /** A JPEG. */
  readonly file?: Buffer;
  readonly isMature?: boolean;
}

/** Publishes a free picture, optionally with tags and a medium, and waits for its page. */
export async function publish(page: Page, title: string, { file, isMature, ...labels }: Wish = {}) {
  await page.goto("/artwork/add");
  const buffer = file ?? (await createPicture({ width: 1800, height: 1200 }));
  await page.locator('input[type="file"]').setInputFiles({ name: "harbour.jpg", mimeType: "image/jpeg", buffer });
  await page.getByLabel("Title").fill(title);
  const tags = page.getByRole("combobox", { name: "Tags" });
  for (const tag of labels.tags ?? []) {
    await tags.fill(tag);
    await tags.press("Enter");
  }
  if (labels.medium) await page.getByLabel("Medium").selectOption(labels.medium);
  if (isMature) await page.getByLabel("Mature content").check();
  await page.getByRole("group", { name: "License" }).getByRole("radio", { name: "Personal" }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: title }).waitFor();
}
