import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aDetail, idOf, ok } from "#test/web/artwork/given.ts";
import { aComment, aReply, commentsPage, MINE, reviewsPage, withReplies } from "#test/web/community/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { openSite, siteNetwork } from "#test/web/support/site.tsx";

const ARTWORK = `/api/artwork/${idOf(1)}`;
const LIST = `GET ${ARTWORK}/comments`;
const WRITE = `POST ${ARTWORK}/comments`;
const CHANGES = `GET ${ARTWORK}/comments/changes`;

const first = aComment(1);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function open(items: Parameters<typeof commentsPage>[0] = [first]) {
  const network = siteNetwork({ signedIn: true });
  network.on(`GET ${ARTWORK}`, ok(aDetail()));
  network.on(LIST, commentsPage(items, false, 1));
  network.on(CHANGES, ok({ revision: 1 }));
  network.on(`GET ${ARTWORK}/reviews`, reviewsPage([]));
  network.on(`GET ${ARTWORK}/licenses`, ok({ items: [] }));
  return { ...openSite(`/artwork/${idOf(1)}`, network), network };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const box = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });

/** Others leave these comments, and the open page finds out. */
async function others(
  network: ReturnType<typeof open>["network"],
  items: Parameters<typeof commentsPage>[0],
  { hasMore = false, revision = 2 } = {},
) {
  network.on(LIST, commentsPage(items, hasMore, revision));
  network.on(CHANGES, ok({ revision }));
  await pass(10_000);
}

/** Everything in the page goes, and what the browser keeps stays. */
function revisit(items?: Parameters<typeof commentsPage>[0]) {
  cleanup();
  return open(items);
}

describe("what was typed and not posted", () => {
  test("is there again when the page is, and gone once it is posted", async () => {
    await open().user.type(await box("Add a comment"), "Half a thou");
    const { user, network } = revisit();
    const field = await box("Add a comment");
    expect([field.value, document.activeElement === field]).toEqual(["Half a thou", false]);
    network.on(WRITE, ok(aComment(2, { ...MINE, commentContent: "Half a thought" }), 201));
    await user.type(field, "ght");
    await user.click(screen.getByRole("button", { name: "Post" }));
    await waitFor(() => expect(field.value).toBe(""));
    revisit();
    expect((await box("Add a comment")).value).toBe("");
  });

  test("stays where it couldn't be posted", async () => {
    const { user, network } = open();
    network.on(WRITE, failure("internal"));
    await user.type(await box("Add a comment"), "Half a thought");
    await user.click(screen.getByRole("button", { name: "Post" }));
    await screen.findByText("The comment wasn't posted.");
    revisit();
    expect((await box("Add a comment")).value).toBe("Half a thought");
  });

  test("opens its reply again in its place, and cancelling gives it up", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    await user.type(await box("Reply to ines.moreau"), "So do");
    const again = revisit();
    expect((await box("Reply to ines.moreau")).value).toBe("So do");
    await again.user.click(screen.getByRole("button", { name: "Cancel" }));
    revisit();
    await screen.findByText("Comment 1");
    expect(screen.queryByRole("textbox", { name: "Reply to ines.moreau" })).toBeNull();
  });

  test("opens a comment's editor again with the changed words", async () => {
    const { user } = open([aComment(1, MINE)]);
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    await user.type(await box("Edit your comment"), ", changed");
    revisit([aComment(1, MINE)]);
    expect((await box("Edit your comment")).value).toBe("Comment 1, changed");
  });
});

