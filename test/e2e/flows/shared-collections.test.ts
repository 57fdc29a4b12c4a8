import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { computeFees } from "#shared/rules/fees.ts";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { expectAccessible, expectToFit } from "../accessible.ts";
import { buildPerson, logIn, waitForToast } from "../account-steps.ts";
import { openMarketplace, SCREENS } from "../marketplace.ts";
import { picture } from "../screenshots.ts";
import { becomeSeller, CARDS, fillInBilling, publish, typeCard } from "../shop-steps.ts";

const marketplace = openMarketplace();

let director: Page;
let client: Page;
let visitor: Page;
/** Paths of the works and of the collection. */
let works: string[];
let collection: string;

const getPath = (page: Page) => new URL(page.url()).pathname;

beforeAll(async () => {
  const [dora, cleo, arne] = await Promise.all([
    marketplace.member(buildPerson("Dora Director", "dora.director")),
    marketplace.member(buildPerson("Cleo Client", "cleo.client")),
    marketplace.member(buildPerson("Arne Artist", "arne.artist")),
  ]);
  const artist = await marketplace.visitor();
  [director, client, visitor] = [
    await marketplace.visitor(),
    await marketplace.visitor(SCREENS.phone),
    await marketplace.visitor(),
  ];
  await Promise.all([logIn(artist, arne), logIn(director, dora), logIn(client, cleo)]);
  const free = await publish(artist, "Harbor for all", "free");
  await becomeSeller(artist);
  works = [await publish(artist, "Harbor at six", "priced"), await publish(artist, "Harbor at nine", "priced"), free];
});

async function save(page: Page, work: string, collectionTitle: string) {
  await page.goto(work);
  await page.getByRole("button", { name: /^Save .* to a collection/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: collectionTitle }).click();
  await page.getByRole("dialog").getByText(`Added to ${collectionTitle}`).waitFor();
}

async function comment(page: Page, text: string) {
  await page.getByRole("textbox", { name: "Add a comment" }).fill(text);
  await page.getByRole("button", { name: "Post" }).click();
  await waitForToast(page, "Comment posted");
}

test("an owner invites a client, who adds a work; both comment, and nobody else sees it", async () => {
  await director.goto(works[0] ?? "");
  await director.getByRole("button", { name: "Save Harbor at six to a collection" }).click();
  await director.getByLabel("New collection").fill("Autumn campaign");
  await director.keyboard.press("Enter");
  await director.getByText("Added to Autumn campaign").waitFor();
  await director.goto("/gallery?tab=collections");
  await director.getByRole("link", { name: "Autumn campaign" }).click();
  await director.getByRole("button", { name: "People" }).click();
  await director.getByLabel("Username").fill("cleo.client");
  await director.keyboard.press("Enter");
  await director.getByRole("list", { name: "People with access" }).getByText("Cleo Client").waitFor();
  await expectAccessible(director);
  await director.getByRole("button", { name: "Done" }).click();
  collection = getPath(director);

  await save(client, works[1] ?? "", "Autumn campaign");
  await save(client, works[2] ?? "", "Autumn campaign");
  await client.goto("/gallery?tab=collections");
  await client.getByRole("heading", { name: "Shared with you" }).waitFor();
  await client.getByRole("link", { name: "Autumn campaign" }).click();
  await client.getByText("shared with you").waitFor();
  await client.getByRole("button", { name: "Comments" }).click();
  await comment(client, "Nine is warmer.");
  await expectAccessible(client);
  await expectToFit(client);
  await picture(client, "shared-collection-phone");

  // Without a reload.
  await director.getByText("Nine is warmer.").waitFor();
  await comment(director, "Then both.");
  await client.getByText("Then both.").waitFor();
  await expectAccessible(director);
  await director.getByRole("button", { name: "Delete the comment by Cleo Client" }).click();
  await director.getByRole("button", { name: "Delete comment" }).click();
  await director.getByText("Nine is warmer.").waitFor({ state: "detached" });
  await client.getByText("Nine is warmer.").waitFor({ state: "detached" });

  await visitor.goto(collection);
  await visitor.getByRole("heading", { name: "Autumn campaign" }).waitFor();
  expect(await visitor.getByText("Then both.").count()).toBe(0);
  expect(await visitor.getByRole("button", { name: /^(Comments|License all)$/ }).count()).toBe(0);
});

async function pay(page: Page) {
  await page.getByRole("checkbox", { name: "Deliver immediately" }).check();
  await typeCard(page, CARDS.good);
  await page.getByRole("button", { name: `Pay ${formatTotal(4000)}` }).click();
}

test("the client buys the works one after the other, and a reload neither loses nor repeats anything", async () => {
  await client.goto(collection);
  await client.getByRole("button", { name: "License all" }).click();
  const dialog = client.getByRole("dialog", { name: "License the collection" });
  await dialog.getByRole("list", { name: "Works" }).waitFor();
  await dialog.getByRole("radio", { name: "Personal" }).check();
  await dialog.getByText("Free, on its own page").waitFor();
  const sum = (2 * computeFees(4000).orderSpent) / 100;
  await dialog.getByText(`$${sum.toFixed(2)}`).waitFor();
  await expectAccessible(client);
  await picture(client, "license-collection-phone");
  await dialog.getByRole("button", { name: "Buy one by one" }).click();
  await client.getByText("Work 1 of 2").waitFor();
  await fillInBilling(client);
  await pay(client);
  await client.getByText("Work 2 of 2").waitFor();
  await client.reload();
  await client.getByText("Work 2 of 2").waitFor();
  await client.getByRole("heading", { name: "Harbor at nine" }).waitFor();
  await expectAccessible(client);
  await pay(client);
  await client.waitForURL(`**${collection}`);

  await client.getByRole("button", { name: "License all" }).click();
  await dialog.getByRole("radio", { name: "Personal" }).check();
  await expect.poll(() => dialog.getByText("You have this license").count()).toBe(2);
  expect(await dialog.getByRole("button", { name: "Buy one by one" }).isDisabled()).toBe(true);
});

test("the owner asks the artist for a price for all of their works, by keyboard", async () => {
  await director.goto(collection);
  const press = (key: string) => director.keyboard.press(key);
  await director.getByRole("button", { name: "License all" }).focus();
  await press("Enter");
  const dialog = director.getByRole("dialog", { name: "License the collection" });
  await dialog.getByRole("list", { name: "Works" }).waitFor();
  await expectAccessible(director);
  await dialog.getByRole("button", { name: "Ask for a price" }).focus();
  await press("Enter");
  await director.getByRole("list", { name: "Artists" }).waitFor();
  await expectAccessible(director);
  await director.getByRole("button", { name: "Ask Arne Artist for a price" }).focus();
  await press("Enter");
  await director.getByText("For “Harbor at six” and 1 more work.").waitFor();
  await director.getByLabel("What is it for?").fill("A poster series");
  await press("Enter");
  await director.getByText("Asked.").waitFor();
  await director.getByRole("link", { name: "Open conversation" }).click();
  await director.getByRole("paragraph").filter({ hasText: "Also for “Harbor at nine”." }).waitFor();

  await director.goto(collection);
  await director.getByRole("button", { name: "People" }).click();
  await director.getByRole("button", { name: "Remove Cleo Client" }).click();
  await waitForToast(director, "Cleo Client no longer has access");
});
