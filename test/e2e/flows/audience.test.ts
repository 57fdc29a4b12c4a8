import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { picture } from "../screenshots.ts";

const marketplace = openMarketplace();

/** A person's user agent, because views of a headless browser count as a robot's. */
const personal = (screen: BrowserContextOptions, nth: number) => ({
  ...screen,
  userAgent: `Mozilla/5.0 (X11; Linux x86_64; rv:14${nth}.0) Gecko/20100101 Firefox/14${nth}.0`,
});

test.each(FLOW_SCREENS)(
  "on a %s people view a work and its artist's page, and the artist sees the number of views",
  async (device, screen) => {
    const name = `saskia.brandt.${device}`;
    const artist = await marketplace.visitor(personal(screen, 0));
    await logIn(artist, await marketplace.member(buildPerson("Saskia Brandt", name)));
    await artist.goto("/audience");
    await artist.getByRole("heading", { name: "No views in this range yet" }).waitFor();
    expect(await findViolationsInBothThemes(artist)).toEqual([]);
    await expectToFit(artist);
    await publish(artist, `Seen on a ${device}`);
    const work = new URL(artist.url()).pathname;

    const visitor = await marketplace.visitor(personal(screen, 1));
    const robot = await marketplace.visitor(screen);
    for (const page of [visitor, robot, visitor]) {
      const counted = page.waitForResponse((response) => response.url().endsWith("/views"));
      await page.goto(work);
      expect((await counted).status()).toBe(204);
    }
    const counted = visitor.waitForResponse((response) => /\/users\/[^/]+\/views$/.test(response.url()));
    await visitor.getByRole("link", { name: "Saskia Brandt", exact: true }).first().click();
    expect((await counted).status()).toBe(204);

    await artist.reload();
    await artist.getByRole("link", { name: "1 view", exact: true }).click();
    await artist.getByRole("heading", { name: "Audience", level: 1 }).waitFor();
    await artist.getByRole("region", { name: "Views" }).getByRole("paragraph").filter({ hasText: /^2$/ }).waitFor();
    await artist
      .getByRole("list", { name: "Most viewed works" })
      .getByRole("link", { name: `Seen on a ${device} 1 view` })
      .waitFor();
    expect(await findViolationsInBothThemes(artist)).toEqual([]);
    await expectToFit(artist);
    await picture(artist, `audience-${device}`);
    await Promise.all([artist, visitor, robot].map((page) => page.context().close()));
  },
);
