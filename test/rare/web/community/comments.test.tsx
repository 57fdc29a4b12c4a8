import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Comment } from "#shared/model/community.ts";
import { aDetail, ME, ok, toId } from "#test/web/artwork/given.ts";
import { aComment, commentsPage, MINE, reviewsPage } from "#test/web/community/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createHeldReply } from "#test/web/support/network.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ARTWORK = `/api/artwork/${toId(1)}`;
const LIST = `GET ${ARTWORK}/comments`;
const WRITE = `POST ${ARTWORK}/comments`;
const one = ({ commentId }: Comment) => `${ARTWORK}/comments/${commentId}`;

interface Opened {
  readonly comments?: readonly Comment[];
  readonly count?: number;
  readonly signedIn?: boolean;
  /** The artwork is the signed-in user's. */
  readonly isOwn?: boolean;
}

function open({ comments = [], count = comments.length, signedIn = true, isOwn = false }: Opened = {}) {
  const network = createSiteNetwork({ signedIn });
  network.on(`GET ${ARTWORK}`, ok(aDetail({ artwork: { comments: count }, ...(isOwn ? { owner: ME } : {}) })));
  network.on(LIST, commentsPage(comments));
  network.on(`GET ${ARTWORK}/reviews`, reviewsPage([]));
  return { ...openSite(`/artwork/${toId(1)}`, network), network };
}

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Add a comment" });
const post = () => screen.getByRole<HTMLButtonElement>("button", { name: "Post" });
const title = () => screen.findByRole("heading", { name: /^Comments/ });
const texts = () => within(screen.getByRole("list", { name: "Comments" })).queryAllByText(/^Comment \d/);
const toasts = () => screen.getByTestId("toaster").textContent;

