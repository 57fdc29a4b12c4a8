import { expect, test } from "vitest";
import { pngChunk, withChunks } from "#test/support/hostile-pictures.ts";
import { createPicture } from "#test/support/pictures.ts";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { logIn } from "../account-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";

const marketplace = openMarketplace();

test.each(FLOW_SCREENS)(
  "on a %s, the file proposes the form's texts, and several works change at once",
  async (name, screen) => {
    const artist: Person = {
      userName: "Ilse Maan",
      userUsername: `ilse.${name}`,
      userEmail: `ilse.${name}@ochre.test`,
      password: "three moons over a ferry",
    };
    await marketplace.member(artist);
    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logIn(page, artist);

    const text = (keyword: string, content: string) =>
      pngChunk("tEXt", Buffer.from(`${keyword}\0${content}`, "latin1"));
    const said = Buffer.concat([
      text("Description", "Ink on paper."),
      text("Author", "Ilse Maan"),
      text("Keywords", "moon, ink"),
    ]);
    const titles = [`Three moons ${name}`, `Two moons ${name}`];
    for (const title of titles) {
      await page.goto("/artwork/add");
      const buffer = withChunks(await createPicture({ width: 1400, height: 1100, format: "png" }), said);
      const file = { name: `${title.toLowerCase().replaceAll(" ", "_")}_final.png`, mimeType: "image/png", buffer };
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.getByText("Suggested from the file name").waitFor();
      expect(await page.getByLabel("Title").inputValue()).toBe(title);
      expect(await page.getByLabel("Description").inputValue()).toBe("Ink on paper.");
      await page.getByRole("button", { name: "Remove moon" }).waitFor();
      await page.getByText("Credit in the file: “Ilse Maan”").waitFor();
      if (title === titles[0]) {
        expect(await findViolationsInBothThemes(page)).toEqual([]);
        await expectToFit(page);
      }
      await page.getByRole("button", { name: "Clear description" }).click();
      await page.getByLabel("What the picture shows").fill("Moons over a dark ferry");
      await page.getByRole("group", { name: "License" }).getByRole("radio", { name: "Personal" }).check();
      await page.getByRole("button", { name: "Publish" }).click();
      await page.getByRole("heading", { name: title }).waitFor();
      expect(await page.getByRole("img", { name: "Moons over a dark ferry" }).count()).toBeGreaterThan(0);
    }

    await page.goto("/my_artwork");
    await page.getByLabel("Search my artwork").fill("three");
    await expect.poll(() => page.getByRole("checkbox", { name: /^Select .*moons/ }).count()).toBe(1);
    await page.getByLabel("Search my artwork").fill("");
    await expect.poll(() => page.getByRole("checkbox", { name: /^Select .*moons/ }).count()).toBe(2);
    await page.getByLabel("Select all").check();
    const bar = page.getByRole("region", { name: "Change several artworks" });
    await bar.getByText("2 selected").waitFor();
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await expectToFit(page);
    await bar.getByRole("button", { name: "Visibility" }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Invisible" }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Change 2 artworks" }).click();
    await bar.getByText("2 artworks changed").waitFor();
    await expect.poll(() => page.getByRole("switch", { checked: false }).count()).toBe(2);
    await bar.getByRole("button", { name: "Undo" }).click();
    await bar.getByText("2 artworks restored").waitFor();
    await expect.poll(() => page.getByRole("switch", { checked: true }).count()).toBe(2);

    await page.getByRole("checkbox", { name: `Select ${titles[1]}` }).check();
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete 1 artwork" }).click();
    await page.getByRole("link", { name: titles[1], exact: true }).waitFor({ state: "detached" });
    // Leaving the page carries the deletion out.
    await page.getByRole("link", { name: titles[0], exact: true }).click();
    await page.getByRole("heading", { name: titles[0] }).waitFor();
    await expect
      .poll(async () => {
        await page.goto("/my_artwork");
        await page.getByRole("link", { name: titles[0], exact: true }).waitFor();
        return page.getByRole("link", { name: titles[1], exact: true }).count();
      })
      .toBe(0);
  },
);
