import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { asksBeforeClosing, createSiteNetwork, openSite } from "../support/site.tsx";

const entry = (nth: number, over: object = {}) => ({
  artworkId: toId(nth),
  artwork: aCard(nth),
  state: "shown",
  from: null,
  until: null,
  ...over,
});

const aHomePage = (over: object = {}) => ({
  revision: 3,
  curated: [
    entry(1),
    entry(2, { from: "2099-01-01", until: "2099-01-31", state: "scheduled" }),
    entry(3, { artwork: null, state: "hidden" }),
  ],
  categories: [
    { tag: "fog", count: 4, artwork: aCard(4), isChosen: true },
    { tag: "rare", count: 3, artwork: aCard(5), isChosen: false },
  ],
  ...over,
});

function open(page: object = aHomePage()) {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions: ["curation"] }));
  network.on("GET /api/admin/home", ok(page));
  return openSite("/admin/home", network);
}

const listTitles = () =>
  within(screen.getByRole("list", { name: "Arrange the curated row" }))
    .getAllByRole("button", { name: /with the arrow keys$/ })
    .map((button) => button.getAttribute("aria-label")?.slice("Move ".length, -" with the arrow keys".length));

async function save(user: ReturnType<typeof open>["user"], reason?: string) {
  await user.click(screen.getByRole("button", { name: "Save changes…" }));
  if (reason !== undefined) {
    await user.clear(await screen.findByLabelText("Reason"));
    if (reason) await user.type(screen.getByLabelText("Reason"), reason);
  }
  await user.click(await screen.findByRole("button", { name: "Save" }));
}

test("the row shows what visitors get and what they don't", async () => {
  open();
  const rows = within(await screen.findByRole("list", { name: "Arrange the curated row" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Picture 1Always",
    "Picture 21 Jan 2099 – 31 Jan 2099Scheduled",
    "Deleted artworkAlwaysHidden",
  ]);
  expect(screen.queryByRole("button", { name: "Save changes…" })).toBeNull();
});

test("the row is arranged by keyboard, button and drag, and saved at once with the reason", async () => {
  const { user, network } = open();
  const [first] = await screen.findAllByRole("button", { name: "Move Picture 1 with the arrow keys" });
  first?.focus();
  await user.keyboard("{ArrowDown}");
  expect(listTitles()).toEqual(["Picture 2", "Picture 1", "Deleted artwork"]);
  expect(screen.getByText("Picture 1 is now number 2 of 3")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Move Deleted artwork up" }));
  expect(listTitles()).toEqual(["Picture 2", "Deleted artwork", "Picture 1"]);
  const [target] = screen.getAllByRole("listitem").filter(({ textContent }) => textContent?.startsWith("Picture 2"));
  fireEvent.dragStart(screen.getByRole("button", { name: "Move Picture 1 with the arrow keys" }));
  fireEvent.drop(target as HTMLElement);
  expect(listTitles()).toEqual(["Picture 1", "Picture 2", "Deleted artwork"]);
  await user.click(screen.getByRole("button", { name: "Remove Deleted artwork" }));
  expect(asksBeforeClosing()).toBe(true);
  network.on("PATCH /api/admin/home", ok(aHomePage({ revision: 4, curated: [entry(1)] })));
  await save(user, "Autumn");
  await screen.findByText("Home page saved");
  expect(network.to("PATCH /api/admin/home").map(({ body }) => body)).toEqual([
    {
      revision: 3,
      curated: [
        { artworkId: toId(1), from: null, until: null },
        { artworkId: toId(2), from: "2099-01-01", until: "2099-01-31" },
      ],
      reason: "Autumn",
    },
  ]);
  await waitFor(() => expect(listTitles()).toEqual(["Picture 1"]));
  expect(asksBeforeClosing()).toBe(false);
});

test("taking out the last artwork can be undone, and an empty row can be saved", async () => {
  const { user, network } = open(aHomePage({ curated: [entry(1)] }));
  const remove = await screen.findByRole("button", { name: "Remove Picture 1" });
  await user.click(remove);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(listTitles()).toEqual(["Picture 1"]);
  await user.click(screen.getByRole("button", { name: "Remove Picture 1" }));
  network.on("PATCH /api/admin/home", ok(aHomePage({ revision: 4, curated: [] })));
  await save(user);
  await waitFor(() => expect(network.to("PATCH /api/admin/home")[0]?.body).toMatchObject({ curated: [] }));
});

test("days are set in order, and a reason must be visible", async () => {
  const { user, network } = open();
  await user.click(await screen.findByRole("button", { name: "Days of Picture 1" }));
  fireEvent.change(await screen.findByLabelText(/^First day/), { target: { value: "2099-02-02" } });
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: "2099-02-01" } });
  await user.click(screen.getByRole("button", { name: "Set days" }));
  await screen.findByText(MESSAGES.startAfterEnd);
  fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value: "2099-02-03" } });
  await user.click(screen.getByRole("button", { name: "Set days" }));
  await screen.findByText("2 Feb 2099 – 3 Feb 2099");
  await save(user, "");
  await screen.findByText(MESSAGES.required);
  expect(network.to("PATCH /api/admin/home")).toEqual([]);
});

