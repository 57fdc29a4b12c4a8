import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { UNDO_SECONDS } from "#web/features/artwork/use-bulk-changes.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { createHeldReply } from "../support/network.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aCard, aDetail, FREE, ME, ok, pageReply, toId } from "./given.ts";

const LIST = `GET /api/users/${aUser().id}/my_artwork`;
const one = (number: number) => `/api/artwork/${toId(number)}`;
const mine = (number: number, over: object = {}) => aCard(number, { owner: ME, ...over });

/** A list of works of which each answers with its page and accepts changes. */
function openMine(...cards: OwnArtworkCard[]) {
  const network = createSiteNetwork({ signedIn: true });
  network.on(LIST, () => pageReply(cards));
  cards.forEach(({ artworkId, versionId, ...card }, at) => {
    const artwork = { artworkId, currentVersionId: versionId, artworkVisibility: card.artworkVisibility };
    const { artworkTitle, artworkType, artworkLicense, artworkUse, artworkPersonal, artworkCommercial } = card;
    const version = { artworkTitle, artworkType, artworkLicense, artworkUse, artworkPersonal, artworkCommercial };
    network.on(`GET ${one(at + 1)}`, ok(aDetail({ artwork, version: { ...version, artworkTags: ["old"] } })));
    network.on(`PATCH ${one(at + 1)}`, ok({ artworkId, versionId: toId(9000 + at) }));
    network.on(`DELETE ${one(at + 1)}`, { status: 204 });
  });
  return openSite("/my_artwork", network);
}

type Site = ReturnType<typeof openMine>;

const bar = () => screen.findByRole("region", { name: "Change several artworks" });
const bodies = ({ network }: Site, number: number) => network.to(`PATCH ${one(number)}`).map(({ body }) => body);

async function change({ user }: Site, kind: string, fill: (dialog: HTMLElement) => Promise<void>) {
  await user.click(within(await bar()).getByRole("button", { name: kind }));
  const dialog = await screen.findByRole("dialog");
  await fill(dialog);
  await user.click(within(dialog).getByRole("button", { name: /^Change/ }));
}

const select = async ({ user }: Site, ...names: string[]) => {
  for (const name of names) await user.click(await screen.findByRole("checkbox", { name: `Select ${name}` }));
};

beforeEach(() => {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width: 1440 });
});

test("a price changes the works that have it, names the others, and can be undone", async () => {
  const site = openMine(mine(1), mine(2, FREE), mine(3));
  await site.user.click(await screen.findByRole("checkbox", { name: "Select all" }));
  await change(site, "Price", (dialog) =>
    site.user.type(within(dialog).getByLabelText(/^Personal license price/), "60"),
  );
  const area = await bar();
  await within(area).findByText("2 artworks changed, 1 not:");
  expect(within(area).getByRole("list", { name: "Not changed" }).textContent).toBe(
    "“Picture 2”: This price doesn't apply to it",
  );
  expect(bodies(site, 1)).toEqual([{ artworkPersonal: 60, expectedVersion: mine(1).versionId }]);
  expect(bodies(site, 2)).toEqual([]);
  // The failed one stays selected.
  expect(within(area).getByText("1 selected")).toBeTruthy();
  await site.user.click(within(area).getByRole("button", { name: "Undo" }));
  await within(area).findByText("2 artworks restored");
  expect(bodies(site, 1)[1]).toEqual({ artworkPersonal: mine(1).artworkPersonal, expectedVersion: toId(9000) });
});

test("a work that was changed elsewhere is named", async () => {
  const site = openMine(mine(1), mine(2));
  site.network.on(`PATCH ${one(2)}`, failure("artwork_moved"));
  await select(site, "Picture 1", "Picture 2");
  await change(site, "Visibility", (dialog) =>
    site.user.click(within(dialog).getByRole("radio", { name: /^Invisible/ })),
  );
  const area = await bar();
  await within(area).findByText("1 artwork changed, 1 not:");
  expect(within(area).getByRole("list", { name: "Not changed" }).textContent).toContain("“Picture 2”: ");
  expect(screen.getByTestId("toaster").textContent).toBe("");
});

test("a change that changes nothing sends nothing", async () => {
  const site = openMine(mine(1));
  await select(site, "Picture 1");
  await change(site, "Visibility", (dialog) =>
    site.user.click(within(dialog).getByRole("radio", { name: /^Visible/ })),
  );
  await within(await bar()).findByText("Nothing to change: they were already like that");
  expect(bodies(site, 1)).toEqual([]);
});

test("tags are added and removed beside those that a work has", async () => {
  const site = openMine(mine(1));
  await select(site, "Picture 1");
  await change(site, "Tags", async (dialog) => {
    await site.user.type(within(dialog).getByLabelText(/^Add tags/), "New Moon{Enter}");
    await site.user.type(within(dialog).getByLabelText(/^Remove tags/), "old{Enter}");
  });
  await within(await bar()).findByText("1 artwork changed");
  expect(bodies(site, 1)).toEqual([{ artworkTags: ["new-moon"], expectedVersion: mine(1).versionId }]);
});

