import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { logIn, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";
import { createOperator } from "../operator-steps.ts";

const REPORTER = "tove@photographs.example";

const liv: Person = {
  userName: "Liv Strand",
  userUsername: "liv.strand",
  userEmail: "liv.strand@ochre.test",
  password: "nets drying in the wind",
};

const marketplace = openMarketplace();
let logInAsModerator: Awaited<ReturnType<typeof createOperator>>;
let artist: Page;

beforeAll(async () => {
  await marketplace.member(liv);
  logInAsModerator = await createOperator(marketplace.origin(), ["moderation"]);
  artist = await marketplace.visitor();
  await logIn(artist, liv);
});

test.each(FLOW_SCREENS)(
  "on a %s a reported artwork is taken down from the queue, both sides are mailed, and it is undone",
  async (name, screen) => {
    const title = `Nets, ${name}`;
    await publish(artist, title);
    const { pathname } = new URL(artist.url());
    const report = { link: pathname, reason: `My photograph, on a ${name}.`, email: REPORTER };
    await fetch(`${marketplace.origin()}/api/notices`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(report),
    });
    const page = await marketplace.visitor({ ...screen, reducedMotion: "reduce" });
    await logInAsModerator(page);
    await page.goto("/admin/queue");
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole("link", { name: title }).click();
    await page.getByText(report.reason).last().waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole("button", { name: "Assign to me" }).click();
    await page.getByRole("button", { name: "Unassign" }).waitFor();

    await page.getByRole("button", { name: "Take down" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason, as it is sent").fill("It copies a photograph.");
    await dialog.getByLabel("Section of the terms, or law").fill("Copyright law");
    await dialog.getByText("This sends 2 emails").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Take down" }).click();
    await page.getByRole("heading", { name: "Taken down" }).waitFor();
    await marketplace.waitForMail(liv.userEmail, ({ subject }) => subject === "Your artwork was taken down");
    await marketplace.waitForMail(REPORTER, ({ subject }) => subject === "The artwork you reported was taken down");
    const visitor = await marketplace.visitor();
    expect((await visitor.goto(pathname))?.status()).toBe(404);

    await page.getByRole("article").getByRole("button", { name: "Undo" }).click();
    await dialog.getByLabel("Reason, for the operators").fill("It is licensed.");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await waitForToast(page, "Undone: it is open again");
    await marketplace.waitForMail(liv.userEmail, ({ subject }) => subject === "Your artwork is back");
    await expect.poll(async () => (await visitor.goto(pathname))?.status()).toBe(200);
  },
);
