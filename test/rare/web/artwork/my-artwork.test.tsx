import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { aCard, FREE, ME, pageReply, SHOWN_ONLY, toBothSides, toId } from "#test/web/artwork/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createHeldReply } from "#test/web/support/network.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const LIST = `GET /api/users/${aUser().id}/my_artwork`;
const ONE = `/api/artwork/${toId(1)}`;

const mine = (number: number, over: object = {}) => aCard(number, { owner: ME, ...over });

/** An API that keeps changes. */
function openMine(...cards: OwnArtworkCard[]) {
  const network = createSiteNetwork({ signedIn: true });
  const held = new Map(cards.map((card) => [card.artworkId as string, card]));
  network.on(LIST, () => pageReply([...held.values()]));
  network.on(`PATCH ${ONE}`, ({ body }) => {
    held.set(toId(1), { ...(held.get(toId(1)) as OwnArtworkCard), ...(body as object) });
    return { status: 200, body: { artworkId: toId(1), versionId: toId(5001) } };
  });
  network.on(`DELETE ${ONE}`, () => {
    held.delete(toId(1));
    return { status: 204 };
  });
  return openSite("/my_artwork", network);
}

const toaster = () => screen.getByTestId("toaster");

const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });

beforeEach(() => resizeTo(1440));

test("says that the list couldn't be fetched", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(LIST, failure("internal"));
  openSite("/my_artwork", network);
  expect(await within(await screen.findByTestId("toaster")).findByText(MESSAGES.failedFetchUserArtwork)).toBeTruthy();
});

test("lists the user's own artwork with status, price and response", async () => {
  openMine(mine(2), mine(1, { ...FREE, artworkVisibility: "invisible" }));
  const [, first, second] = await screen.findAllByRole("row");
  expect(first?.textContent?.replaceAll("\u00a0", " ")).toContain(
    `Picture 2Visible$40 personal${toBothSides(4000)}$250 commercial${toBothSides(25_000)}` +
      "3 favorites · 1 comment · 0 reviews",
  );
  expect(second?.textContent).toContain("Picture 1InvisibleFree");
});

test("says which work was sold exclusively, in the place of its price", async () => {
  openMine(mine(1, { ...SHOWN_ONLY, soldExclusively: true }), mine(2, SHOWN_ONLY));
  const [, sold, shown] = await screen.findAllByRole("row");
  expect(sold?.textContent).toContain("VisibleSold exclusively");
  expect(shown?.textContent).toContain("VisibleNot offered");
});

test("on a phone the rows are cards", async () => {
  resizeTo(390);
  openMine(mine(1));
  const list = await screen.findByRole("list", { name: "My artwork" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  expect(screen.queryByRole("table")).toBeNull();
});

test("hiding artwork is shown at once and can be undone", async () => {
  const { user, network } = openMine(mine(1));
  await user.click(await screen.findByRole("switch", { name: "Picture 1 is visible" }));
  expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("false");
  await within(toaster()).findByText("Only you can see it now");
  await user.click(within(toaster()).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true"));
  expect(network.to(`PATCH ${ONE}`).map(({ body }) => body)).toEqual([
    { artworkVisibility: "invisible" },
    { artworkVisibility: "visible" },
  ]);
});

test("after repeated presses the last state is sent last", async () => {
  const { user, network } = openMine(mine(1));
  const first = createHeldReply({ status: 200, body: { artworkId: toId(1), versionId: toId(5001) } });
  network.on(`PATCH ${ONE}`, first.answer);
  const control = await screen.findByRole("switch");
  for (let press = 0; press < 4; press++) await user.click(control);
  expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true");
  expect(network.to(`PATCH ${ONE}`)).toHaveLength(1);
  first.release();
  await waitFor(() => expect(network.to(`PATCH ${ONE}`)).toHaveLength(2));
  expect(network.to(`PATCH ${ONE}`).at(-1)?.body).toEqual({ artworkVisibility: "visible" });
  expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true");
});

test("the list read after a change of visibility wins, such as another tab's change", async () => {
  const { user, network } = openMine(mine(1));
  const control = await screen.findByRole("switch");
  network.on(LIST, pageReply([mine(1, { artworkVisibility: "visible" })]));
  await user.click(control);
  await within(toaster()).findByText("Only you can see it now");
  await waitFor(() => expect(network.to(LIST)).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true"));
});

test("a change of visibility that the API refuses is reverted", async () => {
  const { user, network } = openMine(mine(1));
  network.on(`PATCH ${ONE}`, failure("internal"));
  await user.click(await screen.findByRole("switch"));
  await within(toaster()).findByText("The visibility couldn't be changed");
  expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("true");
});

test("deleting asks for confirmation, states the consequence, and removes the row", async () => {
  const { user, network } = openMine(mine(2), mine(1));
  await user.click(await screen.findByRole("button", { name: "Delete Picture 1" }));
  const question = await screen.findByRole("alertdialog", { name: "Delete “Picture 1”?" });
  expect(question.textContent).toContain("can't be restored");
  expect(network.to(`DELETE ${ONE}`)).toEqual([]);
  await user.click(within(question).getByRole("button", { name: "Delete artwork" }));
  await waitFor(() => expect(screen.queryByText("Picture 1")).toBeNull());
  expect(screen.getByText("Picture 2")).toBeTruthy();
});

test("artwork with an open payment can't be deleted, and the reason is shown", async () => {
  const { user, network } = openMine(mine(1));
  network.on(`DELETE ${ONE}`, failure("artwork_has_open_payment"));
  await user.click(await screen.findByRole("button", { name: "Delete Picture 1" }));
  await user.click(await screen.findByRole("button", { name: "Delete artwork" }));
  await within(toaster()).findByText("Someone is paying for this artwork right now. Try again later");
  expect(screen.getByText("Picture 1")).toBeTruthy();
});

test("an empty list suggests the first upload", async () => {
  openMine();
  const suggestion = await screen.findByRole("link", { name: "Upload artwork" });
  expect(suggestion.getAttribute("href")).toBe("/artwork/add");
});
