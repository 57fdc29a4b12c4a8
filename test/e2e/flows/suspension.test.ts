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
const [SUSPENDER, DECIDER] = [
  { ...DEMO_MODERATOR, userUsername: "sam.suspender", userEmail: "sam.suspender@ochre.test" },
  { ...DEMO_MODERATOR, userUsername: "dee.decider", userEmail: "dee.decider@ochre.test" },
];
type LogIn = Awaited<ReturnType<typeof createOperator>>;
let logInAsSuspender: LogIn;
let logInAsDecider: LogIn;

beforeAll(async () => {
  logInAsSuspender = await createOperator(marketplace.origin(), ["moderation", "support", "curation"], SUSPENDER);
  logInAsDecider = await createOperator(marketplace.origin(), ["moderation"], DECIDER);
});

/** Checks and pictures a screen. */
async function look(page: Page, name: string) {
  await expectAccessible(page);
  await expectToFit(page);
  await picture(page, name);
}

test.each(FLOW_SCREENS)(
  "on a %s an account is suspended, its owner answers, and somebody else lifts it",
  async (device, screen) => {
    const username = `ines.${device}`.slice(0, 25);
    const ines = buildPerson("Ines Ink", username);
    await marketplace.member(ines);
    const artist = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logIn(artist, ines);
    await publish(artist, `Ink, ${device}`);
    const { pathname } = new URL(artist.url());

    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logInAsSuspender(page);
    await page.getByRole("button", { name: "Profile menu" }).click();
    await page.getByRole("menuitem", { name: "Administration" }).click();
    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByLabel("Username, email, ID or order number").fill(username);
    await page.getByLabel("Reason").selectOption("security");
    await page.getByRole("button", { name: "Search", exact: true }).last().click();
    await page.getByRole("button", { name: "Suspend" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Saved rules").selectOption("Copyright law");
    await dialog.getByLabel("Reason", { exact: true }).fill("Three of its works copy photographs by others.");
    await dialog.getByText("This sends one email").waitFor();
    await look(page, `suspend-${device}`);
    await dialog.getByRole("button", { name: "Suspend account" }).click();
    await waitForToast(page, "Account suspended");
    await page.getByRole("button", { name: "Show mails and notifications" }).click();
    await page.getByRole("button", { name: "Show reports and questions" }).click();
    await page.getByText("Nothing of theirs was reported.").waitFor();
    await look(page, `person-suspended-${device}`);
    await marketplace.waitForMail(ines.userEmail, ({ subject }) => subject === "Your Ochre account was suspended");

    await artist.goto("/my_artwork");
    const banner = artist.getByRole("region", { name: "Your account is suspended" });
    await banner.getByText("Reason and rule").click();
    await banner.getByText("Three of its works").waitFor();
    await look(artist, `banner-${device}`);
    await banner.getByRole("button", { name: "Answer" }).click();
    const answer = artist.getByRole("dialog", { name: "Answer the suspension" });
    await answer.getByLabel("Your answer").fill("I took these photographs myself.");
    await look(artist, `answer-${device}`);
    await answer.getByRole("button", { name: "Send" }).click();
    await banner.getByText("You answered.").waitFor();

    const visitor = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await visitor.goto(pathname);
    await visitor.getByText("Purchasing artwork is temporarily disabled").waitFor();
    await look(visitor, `artwork-of-suspended-${device}`);

    const other = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logInAsDecider(other);
    await other.goto("/admin/queue?kind=appeal");
    await other
      .getByRole("link", { name: /Answer to a suspension/ })
      .first()
      .click();
    await other.getByText("I took these photographs myself.").last().waitFor();
    await look(other, `appeal-${device}`);
    await other.getByRole("button", { name: "Lift the suspension" }).click();
    const lifting = other.getByRole("dialog");
    await lifting.getByLabel("Reason, as it is sent").fill("We looked again.");
    await lifting.getByText("This sends one email").waitFor();
    await look(other, `lift-${device}`);
    await lifting.getByRole("button", { name: "Lift the suspension" }).click();
    await waitForToast(other, "Suspension lifted");
    await marketplace.waitForMail(
      ines.userEmail,
      ({ subject }) => subject === "Your Ochre account is no longer suspended",
    );
    await artist.goto("/my_artwork");
    await artist.getByRole("button", { name: "Profile menu" }).waitFor();
    expect(await banner.count()).toBe(0);

    await page.goto("/admin/numbers");
    await page.getByText(/^Counted since/).waitFor();
    await look(page, `numbers-${device}`);
    const [, artworkId = ""] = /\/artwork\/([^/]+)/.exec(pathname) ?? [];
    await page.goto(`/admin/artwork/${artworkId}`);
    await page.getByRole("link", { name: "Feature on the home page…" }).click();
    await page.getByText("Not saved yet").waitFor();
    await look(page, `feature-${device}`);
  },
);
