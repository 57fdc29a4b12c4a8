import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn, submitLogin, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";

const marketplace = openMarketplace();

const ARTIST = "Ingrid Falk";
const USERNAME = "ingrid.falk";

let artist: Page;

beforeAll(async () => {
  artist = await marketplace.visitor();
  await logIn(artist, await marketplace.member(buildPerson(ARTIST, USERNAME)));
});

const button = (page: Page, label: "Follow" | "Following") =>
  page.getByRole("button", { name: `${label} ${ARTIST}`, exact: true });
const bell = (page: Page) => page.getByRole("switch", { name: `Notify me of new work and announcements by ${ARTIST}` });

test.each(FLOW_SCREENS)(
  "on a %s a visitor follows an artist, whose next work appears in the bell and the feed",
  async (device, screen) => {
    await publish(artist, `Before ${device}`);
    const person = await marketplace.member(buildPerson("Nils Aaker", `nils.aaker.${device}`));
    const fan = await marketplace.visitor(screen);
    await fan.goto(new URL(artist.url()).pathname);
    await button(fan, "Follow").click();
    const dialog = fan.getByRole("dialog", { name: "Log in to follow artists" });
    await dialog.waitFor();
    await submitLogin(fan, person.userUsername, person.password);
    await dialog.waitFor({ state: "detached" });
    await button(fan, "Following").waitFor();
    expect(await findViolationsInBothThemes(fan)).toEqual([]);
    await expectToFit(fan);

    await publish(artist, `After ${device}`);
    const unread = fan.getByRole("button", { name: "Notifications, 1 unread" });
    await unread.waitFor();
    await unread.click();
    await fan.getByRole("link", { name: new RegExp(`${ARTIST} .*@${USERNAME}.* published After ${device}`) }).click();
    await fan.getByRole("heading", { name: `After ${device}` }).waitFor();

    await fan.goto("/gallery");
    await fan.getByRole("navigation", { name: "Gallery" }).getByRole("link", { name: "Following" }).click();
    await fan.getByRole("heading", { name: "Following", level: 1 }).waitFor();
    await fan.getByRole("link", { name: `After ${device}` }).waitFor();
    await fan.getByRole("link", { name: `Before ${device}` }).waitFor();
    expect(await findViolationsInBothThemes(fan)).toEqual([]);
    await expectToFit(fan);

    await fan.getByRole("link", { name: "Artists you follow" }).click();
    await fan.getByRole("list", { name: "Artists you follow" }).waitFor();
    await bell(fan).press("Space");
    await expect.poll(() => bell(fan).getAttribute("aria-checked")).toBe("false");
    expect(await findViolationsInBothThemes(fan)).toEqual([]);
    await expectToFit(fan);

    await fan.goto(`/user/${USERNAME}`);
    await expect.poll(() => bell(fan).getAttribute("aria-checked")).toBe("false");
    expect(await findViolationsInBothThemes(fan)).toEqual([]);
    await expectToFit(fan);
    await button(fan, "Following").press("Enter");
    await waitForToast(fan, `You no longer follow ${ARTIST}`);
    await fan.getByTestId("toaster").getByRole("button", { name: "Undo" }).click();
    await button(fan, "Following").waitFor();
    await expect.poll(() => bell(fan).getAttribute("aria-checked")).toBe("false");
    // The button changes before the response, and leaving the page would cancel the request.
    const ended = fan.waitForResponse((response) => response.request().method() === "DELETE");
    await button(fan, "Following").click();
    await button(fan, "Follow").waitFor();
    await ended;
    await fan.goto("/following");
    await fan.getByRole("heading", { name: "Nothing here yet" }).waitFor();
    expect(await findViolationsInBothThemes(fan)).toEqual([]);
    await expectToFit(fan);
    await fan.context().close();
  },
);