describe("the list of comments", () => {
  test("shows author and text, and marks the artist and edited comments", async () => {
    const byArtist = aComment(2, {
      author: { id: toId(800), name: "theo.okafor", fullName: "", avatar: null },
      edited: true,
    });
    open({ comments: [byArtist, aComment(1)] });
    const [first, second] = await screen.findAllByText(/^Comment \d/);
    const item = first?.closest("li") as HTMLElement;
    expect(within(item).getByText("Artist")).toBeTruthy();
    expect(within(item).getByText(/edited/)).toBeTruthy();
    const other = second?.closest("li") as HTMLElement;
    expect(within(other).getByRole("link", { name: "ines.moreau" }).getAttribute("href")).toBe("/user/ines.moreau");
    expect(within(other).queryByText("Artist")).toBeNull();
    expect((await title()).textContent).toBe("Comments 2");
  });

  test("keeps comments of deleted users, without name or link", async () => {
    open({ comments: [aComment(1, { author: { id: toId(900), name: null, fullName: "", avatar: null } })] });
    const item = (await screen.findByText("Comment 1")).closest("li") as HTMLElement;
    expect(within(item).getByText(MESSAGES.deletedUser)).toBeTruthy();
    expect(within(item).queryByRole("link")).toBeNull();
  });

  test("loads more after the cursor of its last comment", async () => {
    const { network, user } = open({ count: 3 });
    network.on(LIST, ({ query }) =>
      query.cursor ? commentsPage([aComment(1)]) : commentsPage([aComment(3), aComment(2)], true),
    );
    await user.click(await screen.findByRole("button", { name: "Show more comments" }));
    await waitFor(() =>
      expect(texts().map(({ textContent }) => textContent)).toEqual(["Comment 3", "Comment 2", "Comment 1"]),
    );
    expect(network.to(LIST).map(({ query }) => query.cursor)).toEqual([undefined, aComment(2).commentId]);
    expect(screen.queryByRole("button", { name: "Show more comments" })).toBeNull();
  });

  test("shows an error and a retry if it can't be fetched", async () => {
    const { network, user } = open();
    network.on(LIST, failure("internal"));
    expect((await screen.findByText("The comments couldn't be loaded.")).getAttribute("role")).toBe("alert");
    network.on(LIST, commentsPage([aComment(1)]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Comment 1");
  });

  test.each([
    [true, "No comments yet. Be the first."],
    [false, "No comments yet."],
  ])("shows that it is empty (signed in: %s)", async (signedIn, text) => {
    open({ signedIn });
    await screen.findByText(text);
  });

  test("invites a visitor to log in instead of offering a field", async () => {
    open({ signedIn: false });
    await screen.findByRole("button", { name: "Log in to comment" });
    expect(screen.queryByRole("textbox", { name: "Add a comment" })).toBeNull();
  });
});

describe("writing a comment", () => {
  test("counts the characters, and can't be sent empty or too long", async () => {
    const { user } = open();
    const box = await field();
    await user.click(box);
    const counter = () => document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(counter()).toContain(`0/${LIMITS.comment.max}`);
    expect(post().disabled).toBe(true);
    await user.type(box, "   ");
    expect(post().disabled).toBe(true);
    await user.clear(box);
    await user.paste("x".repeat(LIMITS.comment.max));
    expect(counter()).toContain(`${LIMITS.comment.max}/${LIMITS.comment.max}`);
    expect(post().disabled).toBe(false);
    await user.paste("x");
    expect(post().disabled).toBe(true);
    expect(box.getAttribute("aria-invalid")).toBe("true");
  });

  test("adds it on top, counts it, and clears the field", async () => {
    const { network, user } = open({ comments: [aComment(1)] });
    network.on(WRITE, { status: 201, body: aComment(2, MINE) });
    await user.type(await field(), "  Comment 2 ");
    await user.click(post());
    // Checked first, as a toast disappears by itself.
    await waitFor(() => expect(toasts()).toBe("Comment posted"));
    await waitFor(() => expect(texts().map(({ textContent }) => textContent)).toEqual(["Comment 2", "Comment 1"]));
    expect(network.to(WRITE).map(({ body }) => body)).toEqual([{ commentContent: "Comment 2" }]);
    expect((await title()).textContent).toBe("Comments 2");
    expect((await field()).value).toBe("");
  });

  test("is sent once, even if it is submitted repeatedly", async () => {
    const { network, user } = open();
    const waiting = createHeldReply({ status: 201, body: aComment(1, MINE) });
    network.on(WRITE, waiting.answer);
    await user.type(await field(), "Comment 1");
    await user.keyboard("{Control>}{Enter}{Enter}{/Control}");
    await user.click(post());
    waiting.release();
    await screen.findByText("Comment 1", { selector: "p" });
    expect(network.to(WRITE)).toHaveLength(1);
  });

  test.each([
    ["is refused", failure("invalid_request", { commentContent: MESSAGES.invalid }), MESSAGES.invalid, ""],
    ["comes too often", failure("too_many_requests"), "", MESSAGES.tooManyRequests],
    ["breaks", failure("internal"), "The comment wasn't posted.", ""],
    [
      "finds no network",
      () => Promise.reject(new TypeError("The network is down")),
      `${MESSAGES.network}. The comment wasn't posted, but your text is still here.`,
      "",
    ],
  ])("that %s keeps the text and shows the reason once", async (_how, answer, said, toasted) => {
    const { network, user } = open();
    network.on(WRITE, answer);
    await user.type(await field(), "What light!");
    await user.click(post());
    if (said) await screen.findByText(said);
    await waitFor(() => expect(toasts()).toBe(toasted));
    expect((await field()).value).toBe("What light!");
    expect((await title()).textContent).toBe("Comments");
  });
});

describe("a comment whose response was lost", () => {
  test("is sent again with the same idempotency key, and the next comment with a new one", async () => {
    const { network, user } = open();
    network.on(WRITE, () => Promise.reject(new TypeError("The network is down")));
    await user.type(await field(), "Comment 1");
    await user.click(post());
    await screen.findByText(/^Network Error\./);
    network.on(WRITE, { status: 201, body: aComment(1, MINE) });
    await user.click(post());
    await screen.findByText("Comment 1", { selector: "p" });
    network.on(WRITE, failure("too_many_requests"));
    await user.type(await field(), "Comment 1");
    await user.click(post());
    await waitFor(() => expect(toasts()).toBe(MESSAGES.tooManyRequests));
    await user.click(post());
    await waitFor(() => expect(network.to(WRITE)).toHaveLength(4));
    const [lost, again, ...refused] = network.to(WRITE).map(({ idempotencyKey }) => idempotencyKey);
    expect(lost).toBeTruthy();
    expect(again).toBe(lost);
    expect(new Set([lost, ...refused]).size).toBe(3);
  });
});

describe("changing a comment", () => {
  const mine = aComment(1, MINE);

  test("is possible in place, for its author only", async () => {
    const { network, user } = open({ comments: [mine, aComment(2)] });
    network.on(`PATCH ${one(mine)}`, ok({ ...mine, commentContent: "Comment 1, mended", edited: true }));
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Edit your comment" });
    expect(box.value).toBe("Comment 1");
    expect(document.activeElement).toBe(box);
    await user.type(box, ", mended");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Comment 1, mended", { selector: "p" });
    expect(network.to(`PATCH ${one(mine)}`).map(({ body }) => body)).toEqual([{ commentContent: "Comment 1, mended" }]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit your comment" }));
  });

  test("can't be sent unchanged, and is cancelled by Escape", async () => {
    const { network, user } = open({ comments: [mine] });
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
    await user.keyboard(" changed{Escape}");
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.getByText("Comment 1", { selector: "p" })).toBeTruthy();
    expect(network.to(`PATCH ${one(mine)}`)).toEqual([]);
  });
});

describe("deleting a comment", () => {
  test("asks for confirmation, removes it and lowers the count", async () => {
    const mine = aComment(1, MINE);
    const { network, user } = open({ comments: [aComment(2), mine] });
    network.on(`DELETE ${one(mine)}`, { status: 204 });
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    const question = await screen.findByRole("alertdialog", { name: "Delete your comment?" });
    expect(network.to(`DELETE ${one(mine)}`)).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Delete comment" }));
    await waitFor(() => expect(screen.queryByText("Comment 1", { selector: "p" })).toBeNull());
    expect((await title()).textContent).toBe("Comments 1");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  test("is offered to the artist for others' comments too", async () => {
    const theirs = aComment(1);
    open({ comments: [theirs], isOwn: true });
    await screen.findByRole("button", { name: "Delete the comment by ines.moreau" });
    expect(screen.queryByRole("button", { name: "Edit your comment" })).toBeNull();
  });

  test("isn't offered to anyone else", async () => {
    open({ comments: [aComment(1)] });
    await field();
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  });

  test("that fails keeps the comment", async () => {
    const mine = aComment(1, MINE);
    const { network, user } = open({ comments: [mine] });
    network.on(`DELETE ${one(mine)}`, failure("internal"));
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    await user.click(await screen.findByRole("button", { name: "Delete comment" }));
    await waitFor(() => expect(toasts()).toBe("The comment couldn't be deleted"));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByText("Comment 1", { selector: "p" })).toBeTruthy();
    expect((await title()).textContent).toBe("Comments 1");
  });
});