test("a deletion can be undone for some seconds, and then happens", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const site = openMine(mine(1), mine(2));
    const remove = async () => {
      await select(site, "Picture 1");
      await site.user.click(within(await bar()).getByRole("button", { name: "Delete" }));
      await site.user.click(await screen.findByRole("button", { name: "Delete 1 artwork" }));
      await waitFor(() => expect(screen.queryByRole("link", { name: "Picture 1" })).toBeNull());
    };
    await remove();
    await site.user.click(await within(await bar()).findByRole("button", { name: "Undo" }));
    await screen.findByRole("link", { name: "Picture 1" });
    await vi.advanceTimersByTimeAsync(UNDO_SECONDS * 1000 + 1000);
    expect(site.network.to(`DELETE ${one(1)}`)).toEqual([]);
    await remove();
    await vi.advanceTimersByTimeAsync(UNDO_SECONDS * 1000 + 1000);
    await waitFor(() => expect(site.network.to(`DELETE ${one(1)}`)).toHaveLength(1));
    expect(within(await bar()).queryByRole("button", { name: "Undo" })).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("after too many requests, the rest is named and not sent", async () => {
  const site = openMine(mine(1), mine(2), mine(3));
  site.network.on(`PATCH ${one(1)}`, failure("too_many_requests"));
  await site.user.click(await screen.findByRole("checkbox", { name: "Select all" }));
  await change(site, "Visibility", (dialog) =>
    site.user.click(within(dialog).getByRole("radio", { name: /^Invisible/ })),
  );
  const area = await bar();
  await within(area).findByText("0 artworks changed, 3 not:");
  expect([bodies(site, 2), bodies(site, 3)]).toEqual([[], []]);
  expect(within(area).getByText("3 selected")).toBeTruthy();
});

test("a second deletion carries out the first and keeps its own Undo", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const site = openMine(mine(1), mine(2), mine(3));
    const remove = async (name: string) => {
      await select(site, name);
      await site.user.click(within(await bar()).getByRole("button", { name: "Delete" }));
      await site.user.click(await screen.findByRole("button", { name: "Delete 1 artwork" }));
      await waitFor(() => expect(screen.queryByRole("link", { name })).toBeNull());
    };
    await remove("Picture 1");
    await remove("Picture 2");
    await waitFor(() => expect(site.network.to(`DELETE ${one(1)}`)).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(100);
    expect(screen.queryByRole("link", { name: "Picture 2" })).toBeNull();
    await site.user.click(await within(await bar()).findByRole("button", { name: "Undo" }));
    await screen.findByRole("link", { name: "Picture 2" });
    await vi.advanceTimersByTimeAsync(UNDO_SECONDS * 1000 + 1000);
    expect(site.network.to(`DELETE ${one(2)}`)).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a further change carries out a deletion first, and names what couldn't be deleted", async () => {
  const site = openMine(mine(1), mine(2));
  site.network.on(`DELETE ${one(1)}`, failure("artwork_has_open_payment"));
  await select(site, "Picture 1");
  await site.user.click(within(await bar()).getByRole("button", { name: "Delete" }));
  await site.user.click(await screen.findByRole("button", { name: "Delete 1 artwork" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Picture 1" })).toBeNull());
  await select(site, "Picture 2");
  await change(site, "Price", (dialog) =>
    site.user.type(within(dialog).getByLabelText(/^Personal license price/), "60"),
  );
  const area = await bar();
  await within(area).findByText("1 artwork changed, 1 not:");
  expect(site.network.to(`DELETE ${one(1)}`)).toHaveLength(1);
  expect(within(area).getByRole("list", { name: "Not changed" }).textContent).toContain("“Picture 1”: ");
});

test("closing the page deletes all at once, as no answer arrives any more", async () => {
  const site = openMine(mine(1), mine(2));
  const held = createHeldReply({ status: 204 });
  site.network.on(`DELETE ${one(1)}`, held.answer);
  await select(site, "Picture 1", "Picture 2");
  await site.user.click(within(await bar()).getByRole("button", { name: "Delete" }));
  await site.user.click(await screen.findByRole("button", { name: "Delete 2 artworks" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Picture 1" })).toBeNull());
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(site.network.to(`DELETE ${one(2)}`)).toHaveLength(1));
  held.release();
});

test("Undo leaves what was changed elsewhere meanwhile", async () => {
  const site = openMine(mine(1));
  const { artworkId, versionId } = mine(1);
  site.network.on(`PATCH ${one(1)}`, ok({ artworkId, versionId }));
  await select(site, "Picture 1");
  await change(site, "Watermark", (dialog) => site.user.click(within(dialog).getByRole("radio", { name: /^None/ })));
  const area = await bar();
  await within(area).findByText("1 artwork changed");
  site.network.on(
    `GET ${one(1)}`,
    ok(aDetail({ artwork: { artworkId, currentVersionId: versionId, artworkWatermark: "strong" } })),
  );
  await site.user.click(within(area).getByRole("button", { name: "Undo" }));
  await within(area).findByText("0 artworks restored, 1 not:");
  expect(bodies(site, 1)).toHaveLength(1);
});

test("words and order ask the API, and stay in the URL", async () => {
  const site = openMine(mine(1, { sales: 3, views: 1200 }));
  await site.user.selectOptions(await screen.findByLabelText("Sort by"), "views");
  await site.user.type(screen.getByLabelText("Search my artwork"), "moon");
  await waitFor(() => expect(site.network.to(LIST).at(-1)?.query).toEqual({ sort: "views", q: "moon" }));
  expect(window.location.search + site.at.path).toContain("/my_artwork");
  const [, row] = await screen.findAllByRole("row");
  expect(row?.textContent).toContain("31,200");
});
