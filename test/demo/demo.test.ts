import { afterEach, expect, test } from "vitest";
import { createDemo } from "#demo/demo.ts";
import { SHOWCASES } from "#demo/events.ts";
import { DEMO_ACCOUNTS, PEOPLE } from "#demo/people.ts";
import { WORKS } from "#demo/works.ts";
import { type FakeStage, startFakeStage } from "#test/demo/fake-stage.ts";

const people = PEOPLE.filter(({ userUsername }) =>
  ["demo.artist", "demo.buyer", "lotte.kessler", "callum.mactavish"].includes(userUsername),
);
const works = WORKS.filter(({ artist }) => ["lotte.kessler", "demo.artist"].includes(artist));

const DAY_MS = 24 * 60 * 60 * 1000;

let stage: FakeStage | undefined;

afterEach(() => stage?.close());

/** Counts a stage's items, with its titles. */
const getContent = ({ accounts, artwork, favorites, comments, collections, orders, reviews }: FakeStage) => ({
  accounts: accounts.length,
  titles: artwork.map(({ artworkTitle }) => artworkTitle).sort(),
  favorites: favorites.size,
  comments: comments.map(({ commentContent }) => commentContent).sort(),
  collections: collections.map(({ collectionTitle }) => collectionTitle).sort(),
  orders: orders.length,
  reviews: reviews.size,
});

async function start(options?: Parameters<typeof startFakeStage>[0]) {
  stage = await startFakeStage(options);
  return { stage, run: () => createDemo({ origin: stage?.origin ?? "", people, works }) };
}

test("an empty stage gets every account, verified and with a bio, and every artwork", async () => {
  const { stage, run } = await start();
  await run();
  expect(stage.accounts.filter(({ verified }) => verified)).toHaveLength(people.length);
  expect(stage.profiles).toContainEqual({
    userName: DEMO_ACCOUNTS[0].userName,
    userDescription: DEMO_ACCOUNTS[0].userDescription,
    userCountry: DEMO_ACCOUNTS[0].userCountry,
  });
  expect(stage.artwork.map(({ artworkTitle }) => artworkTitle).sort()).toEqual(works.map(({ title }) => title).sort());
});

test("artwork and orders are from the past four weeks, in the order of their dates", async () => {
  const { stage, run } = await start();
  await run();
  const listDates = (path: string) => stage.dates.filter((one) => one.path === path).map(({ at }) => at.getTime());
  const [published, ordered] = [listDates("/api/artwork"), listDates("/api/orders")];
  expect(published).toHaveLength(works.length);
  expect(ordered.length).toBe(stage.orders.length);
  for (const dates of [published, ordered]) {
    // A few calls run concurrently.
    for (const [place, date] of dates.slice(4).entries()) expect(date).toBeGreaterThan(dates[place] ?? 0);
    expect(Math.min(...dates)).toBeGreaterThan(Date.now() - 29 * DAY_MS);
    expect(Math.max(...dates)).toBeLessThanOrEqual(Date.now());
  }
  expect(new Set(ordered.map((date) => Math.floor(date / DAY_MS))).size).toBeGreaterThanOrEqual(ordered.length / 2);
});

test("every artist gets an avatar once, and accounts without a picture get none", async () => {
  const { stage, run } = await start();
  await run();
  const findId = (name: string) => stage.accounts.find(({ userUsername }) => userUsername === name)?.id;
  const first = new Map(stage.avatars);
  expect([...first.keys()].sort()).toEqual([findId("demo.artist"), findId("lotte.kessler")].sort());
  await run();
  expect(stage.avatars).toEqual(first);
});

