import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ME = aUser();
const ONE = `/api/collections/${toId(700)}`;
const SHARED = `GET /api/users/${ME.id}/shared-collections`;
const MINE = `GET /api/users/${ME.name}/collections`;

const aCollection = (over: object = {}) => ({
  collectionId: toId(700),
  collectionTitle: "Evening light",
  collectionDescription: "",
  collectionVisibility: "public",
  owner: { id: ME.id, name: ME.name, fullName: "", avatar: null },
  count: 3,
  created: "2026-11-01T10:00:00.000Z",
  ...over,
});

const collectionPage = (numbers: readonly number[], over: object = {}) =>
  ok({ ...(pageReply(numbers.map((number) => aCard(number))).body as object), collection: aCollection(over) });

function openHome(collections: readonly object[]) {
  const network = createSiteNetwork({ signedIn: true });
  network.on("GET /api/artwork", pageReply([aCard(1)]));
  network.on(MINE, ok({ items: collections, cursor: null, hasMore: false }));
  network.on(SHARED, ok({ items: [], cursor: null, hasMore: false }));
  return { ...openSite("/", network), network };
}

const openDialog = async (user: ReturnType<typeof openHome>["user"]) => {
  await user.click(await screen.findByRole("button", { name: "Save Picture 1 to a collection" }));
  return within(await screen.findByRole("dialog", { name: "Save “Picture 1” to a collection" }));
};

test("two presses add an artwork to a collection from its card, a third one removes it", async () => {
  const { network, user } = openHome([{ ...aCollection(), covers: [], contains: false }]);
  network.on(`POST ${ONE}/artwork/${toId(1)}`, { status: 204, body: undefined });
  network.on(`DELETE ${ONE}/artwork/${toId(1)}`, { status: 204, body: undefined });
  const dialog = await openDialog(user);
  const row = await dialog.findByRole("button", { name: /^Evening light/ });
  await user.click(row);
  await dialog.findByText("Added to Evening light");
  expect(row.getAttribute("aria-pressed")).toBe("true");
  await user.click(row);
  await dialog.findByText("Removed from Evening light");
});

test("an artwork that the API refuses isn't shown as added", async () => {
  const { network, user } = openHome([{ ...aCollection(), covers: [], contains: false }]);
  network.on(`POST ${ONE}/artwork/${toId(1)}`, failure("collection_full"));
  const dialog = await openDialog(user);
  const row = await dialog.findByRole("button", { name: /^Evening light/ });
  await user.click(row);
  await waitFor(() => expect(row.getAttribute("aria-pressed")).toBe("false"));
  expect(screen.getByTestId("toaster").textContent).toBe("A collection can hold up to 200 artworks");
});

test("the first collection is created with the artwork in it", async () => {
  const { network, user } = openHome([]);
  network.on("POST /api/collections", ok({ collectionId: toId(700) }, 201));
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("New collection"), "Dusk{Enter}");
  await dialog.findByText("Added to Dusk");
  const sent = network.to("POST /api/collections").map(({ body }) => body);
  expect(sent).toEqual([{ collectionTitle: "Dusk", artworkId: toId(1) }]);
});

