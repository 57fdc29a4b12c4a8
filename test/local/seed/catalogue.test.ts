import { expect, test } from "vitest";
import { CATALOGUE } from "#local/seed/catalogue.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from "#local/seed/people.ts";
import { PRICES } from "#local/seed/prices.ts";
import { formOf } from "#local/seed/publish.ts";
import { PURCHASES } from "#local/seed/purchases.ts";
import { REMARKS } from "#local/seed/remarks.ts";
import { TASTES } from "#local/seed/tastes.ts";
import { WISHES } from "#local/seed/wishes.ts";
import { SHAPES } from "#local/seed/work.ts";
import { countryOf } from "#shared/countries.ts";
import { LIMITS } from "#shared/limits.ts";
import { SignupForm } from "#shared/model/account.ts";
import { ArtworkForm } from "#shared/model/artwork.ts";
import { CommentForm } from "#shared/model/community.ts";

test("there are at least 12 artists and 120 artworks, and demo.artist made 10 or more", () => {
  const artists = new Set(CATALOGUE.map(({ userUsername }) => userUsername));
  expect(artists.size).toBeGreaterThanOrEqual(12);
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(120);
  expect(CATALOGUE.filter(({ userUsername }) => userUsername === "demo.artist").length).toBeGreaterThanOrEqual(10);
  expect(DEMO_ACCOUNTS.map(({ userUsername }) => userUsername)).toEqual(["demo.artist", "demo.buyer"]);
});

test("every artwork belongs to someone, and nobody shares a title, a text or a drawing", () => {
  const names = new Set(PEOPLE.map(({ userUsername }) => userUsername));
  expect(CATALOGUE.filter(({ userUsername }) => !names.has(userUsername))).toEqual([]);
  const distinct = (of: (work: (typeof CATALOGUE)[number]["work"]) => string) =>
    new Set(CATALOGUE.map(({ work }) => of(work))).size;
  expect(distinct(({ title }) => title)).toBe(CATALOGUE.length);
  expect(distinct(({ description }) => description)).toBe(CATALOGUE.length);
  expect(distinct(({ style, seed }) => `${style} ${seed}`)).toBe(CATALOGUE.length);
});

test("no artist follows themself in the order of publishing", () => {
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

test("every artwork passes the artwork form, free or only shown", () => {
  for (const { work } of CATALOGUE) {
    const form = ArtworkForm.parse(formOf(work));
    expect(form.artworkDescription?.length).toBeGreaterThan(20);
    expect(form.artworkType).toBe(work.offer === "shown" ? "unavailable" : "free");
  }
});

test("everyone favours what others made, and what is said is a comment by someone of the demo", () => {
  const makers = new Map(CATALOGUE.map(({ userUsername, work }) => [work.title, userUsername]));
  const names = PEOPLE.map(({ userUsername }) => userUsername);
  expect(Object.keys(TASTES).sort()).toEqual([...names].sort());
  for (const [name, titles] of Object.entries(TASTES)) {
    expect([name, titles.filter((title) => !makers.has(title) || makers.get(title) === name)]).toEqual([name, []]);
  }
  for (const [title, remarks] of Object.entries(REMARKS)) {
    expect(makers.has(title)).toBe(true);
    for (const [name, commentContent] of remarks) {
      expect(names).toContain(name);
      expect(CommentForm.safeParse({ commentContent }).success).toBe(true);
    }
  }
});

test("what is sold is priced within the form's limits, by artists from where the payment provider pays out", () => {
  for (const [title, price] of Object.entries(PRICES)) {
    const entry = CATALOGUE.find(({ work }) => work.title === title);
    if (!entry) throw new Error(`${title} is nobody's`);
    const form = ArtworkForm.parse(formOf(entry.work, price));
    expect(form).toMatchObject({ artworkType: "commercial", artworkPersonal: price.personal });
    const seller = PEOPLE.find(({ userUsername }) => userUsername === entry.userUsername);
    expect([seller?.userCountry, countryOf(seller?.userCountry ?? "")?.supported]).toEqual([seller?.userCountry, true]);
  }
  const sellers = new Set(CATALOGUE.filter(({ work }) => PRICES[work.title]).map(({ userUsername }) => userUsername));
  expect(sellers.size).toBeGreaterThanOrEqual(6);
});

test("whatever somebody takes a licence to is offered free or sold, by somebody else, and taken once", () => {
  for (const { userUsername, title, rating = 1 } of WISHES) {
    const entry = CATALOGUE.find(({ work }) => work.title === title);
    expect([title, entry?.work.offer]).not.toEqual([title, "shown"]);
    expect(Object.keys(PRICES)).not.toContain(title);
    expect([title, entry?.userUsername ?? userUsername]).not.toEqual([title, userUsername]);
    expect([1, 2, 3, 4, 5]).toContain(rating);
  }
  for (const { userUsername, title } of PURCHASES) {
    const entry = CATALOGUE.find(({ work }) => work.title === title);
    expect(Object.keys(PRICES)).toContain(title);
    expect([title, entry?.userUsername ?? userUsername]).not.toEqual([title, userUsername]);
  }
  const wishes = [...WISHES, ...PURCHASES];
  expect(new Set(wishes.map(({ userUsername, title }) => `${userUsername} ${title}`)).size).toBe(wishes.length);
});

test("every format is large enough for the API and 1600 pixels or more on its long side", () => {
  for (const [width, height] of Object.values(SHAPES)) {
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(1600);
    expect(width).toBeGreaterThanOrEqual(LIMITS.artworkFile.minWidth);
    expect(height).toBeGreaterThanOrEqual(LIMITS.artworkFile.minHeight);
  }
});
