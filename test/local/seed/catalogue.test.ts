import { expect, test } from "vitest";
import { publishedAt } from "#local/seed/calendar.ts";
import { CATALOGUE, type CatalogueEntry, FIRST_VIEW, SMALL_DEMO } from "#local/seed/catalogue.ts";
import { COLLECTIONS } from "#local/seed/collections.ts";
import { COMMENTS } from "#local/seed/comments.ts";
import { CURATED } from "#local/seed/curated.ts";
import { SHAPES } from "#local/seed/demo-artwork.ts";
import { FAVORITES } from "#local/seed/favorites.ts";
import { FOLLOWS } from "#local/seed/follows.ts";
import { FREE_ORDERS, PAID_ORDERS } from "#local/seed/orders.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from "#local/seed/people.ts";
import { PRICES } from "#local/seed/prices.ts";
import { formOf } from "#local/seed/publish.ts";
import { SHOWCASES } from "#local/seed/showcases.ts";
import { countryOf } from "#shared/countries.ts";
import { LIMITS } from "#shared/limits.ts";
import { SignupForm } from "#shared/model/account.ts";
import { ArtworkForm } from "#shared/model/artwork.ts";
import { CommentForm } from "#shared/model/community.ts";
import { ProfileChange } from "#shared/model/profile.ts";

test("there are at least 12 artists and 120 artworks, and demo.artist made 10 or more", () => {
  const artists = new Set(CATALOGUE.map(({ userUsername }) => userUsername));
  expect(artists.size).toBeGreaterThanOrEqual(12);
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(120);
  expect(CATALOGUE.filter(({ userUsername }) => userUsername === "demo.artist").length).toBeGreaterThanOrEqual(10);
  expect(DEMO_ACCOUNTS.map(({ userUsername }) => userUsername)).toEqual(["demo.artist", "demo.buyer"]);
});

test("every artwork has an artist in the demo and a unique title, description and drawing", () => {
  const names = new Set(PEOPLE.map(({ userUsername }) => userUsername));
  expect(CATALOGUE.filter(({ userUsername }) => !names.has(userUsername))).toEqual([]);
  const distinct = (of: (artwork: (typeof CATALOGUE)[number]["artwork"]) => string) =>
    new Set(CATALOGUE.map(({ artwork }) => of(artwork))).size;
  expect(distinct(({ title }) => title)).toBe(CATALOGUE.length);
  expect(distinct(({ description }) => description)).toBe(CATALOGUE.length);
  expect(distinct(({ style, seed }) => `${style} ${seed}`)).toBe(CATALOGUE.length);
});

test("no two artworks published in a row are by the same artist", () => {
  const repeats = CATALOGUE.filter((entry, index) => CATALOGUE[index - 1]?.userUsername === entry.userUsername);
  expect(repeats).toEqual([]);
});

test.each(PEOPLE.map((person) => [person.userUsername, person] as const))("%s can sign up", (_name, person) => {
  const { userDescription, userCountry, ...account } = person;
  expect(SignupForm.safeParse({ ...account, userPassword: DEMO_PASSWORD, userConfirm: DEMO_PASSWORD }).success).toBe(
    true,
  );
  expect(userDescription.length).toBeLessThanOrEqual(LIMITS.userDescription.max);
  expect(userCountry).toMatch(/^[A-Z]{2}$/);
});

test("every artwork passes the artwork form, as free or as unavailable", () => {
  for (const { artwork } of CATALOGUE) {
    const form = ArtworkForm.parse(formOf(artwork));
    expect(form.artworkDescription?.length).toBeGreaterThan(20);
    expect(form.artworkTags?.length).toBeGreaterThanOrEqual(3);
    expect(form.artworkMedium).toBeTruthy();
    expect(form.artworkType).toBe(artwork.offer === "shown" ? "unavailable" : "free");
  }
});

test("tags bring together artwork of several artists", () => {
  const artistsOf = new Map<string, Set<string>>();
  for (const { userUsername, artwork } of CATALOGUE) {
    for (const tag of formOf(artwork).artworkTags) {
      artistsOf.set(tag, (artistsOf.get(tag) ?? new Set()).add(userUsername));
    }
  }
  for (const tag of ["landscape", "abstract", "sea", "night", "blue"]) {
    expect(artistsOf.get(tag)?.size, tag).toBeGreaterThanOrEqual(3);
  }
});

test("favorites are other artists' artwork, and comments are valid and by demo users", () => {
  const artists = new Map(CATALOGUE.map(({ userUsername, artwork }) => [artwork.title, userUsername]));
  const names = PEOPLE.map(({ userUsername }) => userUsername);
  expect(Object.keys(FAVORITES).sort()).toEqual([...names].sort());
  for (const [name, titles] of Object.entries(FAVORITES)) {
    expect([name, titles.filter((title) => !artists.has(title) || artists.get(title) === name)]).toEqual([name, []]);
  }
  for (const [name, followed] of Object.entries(FOLLOWS)) {
    expect(names).toContain(name);
    expect([name, followed.filter((artist) => artist === name || !names.includes(artist))]).toEqual([name, []]);
  }
  for (const [title, comments] of Object.entries(COMMENTS)) {
    expect(artists.has(title)).toBe(true);
    for (const [at, [name, commentContent, to]] of comments.entries()) {
      expect(names).toContain(name);
      expect(CommentForm.safeParse({ commentContent }).success).toBe(true);
      // A reply comes after what it replies to, which is no reply.
      if (to !== undefined) expect([to < at, comments[to]?.[2]]).toEqual([true, undefined]);
    }
  }
});

