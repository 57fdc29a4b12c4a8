import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { aCard, FREE, ok, pageReply, SHOWN_ONLY, toId } from "../artwork/given.ts";
import { aLicense } from "../orders/given.ts";
import { aUser, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const USER = aUser();
const ME = { id: USER.id, name: USER.name, fullName: "", avatar: null };
const OWNER = { id: toId(801), name: "mira.hale", fullName: "Mira Hale", avatar: null };
const CLIENT = { id: toId(802), name: "client_one", fullName: "Clara One", avatar: null };
const ONE = `/api/collections/${toId(700)}`;
const COMMENTS = `GET ${ONE}/comments`;
const OWNED = `GET /api/users/${USER.id}/ownership`;

const aCollection = (over: object = {}) => ({
  collectionId: toId(700),
  collectionTitle: "Spring campaign",
  collectionDescription: "",
  collectionVisibility: "private",
  owner: OWNER,
  count: 2,
  created: "2026-11-01T10:00:00.000Z",
  members: [ME],
  ...over,
});

const aComment = (number: number, author: object, over: object = {}) => ({
  commentId: toId(number),
  commentContent: `Comment ${number}`,
  author,
  created: "2026-11-02T10:00:00.000Z",
  edited: false,
  ...over,
});

const list = (items: readonly object[]) => ok({ items, cursor: null, hasMore: false });

function openCollection(over: object = {}, cards = [aCard(1), aCard(2)]) {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  network.on(`GET ${ONE}`, ok({ ...(pageReply(cards).body as object), collection: aCollection(over) }));
  network.on(COMMENTS, list([]));
  network.on(OWNED, list([]));
  return { ...openSite(`/collection/${toId(700)}`, network), network };
}

describe("comments", () => {
  test("are written, changed and deleted by a member, who can't delete the owner's", async () => {
    const { network, user } = openCollection();
    network.on(COMMENTS, list([aComment(11, OWNER)]));
    await screen.findByText("Comment 11");
    expect(screen.queryByRole("button", { name: /^(Delete|Report)/ })).toBeNull();
    network.on(`POST ${ONE}/comments`, ok(aComment(12, ME, { commentContent: "Warmer?" }), 201));
    await user.type(await screen.findByRole("textbox", { name: "Add a comment" }), "Warmer?");
    await user.click(screen.getByRole("button", { name: "Post" }));
    await screen.findByText("Warmer?");
    network.on(`PATCH ${ONE}/comments/${toId(12)}`, ok(aComment(12, ME, { commentContent: "Cooler?", edited: true })));
    await user.click(screen.getByRole("button", { name: "Edit your comment" }));
    const field = await screen.findByRole("textbox", { name: "Edit your comment" });
    await user.clear(field);
    await user.type(field, "Cooler?");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Cooler?");
    network.on(`DELETE ${ONE}/comments/${toId(12)}`, { status: 204, body: undefined });
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    await user.click(await screen.findByRole("button", { name: "Delete comment" }));
    await waitFor(() => expect(screen.queryByText("Cooler?")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Comments" }));
  });

  test("that couldn't be loaded can be loaded again", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on(`GET ${ONE}`, ok({ ...(pageReply([aCard(1)]).body as object), collection: aCollection() }));
    network.on(COMMENTS, failure("internal"));
    const { user } = openSite(`/collection/${toId(700)}`, network);
    await screen.findByText("The comments couldn't be loaded.");
    network.on(COMMENTS, list([aComment(11, OWNER)]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Comment 11");
  });

  test("aren't there for visitors, nor for an owner who shares it with nobody", async () => {
    const { network } = openCollection({ members: undefined, collectionVisibility: "public" });
    await screen.findByRole("heading", { name: "Spring campaign" });
    expect(screen.queryByRole("button", { name: /Comments|License all/ })).toBeNull();
    expect(network.to(COMMENTS)).toEqual([]);
  });
});

describe("licensing", () => {
  const price = centsLabel(computeFees(25_000).orderSpent);
  const CARDS = [
    aCard(1, { artworkTitle: "Buyable" }),
    aCard(2, { artworkTitle: "Mine", owner: ME }),
    aCard(3, { artworkTitle: "Held" }),
    aCard(4, { artworkTitle: "Sold", soldExclusively: true }),
    aCard(5, { artworkTitle: "Shown", ...SHOWN_ONLY, owner: CLIENT }),
    aCard(6, { artworkTitle: "Private use", artworkUse: "unavailable", artworkLicense: "personal", owner: CLIENT }),
    aCard(7, { artworkTitle: "Gift", ...FREE, artworkLicense: "commercial", artworkUse: "included" }),
    aCard(8, { artworkTitle: "Also buyable", owner: CLIENT }),
  ];

  async function open() {
    const site = openCollection({ count: 10 }, CARDS);
    site.network.on(OWNED, list([{ ...aCard(3), licenses: [aLicense({ licenseType: "commercial" })] }]));
    await site.user.click(await screen.findByRole("button", { name: "License all" }));
    const dialog = await screen.findByRole("dialog", { name: "License the collection" });
    await within(dialog).findByRole("list", { name: "Works" });
    return { ...site, dialog };
  }

  const row = (dialog: HTMLElement, title: string) =>
    within(dialog).getByText(title).closest("li") ?? document.createElement("li");
  const box = (dialog: HTMLElement, title: string) =>
    within(row(dialog, title)).getByRole<HTMLInputElement>("checkbox");

  test("lists each work with its price, or the reason why it has none, and a sum", async () => {
    const { dialog, user } = await open();
    const shown = Object.fromEntries(
      CARDS.map(({ artworkTitle }) => {
        const { checked, disabled } = box(dialog, artworkTitle);
        const text = row(dialog, artworkTitle).textContent ?? "";
        const [, note] = /(?:theo\.okafor|ada\.love|Clara One)(?: · )?(.*)$/.exec(text) ?? [];
        return [artworkTitle, [note, checked, disabled]];
      }),
    );
    expect(shown).toEqual({
      Buyable: [price, true, false],
      Mine: ["Your own work", false, true],
      Held: ["You have this license", false, false],
      Sold: ["Sold exclusively", false, true],
      Shown: ["For viewing only", false, false],
      "Private use": ["No commercial license", false, false],
      Gift: ["Free, on its own page", false, true],
      "Also buyable": [price, true, false],
    });
    expect(dialog.textContent).toContain("2 more works aren't visible at the moment.");
    expect(dialog.textContent).toContain(`2 licenses${centsLabel(2 * computeFees(25_000).orderSpent)}`);
    await user.click(box(dialog, "Also buyable"));
    expect(dialog.textContent).toContain(`1 license${price}`);
    await user.click(within(dialog).getByRole("radio", { name: "Personal" }));
    expect(dialog.textContent).toContain(`2 licenses${centsLabel(2 * computeFees(4000).orderSpent)}`);
  });

  test("buys one work after the other; the checkout's URL names them all", async () => {
    const { dialog, user, at, network } = await open();
    network.on(`GET /api/checkout/${toId(1)}`, failure("artwork_unavailable"));
    network.on(`GET /api/checkout/${toId(8)}`, failure("artwork_not_found"));
    await user.click(within(dialog).getByRole("button", { name: "Buy one by one" }));
    await screen.findByText("Work 1 of 2");
    expect(at.path).toBe(`/checkout/${toId(1)}`);
    await screen.findByText(MESSAGES.artworkUnavailable);
    await user.click(screen.getByRole("link", { name: "Next work" }));
    await screen.findByText("Work 2 of 2");
    await screen.findByText(MESSAGES.artworkUnavailable);
    expect(at.path).toBe(`/checkout/${toId(8)}`);
    await user.click(screen.getByRole("link", { name: "Finish" }));
    await screen.findByRole("heading", { name: "Spring campaign" });
  });

  test("asks each artist about their works, in a conversation that starts with the request", async () => {
    const { dialog, user, network } = await open();
    await user.click(box(dialog, "Shown"));
    await user.click(within(dialog).getByRole("button", { name: "Ask for a price" }));
    const artists = await screen.findByRole("dialog", { name: "Ask for a price" });
    expect(
      within(artists)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["theo.okafor“Buyable”Ask", "Clara One“Shown” and 1 more workAsk"]);
    const path = `POST /api/artwork/${toId(5)}/requests`;
    network.on(path, failure("message_unanswered"));
    await user.click(within(artists).getByRole("button", { name: "Ask Clara One for a price" }));
    const form = within(await screen.findByRole("form", { name: "Ask for a price" }));
    expect(form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Anything else/ }).value).toBe(
      "Also for “Also buyable”.",
    );
    await user.type(form.getByRole("textbox", { name: /^What is it for/ }), "A poster");
    await user.click(form.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(network.to(path)).toHaveLength(1));
    const message = { messageId: toId(92), kind: "request", own: true, created: "2026-11-02T10:00:00.000Z" };
    network.on(path, ok({ threadId: toId(91), message }, 201));
    await user.click(await form.findByRole("button", { name: "Send" }));
    const link = await screen.findByRole("link", { name: "Open conversation" });
    expect(link.getAttribute("href")).toBe(`/messages/${toId(91)}`);
    expect(network.to(path).at(-1)?.body).toMatchObject({
      requestUsage: "A poster",
      requestDetails: "Also for “Also buyable”.",
    });
  });

  test("knows which artists were asked and haven't answered", async () => {
    const { dialog, user, network } = await open();
    const aThread = (subjectId: string, latest: object) => ({
      threadId: toId(91),
      subject: { kind: "artwork", id: subjectId, title: "Shown", picture: null },
      person: CLIENT,
      unread: 0,
      latest: { messageId: toId(92), content: "", created: "2026-11-02T10:00:00.000Z", ...latest },
    });
    network.on("GET /api/threads", list([aThread(toId(5), { kind: "request", own: true })]));
    await user.click(box(dialog, "Shown"));
    await user.click(within(dialog).getByRole("button", { name: "Ask for a price" }));
    const link = await screen.findByRole("link", { name: "Open conversation" });
    expect(link.getAttribute("href")).toBe(`/messages/${toId(91)}`);
    expect(screen.queryByRole("button", { name: "Ask Clara One for a price" })).toBeNull();
    screen.getByRole("button", { name: "Ask theo.okafor for a price" });
  });
});

test("its owner learns that a block suspends somebody's access", async () => {
  const { user } = openCollection({ owner: ME, members: [{ ...CLIENT, suspended: true }] });
  await user.click(await screen.findByRole("button", { name: "People" }));
  const people = await screen.findByRole("list", { name: "People with access" });
  expect(people.textContent).toContain("No access while one of you blocks the other");
});

test("a member of a public collection sees that it is shared with them, its owner with how many", async () => {
  openCollection({ collectionVisibility: "public" });
  await screen.findByText("shared with you", { exact: false });
});

test("shared collections that couldn't be loaded say so, and load again", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET /api/users/${USER.name}/collections`, list([]));
  network.on(`GET /api/users/${USER.id}/shared-collections`, failure("internal"));
  const { user } = openSite("/gallery?tab=collections", network);
  await screen.findByText("The shared collections couldn't be loaded.");
  network.on(`GET /api/users/${USER.id}/shared-collections`, list([{ ...aCollection(), covers: [] }]));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Spring campaign" });
  expect(screen.getByRole("list", { name: "Collections shared with you" }).textContent).toContain("by Mira Hale");
});