test("artwork is added by words, link or id, once each", async () => {
  const { user, network } = open();
  network.on("GET /api/search", ok({ items: [aCard(1), aCard(8)], cursor: null, hasMore: false }));
  await user.click(await screen.findByRole("button", { name: "Add artwork…" }));
  await user.type(await screen.findByRole("searchbox", { name: "Artwork" }), "harbour");
  const found = await screen.findByRole("list", { name: "Artwork found" });
  const taken = await within(found).findByRole("button", { name: /Picture 1/ });
  expect((taken as HTMLButtonElement).disabled).toBe(true);
  await user.click(within(found).getByRole("button", { name: /Picture 8/ }));
  expect(listTitles()[0]).toBe("Picture 8");
  network.on(`GET /api/artwork/${toId(9)}`, failure("artwork_not_found"));
  await user.click(screen.getByRole("button", { name: "Add artwork…" }));
  await user.type(await screen.findByRole("searchbox", { name: "Artwork" }), `https://ochre.test/artwork/${toId(9)}`);
  await screen.findByText("Visitors can't see any such artwork.");
});

test("a category's cover is chosen, and left to the category again", async () => {
  const { user, network } = open();
  network.on("GET /api/search", ok({ items: [aCard(8)], cursor: null, hasMore: false }));
  await user.click(await screen.findByRole("button", { name: "Choose cover… for #rare" }));
  await user.type(await screen.findByRole("searchbox", { name: "Artwork" }), "harbour");
  await user.click(await screen.findByRole("button", { name: /Picture 8/ }));
  await user.click(screen.getByRole("button", { name: "Remove cover of #fog" }));
  network.on("PATCH /api/admin/home", ok(aHomePage({ revision: 4 })));
  await save(user);
  await waitFor(() =>
    expect(network.to("PATCH /api/admin/home")[0]?.body).toMatchObject({
      covers: [
        { tag: "rare", artworkId: toId(8) },
        { tag: "fog", artworkId: null },
      ],
    }),
  );
});

test("the second of two operators sees the present row and why", async () => {
  const { user, network } = open();
  await user.click(await screen.findByRole("button", { name: "Move Picture 1 down" }));
  network.on("PATCH /api/admin/home", failure("home_page_changed"));
  network.on("GET /api/admin/home", ok(aHomePage({ revision: 5, curated: [entry(6)] })));
  await save(user);
  await screen.findByText(`${MESSAGES.homePageChanged}. Make your changes again.`);
  await waitFor(() => expect(listTitles()).toEqual(["Picture 6"]));
});
