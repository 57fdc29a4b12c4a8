import { expect, test } from "vitest";
import { PAGE_PATHS, PAGE_QUERY } from "#lib/site/page-paths.ts";
import { FEATURES } from "#shared/features.ts";
import { hasPage, listPages, pages } from "#shared/pages.ts";
import { matchPage } from "#web/match-page.ts";
import type { Screens } from "#web/screens.ts";
import { PAGE_METADATA } from "#web/server/page-metadata.ts";
import { PAGE_READS } from "#web/server/page-reads.ts";
import { parseSwitches } from "#web/session/features.ts";

const switches = (...on: string[]) => parseSwitches({ features: Object.fromEntries(on.map((name) => [name, true])) });
const pathAt = (path: string) => matchPage(path)?.path;

test("a literal path wins over a parameter, wherever it stands in the table", () => {
  expect(pathAt("/artwork/add")).toBe("/artwork/add");
  expect(pathAt("/artwork/0197f1f0")).toBe("/artwork/:id");
  expect(pathAt("/artwork/0197f1f0/edit")).toBe("/artwork/:id/edit");
  expect(pathAt("/orders/0197f1f0/certificate")).toBe("/orders/:id/certificate");
  expect(pathAt("/artwork/0197f1f1")).toBe("/artwork/:id");
});

test("a page is found in any case, with a trailing slash and with a query", () => {
  expect(pathAt("/About/")).toBe("/about");
  expect(pathAt("/search?q=blue")).toBe("/search");
  expect(pathAt("/artwork/0197f1f0?x=/about")).toBe("/artwork/:id");
});

test("an unknown path has no page, and a stage lacks the pages of disabled features", () => {
  expect(pathAt("/nowhere")).toBeUndefined();
  expect(pathAt("/artwork/a/b/c")).toBeUndefined();
  const onboarding = matchPage("/onboarding");
  expect([switches(), switches("payments")].map((on) => onboarding && hasPage(on, onboarding))).toEqual([false, true]);
});

test("a stage without features lacks the pages of payments, discounts and dashboard", () => {
  const open = pages.filter(({ access }) => access !== "operator");
  const absent = open.filter((page) => !listPages(switches()).includes(page)).map(({ path }) => path);
  expect(absent).toEqual([
    "/checkout/:id",
    "/checkout/offers/:id",
    "/onboarding",
    "/onboarded",
    "/discount_codes",
    "/dashboard",
  ]);
  expect(listPages(switches(...FEATURES))).toEqual(open);
});

test("the administration is a page of the browser, which the edge doesn't know", () => {
  for (const path of ["/admin", "/Admin/", "/admin/log", "/admin/people/0197"]) expect(pathAt(path)).toBe("/admin/*");
});

test("the pages marked as rendered are routed to the rendering function, with their query parameters", () => {
  const rendered = pages.filter((page) => page.rendered).map(({ path }) => path);
  expect(PAGE_PATHS.slice(0, rendered.length)).toEqual([
    "/",
    "/artwork/{rest+}",
    "/user/{rest+}",
    "/collection/{rest+}",
    "/tag/{rest+}",
    "/search",
    "/how_it_works",
    "/start_selling",
    "/start_buying",
    "/license_information",
    "/about",
    "/faq",
    "/privacy_policy",
    "/terms_of_service",
    "/verifier",
  ]);
  expect(PAGE_QUERY).toEqual([
    "color",
    "fingerprint",
    "license",
    "medium",
    "orientation",
    "price",
    "q",
    "sort",
    "source",
    "t",
    "tab",
  ]);
  expect([Object.keys(PAGE_READS), Object.keys(PAGE_METADATA)]).toEqual([rendered, rendered]);
});

test("a page without a screen, and a screen without a page, don't compile", () => {
  const Nothing = () => null;
  // @ts-expect-error All pages but one lack their screen.
  const lacking: Screens = { "/": Nothing };
  // @ts-expect-error No page has this path.
  const path: keyof Screens = "/nowhere";
  expect([Object.keys(lacking), path]).toEqual([["/"], "/nowhere"]);
});