function openCollection(over: object = {}) {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET ${ONE}`, collectionPage([1, 2, 3], over));
  return { ...openSite(`/collection/${toId(700)}`, network), network };
}

const titles = () =>
  within(screen.getByRole("list", { name: "Arrange the collection" }))
    .getAllByRole("listitem")
    .map((item) => /Picture \d/.exec(item.textContent ?? "")?.[0]);

test("its owner reorders it by arrow keys, removes a picture and puts it back", async () => {
  const { network, user } = openCollection();
  const entry = (number: number) => `${ONE}/artwork/${toId(number)}`;
  await user.click(await screen.findByRole("button", { name: "Arrange" }));
  network.on(`PATCH ${entry(1)}`, () => {
    network.on(`GET ${ONE}`, collectionPage([2, 1, 3]));
    return { status: 204, body: undefined };
  });
  (await screen.findByRole("button", { name: "Move Picture 1 with the arrow keys" })).focus();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(titles()).toEqual(["Picture 2", "Picture 1", "Picture 3"]));
  expect(network.to(`PATCH ${entry(1)}`).map(({ body }) => body)).toEqual([{ after: toId(2) }]);
  network.on(`DELETE ${entry(1)}`, () => {
    network.on(`GET ${ONE}`, collectionPage([2, 3]));
    return { status: 204, body: undefined };
  });
  await user.click(screen.getByRole("button", { name: "Remove Picture 1" }));
  await waitFor(() => expect(titles()).toEqual(["Picture 2", "Picture 3"]));
  network.on(`POST ${entry(1)}`, () => {
    network.on(`GET ${ONE}`, collectionPage([2, 1, 3]));
    return { status: 204, body: undefined };
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(titles()).toEqual(["Picture 2", "Picture 1", "Picture 3"]));
  expect(network.to(`POST ${entry(1)}`).map(({ body }) => body)).toEqual([{ after: toId(2) }]);
});

test("a list of collections that can't be read shows an error and a retry", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(MINE, failure("internal"));
  network.on(SHARED, ok({ items: [], cursor: null, hasMore: false }));
  const { user } = openSite("/gallery?tab=collections", network);
  await waitFor(() => expect(screen.getByTestId("toaster").textContent).toBe(MESSAGES.failedFetchCollections));
  network.on(MINE, ok({ items: [], cursor: null, hasMore: false }));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("No collections yet");
});

test("a first page without a visible collection loads the next one instead of showing an empty state", async () => {
  const network = createSiteNetwork({ signedIn: true });
  const next = { ...aCollection(), covers: [] };
  network.on(MINE, ({ query }) =>
    query.cursor
      ? ok({ items: [next], cursor: toId(700), hasMore: false })
      : ok({ items: [], cursor: toId(699), hasMore: true }),
  );
  const { user } = openSite("/gallery?tab=collections", network);
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByRole("link", { name: "Evening light" });
  expect(screen.queryByText("No collections yet")).toBeNull();
});

test("others see its owner, and no controls", async () => {
  openCollection({ owner: { id: toId(801), name: "mira.hale", fullName: "", avatar: null } });
  await screen.findByRole("heading", { name: "Evening light" });
  expect(screen.getByRole("link", { name: "mira.hale" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Edit|Arrange/ })).toBeNull();
});

test("its owner makes it private, and can delete it after a confirmation", async () => {
  const { network, user, at } = openCollection();
  network.on(`PATCH ${ONE}`, { status: 204, body: undefined });
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit collection" }));
  await user.click(dialog.getByRole("radio", { name: /^Private/ }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(network.to(`PATCH ${ONE}`)[0]?.body).toMatchObject({ collectionVisibility: "private" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  network.on(`DELETE ${ONE}`, { status: 204, body: undefined });
  network.on(MINE, ok({ items: [], cursor: null, hasMore: false }));
  await user.click(screen.getByRole("button", { name: "Edit" }));
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  await user.click(await screen.findByRole("button", { name: "Delete collection" }));
  await waitFor(() => expect(at.path).toBe("/gallery"));
  await screen.findByText("No collections yet");
});

test("its owner invites a person by name, learns why somebody can't be, and removes them", async () => {
  const client = { id: toId(802), name: "client_one", fullName: "Clara One", avatar: null };
  const { network, user } = openCollection({ collectionVisibility: "private", members: [] });
  await user.click(await screen.findByRole("button", { name: "People" }));
  const dialog = within(await screen.findByRole("dialog", { name: "People" }));
  const field = await dialog.findByRole("textbox", { name: /^Username/ });
  network.on(`POST ${ONE}/members/nobody`, failure("member_refused"));
  await user.type(field, "nobody{Enter}");
  await dialog.findByText(MESSAGES.memberRefused);
  network.on(`POST ${ONE}/members/nobody_else`, failure("member_not_found"));
  await user.clear(field);
  await user.type(field, "nobody_else{Enter}");
  await dialog.findByText(MESSAGES.userNotFound);
  network.on(`POST ${ONE}/members/client_one`, () => {
    network.on(`GET ${ONE}`, collectionPage([1, 2, 3], { collectionVisibility: "private", members: [client] }));
    return { status: 204, body: undefined };
  });
  await user.clear(field);
  await user.type(field, "client_one{Enter}");
  await screen.findByText("only you and 1 other see it", { exact: false });
  network.on(`DELETE ${ONE}/members/client_one`, () => {
    network.on(`GET ${ONE}`, collectionPage([1, 2, 3], { collectionVisibility: "private", members: [] }));
    return { status: 204, body: undefined };
  });
  await user.click(await dialog.findByRole("button", { name: "Remove Clara One" }));
  await waitFor(() => expect(dialog.queryByRole("list", { name: "People with access" })).toBeNull());
});

test("a member can leave, and neither edits nor invites", async () => {
  const owner = { id: toId(801), name: "mira.hale", fullName: "", avatar: null };
  const member = { id: ME.id, name: ME.name, fullName: "", avatar: null };
  const { network, user } = openCollection({ owner, collectionVisibility: "private", members: [member] });
  await screen.findByText("shared with you", { exact: false });
  expect(screen.queryByRole("button", { name: /Edit|Arrange|People/ })).toBeNull();
  network.on(`DELETE ${ONE}/members/${ME.name}`, { status: 204, body: undefined });
  network.on(MINE, ok({ items: [], cursor: null, hasMore: false }));
  network.on(SHARED, ok({ items: [], cursor: null, hasMore: false }));
  await user.click(screen.getByRole("button", { name: "Leave…" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Leave" }));
  await screen.findByText("No collections yet");
});

test("the gallery lists what is shared with the user, also without a collection of their own", async () => {
  const network = createSiteNetwork({ signedIn: true });
  const owner = { id: toId(801), name: "mira.hale", fullName: "", avatar: null };
  network.on(MINE, ok({ items: [], cursor: null, hasMore: false }));
  network.on(SHARED, ok({ items: [{ ...aCollection({ owner }), covers: [] }], cursor: null, hasMore: false }));
  openSite("/gallery?tab=collections", network);
  await screen.findByRole("heading", { name: "Shared with you" });
  expect(screen.getByRole("link", { name: "Evening light" })).toBeTruthy();
});