test("favorites, follows, comments, replies and profiles are added as their own users", async () => {
  const { stage, run } = await start();
  await run();
  const findId = (name: string) => stage.accounts.find(({ userUsername }) => userUsername === name)?.id;
  const findArtworkId = (title: string) => stage.artwork.find(({ artworkTitle }) => artworkTitle === title)?.artworkId;
  const title = "First Light over Tarn Hollow";
  expect(stage.favorites).toContain(`${findId("demo.buyer")} ${findArtworkId(title)}`);
  expect(stage.follows).toContain(`${findId("demo.buyer")} demo.artist`);
  const comments = stage.comments.filter(({ artworkId }) => artworkId === findArtworkId(title));
  expect(comments.map(({ userId }) => userId)).toEqual(
    ["callum.mactavish", "demo.buyer", "demo.artist"].map((name) => findId(name)),
  );
  expect(comments.map(({ parent }) => parent)).toEqual([undefined, undefined, comments[0]?.commentId]);
  const { links } = SHOWCASES["demo.artist"] ?? {};
  expect(stage.showcases.get(findId("demo.artist") ?? "")).toMatchObject({ userLinks: links });
});

test("a collection contains those of its artworks that exist", async () => {
  const { stage, run } = await start();
  await run();
  const listIds = (titles: string[]) =>
    new Set(stage.artwork.filter(({ artworkTitle }) => titles.includes(artworkTitle)).map((one) => one.artworkId));
  const hallway = stage.collections.find(({ collectionTitle }) => collectionTitle === "For the hallway");
  expect(hallway?.artworkIds).toEqual(listIds(["First Light over Tarn Hollow", "Counting Ridges", "Night Ferry"]));
  expect(stage.collections.map(({ collectionTitle }) => collectionTitle)).not.toContain("Loud ones");
});

test("free licences are ordered for persons and companies, and reviewed", async () => {
  const { stage, run } = await start();
  await run();
  const findArtworkId = (title: string) => stage.artwork.find(({ artworkTitle }) => artworkTitle === title)?.artworkId;
  const taken = stage.orders.filter(({ artworkId }) => artworkId === findArtworkId("First Light over Tarn Hollow"));
  expect(taken).toHaveLength(2);
  expect(stage.orders).toContainEqual(
    expect.objectContaining({ artworkId: findArtworkId("Counting Ridges"), company: "Werkstatt Kessler" }),
  );
  expect([...stage.reviews.values()].every((rating) => rating >= 4)).toBe(true);
  expect(stage.reviews.size).toBeGreaterThan(3);
});

test("the artist's page and works get views over the past weeks", async () => {
  const { stage, run } = await start();
  await run();
  const own = stage.artwork.filter(
    ({ ownerId }) => ownerId === stage.accounts.find(({ userUsername }) => userUsername === "demo.artist")?.id,
  );
  expect(stage.views.size).toBe(own.length + 1);
  const days = stage.dates
    .filter(({ path }) => path.endsWith("/views"))
    .map(({ at }) => Math.floor(at.getTime() / DAY_MS));
  expect(new Set(days).size).toBeGreaterThan(14);
});

test("uploads are waited for in their order", async () => {
  const { stage, run } = await start();
  await run();
  // Once for each work and for two avatars, and once more for the first of the first view, of the rest and of the avatars.
  expect(stage.counts.polls).toBe(works.length + 2 + 3);
});

test("a second run adds nothing", async () => {
  const { stage, run } = await start();
  await run();
  const views = () => [...stage.views.values()].reduce((sum, count) => sum + count, 0);
  const sizes = () => [stage.favorites.size, stage.comments.length, stage.orders.length, stage.reviews.size, views()];
  const before = sizes();
  await run();
  expect(stage.counts.signups).toBe(people.length);
  expect(stage.artwork).toHaveLength(works.length);
  expect(sizes()).toEqual(before);
});

test("an interrupted run continues where it stopped", async () => {
  const { stage, run } = await start({ failPicture: 3 });
  await expect(run()).rejects.toThrow(
    /^The demo stopped while it tried to prepare the picture of “.+”: The file is damaged or incomplete$/,
  );
  expect(stage.artwork.length).toBeLessThan(works.length);
  await run();
  expect(new Set(stage.artwork.map(({ artworkTitle }) => artworkTitle)).size).toBe(works.length);
  expect(stage.artwork).toHaveLength(works.length);
});

