import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aDetail, ok, toId } from "#test/web/artwork/given.ts";
import { aComment, commentsPage, MINE, reviewsPage } from "#test/web/community/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ARTWORK = `/api/artwork/${toId(1)}`;
const LIST = `GET ${ARTWORK}/comments`;
const WRITE = `POST ${ARTWORK}/comments`;
const CHANGES = `GET ${ARTWORK}/comments/changes`;

const first = aComment(1);

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function open(items: Parameters<typeof commentsPage>[0] = [first]) {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET ${ARTWORK}`, ok(aDetail()));
  network.on(LIST, commentsPage(items, false, 1));
  network.on(CHANGES, ok({ revision: 1 }));
  network.on(`GET ${ARTWORK}/reviews`, reviewsPage([]));
  network.on(`GET ${ARTWORK}/licenses`, ok({ items: [] }));
  return { ...openSite(`/artwork/${toId(1)}`, network), network };
}

const box = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name });

/** Unmounts the page; the browser's storage stays. */
function revisit(items?: Parameters<typeof commentsPage>[0]) {
  cleanup();
  return open(items);
}

describe("an unposted comment", () => {
  test("is restored with the page, and gone once it is posted", async () => {
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

  test("is kept if it couldn't be posted", async () => {
    const { user, network } = open();
    network.on(WRITE, failure("internal"));
    await user.type(await box("Add a comment"), "Half a thought");
    await user.click(screen.getByRole("button", { name: "Post" }));
    await screen.findByText("The comment wasn't posted.");
    revisit();
    expect((await box("Add a comment")).value).toBe("Half a thought");
  });

  test("reopens its reply form, and cancelling discards it", async () => {
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

  test("reopens a comment's editor with the changed text", async () => {
    const { user } = open([aComment(1, MINE)]);
    await user.click(await screen.findByRole("button", { name: "Edit your comment" }));
    await user.type(await box("Edit your comment"), ", changed");
    revisit([aComment(1, MINE)]);
    expect((await box("Edit your comment")).value).toBe("Comment 1, changed");
  });
});
