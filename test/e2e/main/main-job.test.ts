import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { submitLogin } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";

describe.each(FLOW_SCREENS)("on a %s", (name, screen) => {
  const marketplace = openMarketplace();
  const artist: Person = {
    userName: "Runa Holm",
    userUsername: `runa.${name}`,
    userEmail: `runa.${name}@ochre.test`,
    password: "a quiet red room",
  };
  const [title, newTitle] = [`Ferry in March, ${name}`, `Ferry in April, ${name}`];

  test("an artist signs up, publishes a picture that a visitor finds, edits it, deletes it and logs out", async () => {
    const page = await marketplace.visitor(screen);
    await signUp(page, artist);
    const { links } = await marketplace.waitForMail(artist.userEmail);
    await page.goto(links[0] ?? "");
    await page.getByRole("heading", { name: "Verified" }).waitFor();

    await submitLogin(page, artist.userUsername, artist.password);
    await page.getByRole("button", { name: "Profile menu" }).waitFor();
    await publish(page, title);
    await visitorFinds(title);

    await page.goto("/my_artwork");
    await page.reload();
    await page.getByRole("link", { name: `Edit ${title}` }).waitFor();
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await page.getByLabel("Title").fill(newTitle);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: newTitle }).waitFor();
    await visitorFinds(newTitle);

    await page.goto("/my_artwork");
    await page.getByRole("button", { name: `Delete ${newTitle}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete artwork" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "hidden" });
    const titles = await titlesOnHome();
    expect(titles).not.toContain(title);
    expect(titles).not.toContain(newTitle);

    await page.goto("/");
    await page.getByRole("button", { name: "Profile menu" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sign up" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.goto("/artwork/add");
    await page.waitForURL("**/login");
  });

  /** In another browser as a visitor. */
  async function visitorFinds(name: string) {
    const visitor = await marketplace.visitor(screen);
    await visitor.goto("/");
    await visitor.getByRole("link", { name }).first().waitFor();
    await visitor.getByRole("link", { name }).first().click();
    await visitor.getByRole("heading", { name }).waitFor();
    const picture = visitor.getByRole("main").getByRole("img", { name }).first();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await visitor.getByRole("main").getByRole("link", { name: artist.userName }).first().click();
    await visitor.getByRole("heading", { name: artist.userName }).waitFor();
    await visitor.context().close();
  }

  async function titlesOnHome() {
    const response = await fetch(`${marketplace.origin()}/api/artwork`);
    const { items } = (await response.json()) as { items: { artworkTitle: string }[] };
    return items.map(({ artworkTitle }) => artworkTitle);
  }
});

async function signUp(page: Page, artist: Person) {
  await page.goto("/signup");
  await page.getByLabel("Full name").fill(artist.userName);
  await page.getByLabel("Username").fill(artist.userUsername);
  await page.getByLabel("Email").fill(artist.userEmail);
  await page.getByLabel("Password", { exact: true }).fill(artist.password);
  await page.getByLabel("Confirm password").fill(artist.password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}