test.each(["request", "response"] as const)(
  "a run that loses the %s of any of its calls continues where it ended",
  async (lost) => {
    const few = works.filter(({ title }) => ["Counting Ridges", "Ausstellung"].includes(title));
    const run = (origin: string) => createDemo({ origin, people, works: few });
    const whole = await startFakeStage();
    await run(whole.origin);
    await whole.close();
    const { stage } = await start();
    for (let afterCalls = 0; afterCalls < whole.counts.calls; afterCalls += 6) {
      stage.cutOff({ lost, afterCalls });
      await run(stage.origin).catch(() => undefined);
    }
    stage.cutOff(undefined);
    await run(stage.origin);
    expect(getContent(stage)).toEqual(getContent(whole));
  },
);

test("an account left unverified gets a new link", async () => {
  const { stage, run } = await start();
  stage.accounts.push({
    id: "left-over",
    userUsername: "demo.buyer",
    userEmail: "demo.buyer@ochre.example",
    verified: false,
  });
  await run();
  expect(stage.accounts.every(({ verified }) => verified)).toBe(true);
});

test("an account whose link was mailed but never opened gets no other mail", async () => {
  const { stage, run } = await start();
  const account = {
    id: "left-over",
    userUsername: "demo.buyer",
    userEmail: "demo.buyer@ochre.example",
    verified: false,
  };
  stage.accounts.push(account);
  stage.mails.push({ to: account.userEmail, links: ["http://site.example/verify_token/left-over.0"] });
  await run();
  expect(stage.accounts.every(({ verified }) => verified)).toBe(true);
  expect(stage.mails.filter(({ to }) => to === account.userEmail)).toHaveLength(1);
});

test("a sign-up that a crash interrupted is repeated once its name is free", async () => {
  const { stage } = await start();
  const cut = { id: "cut", userUsername: "demo.buyer", userEmail: "demo.buyer@ochre.example", verified: false };
  stage.accounts.push({ ...cut, halfway: true });
  const waits: string[] = [];
  await createDemo({ origin: stage.origin, people, works, onWait: (line) => waits.push(line) });
  expect(waits).toEqual([expect.stringContaining("demo.buyer")]);
  expect(stage.accounts).toHaveLength(people.length);
  expect(stage.accounts.every(({ verified }) => verified)).toBe(true);
});

test("an aborted run ends between two of its steps", async () => {
  const { stage } = await start();
  const ending = new AbortController();
  const making = createDemo({ origin: stage.origin, people, works, signal: ending.signal });
  await expect.poll(() => stage.accounts.length).toBeGreaterThan(0);
  ending.abort();
  await expect(making).rejects.toThrow(/abort/i);
  expect(stage.accounts.every(({ verified }) => verified)).toBe(true);
  expect(stage.artwork).toEqual([]);
});

test("expired tokens, and a server that is busy, only delay the demo", async () => {
  const { stage, run } = await start({ tokenCalls: 5, busyEvery: 7 });
  await run();
  expect(stage.counts.busy).toBeGreaterThan(1);
  expect(stage.counts.logins).toBeGreaterThan(people.length);
  expect(stage.artwork).toHaveLength(works.length);
});

test("a work whose publication succeeded but got an error response is published once", async () => {
  const { stage, run } = await start({ losesAnswer: true });
  await run();
  expect(stage.artwork.map(({ artworkTitle }) => artworkTitle).sort()).toEqual(works.map(({ title }) => title).sort());
});

test("a stage without the profile route gets a demo without bios", async () => {
  const { stage, run } = await start();
  stage.profileRoute.exists = false;
  await run();
  expect(stage.profiles).toEqual([]);
  expect(stage.artwork).toHaveLength(works.length);
});

test("an unreachable stage fails with one line", async () => {
  const { stage, run } = await start();
  await stage.close();
  await expect(run()).rejects.toThrow(
    /^The demo stopped while it tried to read the stage's configuration: .*ECONNREFUSED.*$/,
  );
});
