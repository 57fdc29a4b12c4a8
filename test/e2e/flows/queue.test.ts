import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test, vi } from "vitest";
import { addModerator, generateCode } from "#demo/add-moderator.ts";
import { DEMO_MODERATOR, DEMO_PASSWORD } from "#demo/people.ts";
import { findByUsername } from "#lambdas/areas/users/find-user.ts";
import { setPermissions } from "#lambdas/areas/users/operators.ts";
import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { logIn, submitLogin, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { FLOW_SCREENS, openMarketplace, type Person } from "../marketplace.ts";

const REPORTER = "tove@photographs.example";

const liv: Person = {
  userName: "Liv Strand",
  userUsername: "liv.strand",
  userEmail: "liv.strand@ochre.test",
  password: "nets drying in the wind",
};

const marketplace = openMarketplace();
let secret = "";
let usedCode = "";
let artist: Page;

/** Does what `npm run ops -- operators grant` does, which only finds a cloud at consecutive ports. */
async function grant() {
  const { table: stored } = inject("cloud");
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", stored.endpoint);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", LOCAL_CREDENTIALS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", LOCAL_CREDENTIALS.secretAccessKey);
  const table = openTable({ TABLE_NAME: stored.name });
  const user = await findByUsername(table, DEMO_MODERATOR.userUsername, new Date());
  if (!user || !(await setPermissions(table, user, ["moderation"]))) throw new Error("Nothing was granted");
}

beforeAll(async () => {
  await marketplace.member(liv);
  await addModerator({
    origin: marketplace.origin(),
    storedSecret: undefined,
    storeSecret: (stored) => {
      secret = stored;
    },
    grant,
    onWait: () => undefined,
  });
  usedCode = generateCode(secret);
  artist = await marketplace.visitor();
  await logIn(artist, liv);
});

/** Logs in with a code that wasn't used before. */
async function logInAsModerator(page: Page) {
  await page.goto("/login");
  await submitLogin(page, DEMO_MODERATOR.userUsername, DEMO_PASSWORD);
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  await expect.poll(() => generateCode(secret), { timeout: 40_000 }).not.toBe(usedCode);
  usedCode = generateCode(secret);
  await code.fill(usedCode);
  await code.press("Enter");
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
}

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
    await page.getByRole("button", { name: "Take", exact: true }).click();
    await page.getByRole("button", { name: "Give back" }).waitFor();

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
