import { expect, test } from "vitest";
import { createDemo } from "#demo/demo.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from "#demo/people.ts";
import { WORKS } from "#demo/works.ts";
import { PAGE } from "#shared/limits.ts";
import { openMarketplace, SCREENS } from "../marketplace.ts";
import { listReplies, seededCloud } from "../seeded-cloud.ts";

const marketplace = openMarketplace();
const { origin, get, soldBy } = seededCloud();
const TITLE = "First Light over Tarn Hollow";
const people = PEOPLE.filter(({ userUsername }) =>
  ["demo.artist", "demo.buyer", "callum.mactavish"].includes(userUsername),
);
const works = WORKS.filter(({ title }) => [TITLE, "Isle of Harrow, Sheet 1", "Lilac Hour"].includes(title));

const run = () => createDemo({ origin, people, works });

/** The demo's data from the real API, as a visitor. */
async function seen() {
  const titles = works.map(({ title }) => title);
  const all = await get(`/api/artwork?limit=${PAGE.max}`);
  const items = all.items.filter(({ artworkTitle }: { artworkTitle: string }) => titles.includes(artworkTitle));
  const artwork = items.find(({ artworkTitle }: { artworkTitle: string }) => artworkTitle === TITLE);
  const comments = await get(`/api/artwork/${artwork.artworkId}/comments`);
  return {
    titles: items.map(({ artworkTitle }: { artworkTitle: string }) => artworkTitle).sort(),
    favorites: artwork.favorites,
    rating: artwork.rating,
    prices: items.map(({ artworkPersonal }: { artworkPersonal: number }) => artworkPersonal).sort(),
    authors: [...comments.items, ...listReplies(comments)].map(({ author }) => author.name),
  };
}

test("a small demo is created through the real API, and a second run changes nothing", async () => {
  await run();
  const first = await seen();
  expect(first).toEqual({
    titles: works.map(({ title }) => title).sort(),
    favorites: 2,
    rating: { average: 5, count: 2 },
    prices: [0, 0, 60],
    authors: ["demo.buyer", "callum.mactavish", "demo.artist"],
  });
  const [artist] = DEMO_ACCOUNTS;
  expect(await get(`/api/users/${artist.userUsername}`)).toMatchObject({
    fullName: artist.userName,
    description: artist.userDescription,
    country: artist.userCountry,
  });

  await run();
  expect(await seen()).toEqual(first);
  expect(await soldBy(artist.userUsername)).toEqual([
    ["First Light over Tarn Hollow", 0],
    ["First Light over Tarn Hollow", 0],
    ["Lilac Hour", 5100],
    ["Lilac Hour", 5100],
  ]);
});

test("the demo's artist logs in and sees a notification about a comment", async () => {
  const page = await marketplace.visitor();
  await page.goto("/login");
  await page.getByLabel("Username or email").fill(DEMO_ACCOUNTS[0].userUsername);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: /notification/i }).click();
  await page.getByText(TITLE).first().waitFor();
});

test("a phone requests the visible pictures first, and the next one once those are painted", async () => {
  const page = await marketplace.visitor(SCREENS.phone);
  const asked = new Set<string>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/media/**", async (route) => {
    asked.add(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "domcontentloaded" });
  await page.getByRole("img").last().waitFor({ state: "attached" });
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
  // The lead picture alone fills a phone's first view.
  expect(asked.size).toBe(1);
  release();
  await expect.poll(() => asked.size).toBeGreaterThan(1);
});
