import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { DEMO_MODERATOR } from "#demo/people.ts";
import { expectToFit, findViolationsInBothThemes } from "../accessible.ts";
import { buildPerson, logIn, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace } from "../marketplace.ts";
import { createOperator } from "../operator-steps.ts";
import { picture } from "../screenshots.ts";

const marketplace = openMarketplace();

const ARTIST = "Solveig Dahl";
const TEXT = "Six pictures of one shore, from first light to last.\n\nAll of them at https://elsewhere.example/shore.";

let logInAsModerator: Awaited<ReturnType<typeof createOperator>>;

beforeAll(async () => {
  const moderator = { ...DEMO_MODERATOR, userUsername: "mod.erato", userEmail: "mod.erato@ochre.test" };
  logInAsModerator = await createOperator(marketplace.origin(), ["moderation"], moderator);
});

async function expectGood(page: Page, name: string) {
  await picture(page, name);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await expectToFit(page);
}

test.each(FLOW_SCREENS)(
  "on a %s an artist announces a series, a follower reads it, and it is edited, deleted, reported and taken down",
  async (device, screen) => {
    const username = `solveig.dahl.${device}`;
    const artist = await marketplace.visitor(screen);
    await logIn(artist, await marketplace.member(buildPerson(ARTIST, username)));
    await publish(artist, "First light");
    await publish(artist, "Last light");
    const fan = await marketplace.visitor(screen);
    await logIn(fan, await marketplace.member(buildPerson("Nils Berg", `nils.berg.${device}`)));
    await fan.goto(`/user/${username}`);
    const following = fan.waitForResponse((response) => response.request().method() === "POST");
    await fan.getByRole("button", { name: `Follow ${ARTIST}` }).click();
    await following;

    // The entrances, with nothing written yet.
    await artist.goto("/audience");
    await artist.getByRole("link", { name: "Write to your followers" }).waitFor();
    await artist.goto(`/user/${username}?tab=announcements`);
    await artist.getByRole("heading", { name: "No announcements yet" }).waitFor();
    await expectGood(artist, `empty-${device}`);
    await artist.getByRole("link", { name: "Write an announcement" }).click();

    await artist.getByText("It goes to 1 follower").waitFor();
    await artist.getByLabel("Title").fill("Six pictures of one shore");
    await artist.getByLabel("Text", { exact: true }).fill(TEXT);
    await artist.getByRole("checkbox", { name: "First light" }).check();
    await artist.getByRole("checkbox", { name: "Last light" }).check();
    await artist.getByRole("radio", { name: "Later" }).check();
    await artist.getByLabel("Date and time").waitFor();
    await expectGood(artist, `form-${device}`);
    await artist.reload();
    await artist.getByText("This is what you started earlier.").waitFor();
    expect(await artist.getByLabel("Title").inputValue()).toBe("Six pictures of one shore");
    await artist.getByRole("radio", { name: "Now" }).check();
    await artist.getByRole("button", { name: "Send now" }).dblclick();
    await artist.getByRole("heading", { name: "Six pictures of one shore", level: 1 }).waitFor();
    await waitForToast(artist, "Announcement sent to your followers");
    await expectGood(artist, `own-${device}`);
    const { pathname } = new URL(artist.url());

    const unread = fan.getByRole("button", { name: "Notifications, 1 unread" });
    await unread.waitFor();
    await unread.click();
    await picture(fan, `bell-${device}`);
    await fan.getByRole("link", { name: new RegExp(`${ARTIST} .* announced Six pictures of one shore`) }).click();
    await fan.getByRole("heading", { name: "Six pictures of one shore", level: 1 }).waitFor();
    expect(new URL(fan.url()).pathname).toBe(pathname);
    expect(await fan.getByRole("link", { name: /elsewhere/ }).count()).toBe(0);
    await expectGood(fan, `read-${device}`);

    // A second one waits, first in the list; a third is one too many.
    await artist.goto("/announcement/add");
    await artist.getByLabel("Title").fill("Prints from Friday");
    await artist.getByLabel("Text", { exact: true }).fill("A hundred of each.");
    await artist.getByRole("radio", { name: "Later" }).check();
    await artist.getByRole("button", { name: "Schedule" }).click();
    await waitForToast(artist, "Announcement scheduled");
    await artist.goto("/announcement/add");
    await artist.getByLabel("Title").fill("One more");
    await artist.getByLabel("Text", { exact: true }).fill("Too soon.");
    await artist.getByRole("button", { name: "Send now" }).click();
    await artist.getByText(/The next one can go out from/).waitFor();
    await expectGood(artist, `too-many-${device}`);

    await artist.goto(`/user/${username}?tab=announcements`);
    const list = artist.getByRole("list", { name: "Announcements" });
    const headings = list.getByRole("heading", { level: 2 });
    await list.getByRole("link", { name: "Edit “Prints from Friday”" }).waitFor();
    expect(await headings.allInnerTexts()).toEqual(["Prints from Friday", "Six pictures of one shore"]);
    await expectGood(artist, `list-${device}`);
    await list.getByRole("button", { name: "Delete “Prints from Friday”" }).press("Enter");
    await waitForToast(artist, "It won't be sent");
    await artist.getByTestId("toaster").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => headings.allInnerTexts()).toEqual(["Prints from Friday", "Six pictures of one shore"]);

    await list.getByRole("link", { name: "Edit “Six pictures of one shore”" }).click();
    await artist.getByLabel("Title").fill("Seven pictures of one shore");
    await artist.getByRole("button", { name: "Save changes" }).click();
    await artist.getByRole("heading", { name: "Seven pictures of one shore", level: 1 }).waitFor();
    await artist.getByText("· edited").waitFor();

    await fan.reload();
    await fan.getByRole("button", { name: "Report the announcement “Seven pictures of one shore”" }).click();
    const dialog = fan.getByRole("dialog");
    await dialog.getByLabel("What is wrong with it?").fill("It names a shop.");
    await dialog.getByRole("button", { name: "Report" }).click();
    await dialog.getByText("Message received").waitFor();
    const moderator = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logInAsModerator(moderator);
    await moderator.goto("/admin/queue");
    await moderator.getByRole("link", { name: "Seven pictures of one shore" }).first().click();
    await moderator.getByText("Six pictures of one shore, from first light to last.").waitFor();
    await expectGood(moderator, `case-${device}`);
    await moderator.getByRole("button", { name: "Take down" }).click();
    const decision = moderator.getByRole("dialog");
    await decision.getByLabel("Reason, as it is sent").fill("It advertises another shop.");
    await decision.getByLabel("Section of the terms, or law").fill("Terms of Service, section 3");
    await decision.getByText("This sends 2 emails").waitFor();
    await decision.getByRole("button", { name: "Take down" }).click();
    await moderator.getByRole("heading", { name: "Taken down" }).waitFor();
    await fan.goto(pathname);
    await fan.waitForURL("**/404");
    await artist.goto(pathname);
    await artist.getByText(/Reason: It advertises another shop\./).waitFor();
    await expectGood(artist, `taken-down-${device}`);
    for (const page of [artist, fan, moderator]) await page.context().close();
  },
);
