import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Comment } from "#shared/model/community.ts";
import { aDetail, ME, ok, toId } from "#test/web/artwork/given.ts";
import { aComment, aReply, commentsPage, MINE, reviewsPage, withReplies } from "#test/web/community/given.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ARTWORK = `/api/artwork/${toId(1)}`;
const LIST = `GET ${ARTWORK}/comments`;
const WRITE = `POST ${ARTWORK}/comments`;

const first = aComment(1);
const [one, two] = [aReply(first, 2), aReply(first, 3)];

function open(comments: readonly Comment[], { signedIn = true, isOwn = false } = {}) {
  const network = createSiteNetwork({ signedIn });
  network.on(`GET ${ARTWORK}`, ok(aDetail({ artwork: { comments: 3 }, ...(isOwn ? { owner: ME } : {}) })));
  network.on(LIST, commentsPage(comments));
  network.on(`GET ${ARTWORK}/reviews`, reviewsPage([]));
  return { ...openSite(`/artwork/${toId(1)}`, network), network };
}

const thread = () => screen.findByRole("list", { name: "Replies to ines.moreau" });
const listTexts = (list: HTMLElement) =>
  within(list)
    .queryAllByText(/^(Reply|So) /)
    .map(({ textContent }) => textContent);

describe("replies", () => {
  test("are listed below their comment, oldest first, and can't be replied to", async () => {
    open([withReplies(first, [one, two])]);
    expect(listTexts(await thread())).toEqual(["Reply 2", "Reply 3"]);
    expect(within(await thread()).queryByRole("button", { name: /^Reply to/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /more repl/ })).toBeNull();
  });

  test("beyond the first are shown on request", async () => {
    const { network, user } = open([withReplies(first, [one], 2)]);
    network.on(
      `GET ${ARTWORK}/comments/${first.commentId}/replies`,
      ok({ items: [one, two], cursor: two.commentId, hasMore: false }),
    );
    await user.click(await screen.findByRole("button", { name: "Show 1 more reply" }));
    await waitFor(async () => expect(listTexts(await thread())).toEqual(["Reply 2", "Reply 3"]));
    expect(screen.queryByRole("button", { name: /more repl/ })).toBeNull();
  });

  test("are written below the comment and counted", async () => {
    const { network, user } = open([withReplies(first, [one])]);
    const written = aReply(first, 4, { ...MINE, commentContent: "So do I" });
    network.on(WRITE, ok(written, 201));
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    const box = await screen.findByRole("textbox", { name: "Reply to ines.moreau" });
    expect(document.activeElement).toBe(box);
    await user.type(box, "So do I");
    await user.click(within(box.closest("form") as HTMLElement).getByRole("button", { name: "Reply" }));
    await waitFor(async () => expect(listTexts(await thread())).toEqual(["Reply 2", "So do I"]));
    expect(network.to(WRITE).map(({ body }) => body)).toEqual([
      { commentContent: "So do I", commentParent: first.commentId },
    ]);
    expect(screen.getByRole("heading", { name: /^Comments/ }).textContent).toBe("Comments 4");
    expect(screen.queryByRole("textbox", { name: "Reply to ines.moreau" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reply to ines.moreau" }));
  });

  test("are edited and deleted like comments, and leave the others alone", async () => {
    const mine = aReply(first, 4, MINE);
    const { network, user } = open([withReplies(first, [one, mine])]);
    const path = `${ARTWORK}/comments/${mine.commentId}`;
    network.on(`PATCH ${path}`, ok({ ...mine, commentContent: "Reply 4, mended", edited: true }));
    network.on(`DELETE ${path}`, { status: 204 });
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    await user.type(await screen.findByRole("textbox", { name: "Edit your comment" }), ", mended");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Reply 4, mended", { selector: "p" });
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    await user.click(await screen.findByRole("button", { name: "Delete comment" }));
    await waitFor(async () => expect(listTexts(await thread())).toEqual(["Reply 2"]));
    expect(screen.getByRole("heading", { name: /^Comments/ }).textContent).toBe("Comments 2");
  });

  test("remain after their comment is deleted, whose placeholder has no name", async () => {
    const mine = withReplies(aComment(1, MINE), [one]);
    const { network, user } = open([mine]);
    network.on(`DELETE ${ARTWORK}/comments/${mine.commentId}`, { status: 204 });
    await user.click(await screen.findByRole("button", { name: "Delete your comment" }));
    await user.click(await screen.findByRole("button", { name: "Delete comment" }));
    await screen.findByText("[deleted]");
    expect(listTexts(await screen.findByRole("list", { name: "Replies to [deleted]" }))).toEqual(["Reply 2"]);
    expect(screen.queryByText("Comment 1")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Reply to/ })).toBeNull();
  });

  test("ask a visitor to log in", async () => {
    const { user } = open([first], { signedIn: false });
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    await screen.findByRole("dialog", { name: "Log in to reply" });
  });
});
