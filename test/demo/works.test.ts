import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { publishedAt } from "#demo/calendar.ts";
import { COLLECTIONS, COMMENTS, CURATED, DISCOUNT_CODES, FAVORITES, FOLLOWS, ORDERS, SHOWCASES } from "#demo/events.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from "#demo/people.ts";
import { toForm } from "#demo/publish.ts";
import { FIRST_VIEW, getPicturePath, WORKS } from "#demo/works.ts";
import { findCountry } from "#shared/countries.ts";
import { LIMITS } from "#shared/limits.ts";
import { SignupForm } from "#shared/model/account.ts";
import { ArtworkForm } from "#shared/model/artwork.ts";
import { CommentForm } from "#shared/model/community.ts";
import { DiscountCodeForm } from "#shared/model/discount-code.ts";
import { ProfileChange } from "#shared/model/profile.ts";

/** Of all pictures: a clone must stay quick. */
const MAX_PICTURES_BYTES = 25_000_000;

/** Pixels of a picture's longer side. */
const [MIN_SIDE, MAX_SIDE] = [3_000, 6_000];

const PICTURES = join(import.meta.dirname, "../../demo/pictures");

const names = PEOPLE.map(({ userUsername }) => userUsername);
const artistByTitle = new Map(WORKS.map(({ title, artist }) => [title, artist]));
const hasPrice = (work: (typeof WORKS)[number] | undefined) => typeof work?.terms === "object";

test("every work has an artist of the demo and a unique title and description; no artist comes twice in a row", () => {
  expect(WORKS.filter(({ artist }) => !PEOPLE.some((one) => one.userUsername === artist && one.style))).toEqual([]);
  expect(artistByTitle.size).toBe(WORKS.length);
  expect(new Set(WORKS.map(({ description }) => description)).size).toBe(WORKS.length);
  expect(WORKS.filter(({ artist }, at) => WORKS[at - 1]?.artist === artist)).toEqual([]);
});

test("every picture is a work's, with detail to zoom in on, and all of them are small enough for a repository", async () => {
  expect(readdirSync(PICTURES).sort()).toEqual(WORKS.map((work) => basename(getPicturePath(work))).sort());
  for (const work of WORKS) {
    const { width, height } = await sharp(getPicturePath(work)).metadata();
    const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
    expect([work.title, longer >= MIN_SIDE && longer <= MAX_SIDE]).toEqual([work.title, true]);
    expect([work.title, shorter >= LIMITS.artworkFile.minWidth]).toEqual([work.title, true]);
  }
  const bytes = WORKS.reduce((sum, work) => sum + statSync(getPicturePath(work)).size, 0);
  expect(bytes).toBeLessThanOrEqual(MAX_PICTURES_BYTES);
});

test.each(PEOPLE.map((person) => [person.userUsername, person] as const))("%s can sign up", (_name, person) => {
  const { userDescription, userCountry, style: _, ...account } = person;
  const form = { ...account, userPassword: DEMO_PASSWORD, userConfirm: DEMO_PASSWORD };
  expect(SignupForm.safeParse(form).success).toBe(true);
  expect(userDescription.length).toBeLessThanOrEqual(LIMITS.userDescription.max);
  expect(userCountry).toMatch(/^[A-Z]{2}$/);
});

test.each([true, false])("every work passes the artwork form with payments %s", (takesPayments) => {
  for (const work of WORKS) {
    const form = ArtworkForm.parse(toForm(work, takesPayments));
    expect(form.artworkTags?.length).toBeGreaterThanOrEqual(3);
    expect(form.artworkMedium).toBeTruthy();
    expect(form.artworkSource).toBe("code");
    expect(form.artworkAlt).not.toBe(undefined);
    expect(form.artworkAlt).not.toContain(work.title);
    const kind = work.terms === "unavailable" ? "unavailable" : hasPrice(work) && takesPayments ? "commercial" : "free";
    expect(form.artworkType).toBe(kind);
  }
});

test("two thirds of the works cost something, by sellers whom the payment provider pays", () => {
  const sellers = PEOPLE.filter(({ userUsername }) =>
    WORKS.some((one) => one.artist === userUsername && hasPrice(one)),
  );
  expect(WORKS.filter(hasPrice).length).toBe(Math.round((WORKS.length * 2) / 3));
  expect(sellers.length).toBeGreaterThanOrEqual(10);
  expect(sellers.filter(({ userCountry }) => !findCountry(userCountry)?.supported)).toEqual([]);
});

