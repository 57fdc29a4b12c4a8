import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { aCard, aDetail, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { BROWSED_STORAGE_KEY } from "#web/features/artwork/browsed-list.ts";

/** An observer that reports everything as visible. */
class NearObserver {
  readonly #report: (entries: { isIntersecting: boolean; target: Element }[]) => void;
  constructor(report: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
    this.#report = report;
  }
  observe(target: Element) {
    queueMicrotask(() => this.#report([{ isIntersecting: true, target }]));
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => vi.stubGlobal("IntersectionObserver", NearObserver));

const SIMILAR = `GET /api/artwork/${toId(1)}/similar`;
const OF_ARTIST = "GET /api/users/theo.okafor/artwork";
const others = (...numbers: readonly number[]) => numbers.map((number) => aCard(number));

function openArtwork(similar = ok({ items: others(5, 6, 7) }), ofArtist = pageReply(others(3, 2, 1))) {
  const network = createSiteNetwork();
  network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail()));
  network.on(SIMILAR, similar);
  network.on(OF_ARTIST, ofArtist);
  return openSite(`/artwork/${toId(1)}`, network);
}

const listTitles = (strip: HTMLElement) =>
  within(strip)
    .getAllByRole("link", { name: /^Picture/ })
    .map(({ textContent }) => textContent);

test("below an artwork are more by its artist, newest first, and similar artwork", async () => {
  openArtwork();
  const ofArtist = await screen.findByRole("region", { name: "More by theo.okafor" });
  expect(listTitles(ofArtist)).toEqual(["Picture 3", "Picture 2"]);
  const all = within(ofArtist).getByRole("link", { name: "See all by theo.okafor" });
  expect(all.getAttribute("href")).toBe("/user/theo.okafor");
  const alike = await screen.findByRole("region", { name: "More like this" });
  expect(listTitles(alike)).toEqual(["Picture 5", "Picture 6", "Picture 7"]);
});

test("arrow keys move along a strip, and its order is kept for browsing", async () => {
  const { user, at } = openArtwork();
  const strip = await screen.findByRole("list", { name: "More like this" });
  within(strip).getByRole("link", { name: "Picture 5" }).focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Picture 6"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(at.path).toBe(`/artwork/${toId(6)}`));
  await waitFor(() => {
    const kept = JSON.parse(sessionStorage.getItem(BROWSED_STORAGE_KEY) ?? "[]") as { artworkTitle: string }[];
    expect(kept.map(({ artworkTitle }) => artworkTitle)).toEqual(["Picture 5", "Picture 6", "Picture 7"]);
  });
});

test("a strip without artwork or with a failed request isn't shown", async () => {
  openArtwork(failure("artwork_not_found"), pageReply(others(1)));
  await screen.findByRole("heading", { name: "Dusk" });
  await waitFor(() => expect(screen.queryByRole("status", { name: /^Loading: / })).toBeNull());
  expect(screen.queryByRole("region", { name: /^More/ })).toBeNull();
});

test("an artwork that only its artist sees has none", async () => {
  const network = createSiteNetwork();
  network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail({ artwork: { artworkVisibility: "invisible" } })));
  openSite(`/artwork/${toId(1)}`, network);
  await screen.findByRole("heading", { name: "Dusk" });
  expect(screen.queryByRole("region", { name: /^More/ })).toBeNull();
});