test("profiles show artwork of their own and links that the form takes", () => {
  const artists = new Map(CATALOGUE.map(({ userUsername, artwork }) => [artwork.title, userUsername]));
  for (const [name, { links, banner, pinned }] of Object.entries(SHOWCASES)) {
    for (const title of [banner, ...pinned]) expect([title, artists.get(title)]).toEqual([title, name]);
    const userPinned = pinned.map((_, at) => `0199a000-0000-7000-8000-${String(at).padStart(12, "0")}`);
    expect(ProfileChange.parse({ userLinks: links, userPinned }).userLinks).toEqual(links);
  }
});

test("prices are within the form's limits, and sellers live in countries that the payment provider supports", () => {
  for (const [title, price] of Object.entries(PRICES)) {
    const entry = CATALOGUE.find(({ artwork }) => artwork.title === title);
    if (!entry) throw new Error(`${title} isn't in the catalogue`);
    const form = ArtworkForm.parse(formOf(entry.artwork, price));
    expect(form).toMatchObject({ artworkType: "commercial", artworkPersonal: price.personal });
    const seller = PEOPLE.find(({ userUsername }) => userUsername === entry.userUsername);
    expect([seller?.userCountry, countryOf(seller?.userCountry ?? "")?.supported]).toEqual([seller?.userCountry, true]);
  }
  const sellers = new Set(
    CATALOGUE.filter(({ artwork }) => PRICES[artwork.title]).map(({ userUsername }) => userUsername),
  );
  expect(sellers.size).toBeGreaterThanOrEqual(6);
});

test("orders are for artwork of other artists, free or priced as ordered, and unique per user", () => {
  for (const { userUsername, title, rating = 1 } of FREE_ORDERS) {
    const entry = CATALOGUE.find(({ artwork }) => artwork.title === title);
    expect([title, entry?.artwork.offer]).not.toEqual([title, "shown"]);
    expect(Object.keys(PRICES)).not.toContain(title);
    expect([title, entry?.userUsername ?? userUsername]).not.toEqual([title, userUsername]);
    expect([1, 2, 3, 4, 5]).toContain(rating);
  }
  for (const { userUsername, title } of PAID_ORDERS) {
    const entry = CATALOGUE.find(({ artwork }) => artwork.title === title);
    expect(Object.keys(PRICES)).toContain(title);
    expect([title, entry?.userUsername ?? userUsername]).not.toEqual([title, userUsername]);
  }
  const orders = [...FREE_ORDERS, ...PAID_ORDERS];
  expect(new Set(orders.map(({ userUsername, title }) => `${userUsername} ${title}`)).size).toBe(orders.length);
});

test("the first look shows at least twelve artists, demo.artist and something for sale among them", () => {
  const first = CATALOGUE.slice(0, FIRST_VIEW);
  const artists = new Set(first.map(({ userUsername }) => userUsername));
  expect(artists.size).toBeGreaterThanOrEqual(12);
  expect(artists).toContain("demo.artist");
  expect(first.filter(({ artwork }) => PRICES[artwork.title])).not.toEqual([]);
});

test("what npm start makes begins with the first look and has each of its artists, sales, collections and reviews", () => {
  expect(CATALOGUE.slice(0, SMALL_DEMO.length)).toEqual(SMALL_DEMO);
  expect(SMALL_DEMO.length).toBeGreaterThanOrEqual(FIRST_VIEW + 8);
  const titles = new Set(SMALL_DEMO.map(({ artwork }) => artwork.title));
  expect(SMALL_DEMO.filter(({ userUsername }) => userUsername === "demo.artist").length).toBeGreaterThanOrEqual(6);
  expect(PAID_ORDERS.filter(({ title }) => titles.has(title)).length).toBeGreaterThanOrEqual(5);
  expect(FREE_ORDERS.filter(({ title, rating }) => rating && titles.has(title)).length).toBeGreaterThanOrEqual(8);
  expect(CURATED.filter((title) => !titles.has(title))).toEqual([]);
  const artists = (entries: readonly CatalogueEntry[]) => new Set(entries.map(({ userUsername }) => userUsername));
  expect(artists(SMALL_DEMO)).toEqual(artists(CATALOGUE.slice(0, FIRST_VIEW)));
  const collections = Object.values(COLLECTIONS).flat();
  expect(collections.filter(({ artwork }) => artwork.some((title) => titles.has(title)))).toEqual(collections);
});

test("each artwork is published after those before it", () => {
  const dates = CATALOGUE.map(({ artwork }) => publishedAt(artwork.title).getTime());
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  expect(Date.now() - (dates[SMALL_DEMO.length - 1] ?? 0)).toBeLessThan(36 * 60 * 60 * 1000);
});

test("every format is large enough for the API", () => {
  for (const [width, height] of Object.values(SHAPES)) {
    expect(width).toBeGreaterThanOrEqual(LIMITS.artworkFile.minWidth);
    expect(height).toBeGreaterThanOrEqual(LIMITS.artworkFile.minHeight);
  }
});