test("a commercial licence costs more than a personal one, at most five times as much", () => {
  for (const { title, terms } of WORKS) {
    if (typeof terms !== "object" || !terms.commercial) continue;
    const ratio = terms.commercial / terms.personal;
    expect([title, ratio > 1 && ratio <= 5]).toEqual([title, true]);
  }
});

test("one work has a strong watermark and one has none, and both have a price", () => {
  const marked = WORKS.filter(({ watermark }) => watermark);
  expect(marked.map(({ watermark }) => watermark).sort()).toEqual(["none", "strong"]);
  expect(marked.every(hasPrice)).toBe(true);
});

test("discount codes are for some of their seller's priced works, by at least two sellers", () => {
  for (const { seller, code, percent, titles } of DISCOUNT_CODES) {
    expect(DiscountCodeForm.safeParse({ discountCode: code, discountPercent: percent }).success).toBe(true);
    for (const title of titles) {
      const work = WORKS.find((one) => one.title === title);
      expect([title, work?.artist, hasPrice(work)]).toEqual([title, seller, true]);
    }
  }
  expect(new Set(DISCOUNT_CODES.map(({ code }) => code)).size).toBe(DISCOUNT_CODES.length);
  expect(new Set(DISCOUNT_CODES.map(({ seller }) => seller)).size).toBeGreaterThanOrEqual(2);
});

test("favorites, follows, collections, orders and curated titles exist in the demo, and nobody picks their own", () => {
  const findInvalid = (name: string, titles: readonly string[]) =>
    titles.filter((title) => !artistByTitle.has(title) || artistByTitle.get(title) === name);
  expect(Object.keys(FAVORITES).sort()).toEqual([...names].sort());
  for (const [name, titles] of Object.entries(FAVORITES)) expect([name, findInvalid(name, titles)]).toEqual([name, []]);
  for (const [name, artists] of Object.entries(FOLLOWS)) {
    expect([name, artists.filter((artist) => artist === name || !names.includes(artist))]).toEqual([name, []]);
  }
  for (const { artwork } of Object.values(COLLECTIONS).flat()) expect(findInvalid("", artwork)).toEqual([]);
  expect(findInvalid("", CURATED)).toEqual([]);
  for (const { buyer, title } of ORDERS) {
    expect([title, findInvalid(buyer, [title]), names.includes(buyer)]).toEqual([title, [], true]);
    expect(WORKS.find((work) => work.title === title)?.terms).not.toBe("unavailable");
  }
  expect(new Set(ORDERS.map(({ buyer, title }) => `${buyer} ${title}`)).size).toBe(ORDERS.length);
});

test("comments are valid, and a reply follows a comment that is no reply", () => {
  for (const [title, comments] of Object.entries(COMMENTS)) {
    expect([title, artistByTitle.has(title)]).toEqual([title, true]);
    for (const [at, [author, commentContent, parent]] of comments.entries()) {
      expect(names).toContain(author);
      expect(CommentForm.safeParse({ commentContent }).success).toBe(true);
      if (parent !== undefined) expect([parent < at, comments[parent]?.[2]]).toEqual([true, undefined]);
    }
  }
});

test("profiles show their own artwork, and links that the form accepts", () => {
  for (const [name, { links, banner, pinned }] of Object.entries(SHOWCASES)) {
    for (const title of [banner, ...pinned]) expect([title, artistByTitle.get(title)]).toEqual([title, name]);
    const userPinned = pinned.map((_, at) => `0199a000-0000-7000-8000-${String(at).padStart(12, "0")}`);
    expect(ProfileChange.parse({ userLinks: links, userPinned }).userLinks).toEqual(links);
  }
});

test("the first view shows works of different artists, including demo.artist, and one for sale", () => {
  const first = WORKS.slice(0, FIRST_VIEW);
  const artists = new Set(first.map(({ artist }) => artist));
  expect(artists.size).toBe(FIRST_VIEW);
  expect(artists).toContain("demo.artist");
  expect(first.some(hasPrice)).toBe(true);
  expect(DEMO_ACCOUNTS.map(({ userUsername }) => userUsername)).toEqual(["demo.artist", "demo.buyer"]);
});

test("each work is published after those before it", () => {
  const dates = WORKS.map(({ title }) => publishedAt(title).getTime());
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
});
