import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "../accessible.ts";
import { logIn, waitForToast } from "../account-steps.ts";
import { publish } from "../artwork-steps.ts";
import { openMarketplace, type Person, SCREENS } from "../marketplace.ts";

const TITLE = "Pier in June";
const REMARK = "That green under the pier!";

const buildPerson = (userName: string, userUsername: string): Person => ({
  userName,
  userUsername,
  userEmail: `${userUsername}@ochre.test`,
  password: "a quiet red room",
});
const artist = buildPerson("Alva Berg", "alva.berg");
const fan = buildPerson("Ines Moreau", "ines.moreau");

const fanNamed = `${fan.userName} (@${fan.userUsername})`;

const marketplace = openMarketplace();

async function openSignedInPage(person: Person, screen: (typeof SCREENS)[keyof typeof SCREENS]) {
  const page = await marketplace.visitor(screen);
  await logIn(page, await marketplace.member(person));
  return page;
}

/** Marks the window, which only a reload clears. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { wasHere: true }));
const isMarked = (page: Page) => page.evaluate(() => "wasHere" in window);

const bell = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const favoriteButton = (page: Page, pressed: boolean) =>
  page.getByRole("main").getByRole("button", { name: `Favorite ${TITLE}`, pressed });

test("a favourite and a comment reach the artist's bell without a reload, and lead to the comment", async () => {
  const [atWork, looking] = await Promise.all([
    openSignedInPage(artist, SCREENS.phone),
    openSignedInPage(fan, SCREENS.desktop),
  ]);
  await publish(atWork, TITLE);
  const { pathname } = new URL(atWork.url());
  await atWork.goto("/");
  await bell(atWork, "Notifications").waitFor();
  await mark(atWork);

  await looking.goto("/");
  await bell(looking, "Notifications").waitFor();
  await favoriteButton(looking, false).click();
  await favoriteButton(looking, true).getByText("1").waitFor();
  await looking.getByRole("main").getByRole("link", { name: TITLE }).first().click();
  await favoriteButton(looking, true).waitFor();
  await looking.getByRole("textbox", { name: "Add a comment" }).fill(REMARK);
  await looking.getByRole("button", { name: "Post" }).click();
  await waitForToast(looking, "Comment posted");
  await looking.getByRole("heading", { name: "Comments 1" }).waitFor();
  await expectAccessible(looking);

  await bell(atWork, "Notifications, 2 unread").click();
  const favorited = atWork.getByRole("listitem").filter({ hasText: `1 person favorited ${TITLE}` });
  await favorited.getByRole("button", { name: "Mark as read" }).click();
  await favorited.getByRole("button", { name: "Mark as unread" }).waitFor();
  const notice = atWork.getByRole("link", { name: `Unread: ${fanNamed} commented on ${TITLE}` });
  await notice.waitFor();
  await notice.click();
  await atWork.getByText(REMARK).waitFor();
  expect([new URL(atWork.url()).pathname, await isMarked(atWork)]).toEqual([pathname, true]);
  await bell(atWork, "Notifications").click();
  await atWork.getByRole("link", { name: `${fanNamed} commented on ${TITLE}`, exact: true }).waitFor();
  await expect.poll(() => atWork.getByRole("button", { name: "Mark as unread" }).count()).toBe(2);
  await atWork.reload();
  await bell(atWork, "Notifications").waitFor();
  await atWork.getByText(REMARK).waitFor();

  await looking.goto(`/user/${fan.userUsername}?tab=favorites`);
  await looking.getByRole("link", { name: TITLE }).first().waitFor();
  await looking.goto(pathname);
  await looking.getByRole("button", { name: "Delete your comment" }).click();
  await looking.getByRole("alertdialog").getByRole("button", { name: "Delete comment" }).click();
  await looking.getByText("No comments yet. Be the first.").waitFor();
  await looking.getByRole("alertdialog").waitFor({ state: "hidden" });
  const focused = () => looking.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Comments");
});