describe("what is typed about a comment that somebody deletes", () => {
  const GONE = "The comment that you were replying to was deleted. What you wrote is kept here.";

  test.each([
    ["goes", [first], []],
    [
      "stays as the head of its replies",
      [withReplies(first, [aReply(first, 2)])],
      [{ ...withReplies(first, [aReply(first, 2)]), deleted: true as const }],
    ],
  ])("stays where the comment %s, and can be posted by itself", async (_how, before, after) => {
    const { user, network } = open(before);
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    await user.type(await box("Reply to ines.moreau"), "So do I");
    await others(network, after);
    await screen.findByText(GONE);
    const field = await box("Your reply");
    expect([field.value, document.activeElement === field]).toEqual(["So do I", true]);
    network.on(WRITE, ok(aComment(4, { ...MINE, commentContent: "So do I" }), 201));
    await user.click(screen.getByRole("button", { name: "Post as a comment" }));
    await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
    expect(network.to(WRITE).map(({ body }) => body)).toEqual([{ commentContent: "So do I" }]);
    within(await screen.findByRole("list", { name: "Comments" })).getByText("So do I");
  });

  test("is found at the next visit, and can be discarded", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    await user.type(await box("Reply to ines.moreau"), "So do I");
    const again = revisit([]);
    const field = await box("Your reply");
    expect([field.value, document.activeElement === field]).toEqual(["So do I", false]);
    await again.user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByText(GONE)).toBeNull();
    revisit([]);
    await box("Add a comment");
    await pass(1_000);
    expect(screen.queryByText(GONE)).toBeNull();
  });

  test("keeps its field while it is emptied to be written anew, until it is discarded", async () => {
    const { user, network } = open();
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    await user.type(await box("Reply to ines.moreau"), "So do I");
    await others(network, []);
    const field = await box("Your reply");
    await user.clear(field);
    await others(network, [aComment(2)], { hasMore: true, revision: 3 });
    await screen.findByRole("button", { name: "1 new comment" });
    expect([field.isConnected, document.activeElement === field]).toEqual([true, true]);
    await user.type(field, "Me too");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.queryByText(GONE)).toBeNull();
  });

  test("stays where it is the comment that was being changed", async () => {
    const { user, network } = open([aComment(1, MINE)]);
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    await user.type(await box("Edit your comment"), ", changed");
    await others(network, []);
    await screen.findByText(/^Your comment was deleted while you were changing it\./);
    expect((await box("Your changed comment")).value).toBe("Comment 1, changed");
  });
});

describe("what is typed about a comment that newer ones push beyond what is loaded", () => {
  const DELETED = /deleted/;

  test("stays in its place, and is posted there", async () => {
    const { user, network } = open([aComment(2), first]);
    await user.click((await screen.findAllByRole("button", { name: "Reply to ines.moreau" })).at(-1) as HTMLElement);
    const field = await box("Reply to ines.moreau");
    await user.type(field, "So do");
    await others(network, [aComment(3), aComment(2)], { hasMore: true });
    await screen.findByRole("button", { name: "1 new comment" });
    expect([field.isConnected, document.activeElement === field]).toEqual([true, true]);
    expect(screen.queryByText(DELETED)).toBeNull();
    await user.clear(field);
    await others(network, [aComment(4), aComment(3)], { hasMore: true, revision: 3 });
    await screen.findByRole("button", { name: "2 new comments" });
    expect([field.isConnected, document.activeElement === field]).toEqual([true, true]);
    await user.type(field, "So do I");
    network.on(WRITE, ok(aReply(first, 5, { ...MINE, commentContent: "So do I" }), 201));
    await user.click(screen.getByRole("button", { name: "Reply" }));
    const thread = await screen.findByRole("list", { name: "Replies to ines.moreau" });
    within(thread).getByText("So do I");
    expect(network.to(WRITE).map(({ body }) => body)).toEqual([
      { commentContent: "So do I", commentParent: first.commentId },
    ]);
  });

  test("is without its comment where that would stand among those that are loaded", async () => {
    const second = aComment(2);
    const { user, network } = open([second, first]);
    await user.click((await screen.findAllByRole("button", { name: "Reply to ines.moreau" })).at(0) as HTMLElement);
    await user.type(await box("Reply to ines.moreau"), "So do I");
    await others(network, [aComment(3), first], { hasMore: true });
    await screen.findByText(/^The comment that you were replying to was deleted\./);
    expect((await box("Your reply")).value).toBe("So do I");
  });

  test("stays where it is the sixth reply, and is saved there", async () => {
    const five = [2, 3, 4, 5, 6].map((number) => aReply(first, number));
    const { user, network } = open([withReplies(first, five)]);
    const sixth = aReply(first, 7, MINE);
    network.on(WRITE, ok(sixth, 201));
    await user.click(await screen.findByRole("button", { name: "Reply to ines.moreau" }));
    await user.type(await box("Reply to ines.moreau"), "Reply 7");
    await user.click(screen.getByRole("button", { name: "Reply" }));
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    const field = await box("Edit your comment");
    await user.type(field, ", changed");
    await others(network, [aComment(8), withReplies(first, five, 6)]);
    await screen.findByRole("button", { name: "1 new comment" });
    expect(screen.queryByText(DELETED)).toBeNull();
    expect([field.isConnected, document.activeElement === field]).toEqual([true, true]);
    network.on(`PATCH ${ARTWORK}/comments/${sixth.commentId}`, ok({ ...sixth, commentContent: "Reply 7, changed" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Reply 7, changed");
  });
});
