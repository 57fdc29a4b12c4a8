import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { logIn } from "#local/seed/client.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from "#local/seed/people.ts";
import { type SeedOptions, seed } from "#local/seed/seed.ts";
import { PAGE } from "#shared/limits.ts";
import { openMarketplace, SCREENS } from "./marketplace.ts";

const marketplace = openMarketplace();
const TITLE = "First Light over Tarn Hollow";
const people = PEOPLE.filter(({ userUsername }) =>
  ["demo.artist", "demo.buyer", "callum.mactavish"].includes(userUsername),
);
const catalogue = CATALOGUE.filter(({ artwork }) =>
  [TITLE, "Isle of Harrow, Sheet 1", "Lilac Hour"].includes(artwork.title),
);
let picturesDir: string;

beforeAll(async () => {
  picturesDir = await mkdtemp(join(tmpdir(), "ochre-pictures-"));
});
afterAll(() => rm(picturesDir, { recursive: true, force: true }));

const run = () => seed({ origin: marketplace.origin(), picturesDir, people, catalogue });

async function get(path: string) {
  const response = await fetch(marketplace.origin() + path);
  return response.json();
}

interface Said {
  readonly author: { readonly name: string };
  readonly replies?: { readonly items: readonly Said[] };
}

const repliesIn = ({ items }: { readonly items: readonly Said[] }) =>
  items.flatMap(({ replies }) => replies?.items ?? []);

/** What the real API holds of the demo, as a visitor sees it. */
async function seen() {
  const titles = catalogue.map(({ artwork }) => artwork.title);
  const all = await get(`/api/artwork?limit=${PAGE.max}`);
  const items = all.items.filter(({ artworkTitle }: { artworkTitle: string }) => titles.includes(artworkTitle));
  const artwork = items.find(({ artworkTitle }: { artworkTitle: string }) => artworkTitle === TITLE);
  const comments = await get(`/api/artwork/${artwork.artworkId}/comments`);
  return {
    titles: items.map(({ artworkTitle }: { artworkTitle: string }) => artworkTitle).sort(),
    favorites: artwork.favorites,
    rating: artwork.rating,
    prices: items.map(({ artworkPersonal }: { artworkPersonal: number }) => artworkPersonal).sort(),
    authors: [...comments.items, ...repliesIn(comments)].map(({ author }) => author.name),
  };
}

/** What somebody sold and what it brought, in cents. */
async function soldBy(userUsername: string) {
  const session = await logIn(marketplace.origin(), userUsername);
  const path = `/api/users/${session.userId}/orders?type=sales`;
  const { items } = await session.call<{ items: { orderEarned: number; artwork: { title: string } }[] }>({
    step: "list the sales",
    method: "GET",
    path,
  });
  return items.map(({ artwork, orderEarned }) => [artwork.title, orderEarned]).sort();
}

test("a small demo is made through the real API, and made again it stays as it is", async () => {
  await run();
  const first = await seen();
  expect(first).toEqual({
    titles: catalogue.map(({ artwork }) => artwork.title).sort(),
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

/** Seeds in a process of its own, which ends before it has finished. */
async function runKilled(options: SeedOptions, afterMs: number) {
  const program = `import { seed } from "#local/seed/seed.ts"; await seed(${JSON.stringify(options)});`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  await setTimeout(afterMs);
  child.kill("SIGKILL");
  await ended;
}

test("a demo that is killed again and again is completed by the next run, without doubles", async () => {
  const names = ["lotte.kessler", "demo.artist", "mireille_fontaine", "sunniva_aas"];
  const few = CATALOGUE.filter(({ artwork }) => ["Ausstellung", "Counting Ridges", "Veil"].includes(artwork.title));
  const options = {
    origin: marketplace.origin(),
    picturesDir,
    people: PEOPLE.filter(({ userUsername }) => names.includes(userUsername)),
    catalogue: few,
  };
  for (const afterMs of [1_000, 1_500, 2_000, 3_000, 4_500]) await runKilled(options, afterMs);
  await seed(options);

  const { items } = await get(`/api/artwork?limit=${PAGE.max}`);
  const titles = few.map(({ artwork }) => artwork.title).sort();
  const found = items.map(({ artworkTitle }: { artworkTitle: string }) => artworkTitle);
  expect(found.filter((title: string) => titles.includes(title)).sort()).toEqual(titles);
  const ridges = items.find(({ artworkTitle }: { artworkTitle: string }) => artworkTitle === "Counting Ridges");
  const comments = await get(`/api/artwork/${ridges.artworkId}/comments`);
  expect([comments.items.length, repliesIn(comments).length]).toEqual([1, 1]);
  expect((await soldBy("sunniva_aas")).map(([title]) => title)).toEqual(["Veil"]);
});

test("its artist logs in and is told what was said", async () => {
  const page = await marketplace.visitor();
  await page.goto("/login");
  await page.getByLabel("Username or email").fill(DEMO_ACCOUNTS[0].userUsername);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: /notification/i }).click();
  await page.getByText(TITLE).first().waitFor();
});

test("a phone asks for the pictures in sight first, and for the next one once those are painted", async () => {
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
  const inSight = await page.locator('[data-first-from="0"]').count();
  expect(inSight).toBeGreaterThanOrEqual(1);
  expect(asked.size).toBe(inSight);
  release();
  await expect.poll(() => asked.size).toBeGreaterThan(inSight);
});
