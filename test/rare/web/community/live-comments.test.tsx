import { act, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ArtworkId } from "#shared/model/ids.ts";
import { aDetail, ok, toId } from "#test/web/artwork/given.ts";
import { aComment, aReply, commentsPage, reviewsPage, withReplies } from "#test/web/community/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import LiveComments, { pauseAfter } from "#web/features/comments/live-comments.tsx";
import { navigation } from "#web/ui/navigation.ts";

const ARTWORK = `/api/artwork/${toId(1)}`;
const LIST = `GET ${ARTWORK}/comments`;
const CHANGES = `GET ${ARTWORK}/comments/changes`;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const texts = () =>
  within(screen.getByRole("list", { name: "Comments" }))
    .queryAllByText(/^(Comment|Reply) \d/)
    .map(({ textContent }) => textContent);

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** An open page with the first comment. */
async function open() {
  const network = createSiteNetwork();
  network.on(`GET ${ARTWORK}`, ok(aDetail()));
  network.on(LIST, commentsPage([aComment(1)], false, 1));
  network.on(CHANGES, ok({ revision: 1 }));
  network.on(`GET ${ARTWORK}/reviews`, reviewsPage([]));
  const site = openSite(`/artwork/${toId(1)}`, network);
  await screen.findByText("Comment 1");
  await pass(3_000);
  // On a slow machine it may have been polled again by then.
  await waitFor(() => expect(network.to(CHANGES)).not.toEqual([]));
  return {
    ...site,
    network,
    /** Makes the API return other users' changes from now on. */
    happen(items: Parameters<typeof commentsPage>[0], revision: number) {
      network.on(LIST, commentsPage(items, false, revision));
      network.on(`GET ${ARTWORK}`, ok(aDetail({ artwork: { comments: items.length } })));
      network.on(CHANGES, ok({ revision }));
    },
  };
}

/** Simulates a list scrolled past its beginning. */
const scrollPast = () =>
  vi.spyOn(HTMLUListElement.prototype, "getBoundingClientRect").mockReturnValue({ top: -400 } as DOMRect);

test("a page that is left while it asks for changes never asks again", async () => {
  const asked = Promise.withResolvers<Response>();
  const onRequest = vi.spyOn(globalThis, "fetch").mockImplementation(() => asked.promise);
  const page = render(<LiveComments artworkId={ArtworkId.parse(toId(1))} revision={1} onChange={() => {}} />);
  page.unmount();
  asked.resolve(Response.json({ revision: 1 }));
  await pass(120_000);
  expect(onRequest).toHaveBeenCalledOnce();
});

describe("an open page", () => {
  test("shows others' new, edited and deleted comments with their count, and announces them to screen readers", async () => {
    const { happen } = await open();
    happen(
      [aComment(2), withReplies(aComment(1, { commentContent: "Comment 1, mended" }), [aReply(aComment(1), 3)])],
      4,
    );
    await pass(5_000);
    await waitFor(() => expect(texts()).toEqual(["Comment 2", "Comment 1, mended", "Reply 3"]));
    await waitFor(() => expect(screen.getByRole("heading", { name: /^Comments/ }).textContent).toBe("Comments 2"));
    expect(screen.getByText("2 new comments", { selector: "[role=status]" })).toBeTruthy();
    happen([aComment(2)], 6);
    await pass(5_000);
    await waitFor(() => expect(texts()).toEqual(["Comment 2"]));
  });

  test("reads no comments without changes, and polls at increasing intervals", async () => {
    const { network } = await open();
    const read = network.to(LIST).length;
    await pass(10 * 60_000);
    expect(network.to(LIST)).toHaveLength(read);
    expect(network.to(CHANGES).length).toBeLessThan(40);
    expect([pauseAfter(0), pauseAfter(60_000), pauseAfter(3_600_000)]).toEqual([4_000, 10_000, 60_000]);
  });

  test("retries a failed read, and polls less often after frequent changes", async () => {
    const { network, happen } = await open();
    happen([aComment(2), aComment(1)], 2);
    network.on(LIST, failure("internal"));
    await pass(5_000);
    await waitFor(() => expect(network.to(LIST).length).toBeGreaterThan(1));
    expect(texts()).toEqual(["Comment 1"]);
    happen([aComment(2), aComment(1)], 2);
    await pass(5_000);
    await waitFor(() => expect(texts()).toEqual(["Comment 2", "Comment 1"]));
    happen([aComment(3), aComment(2), aComment(1)], 3);
    await pass(5_000);
    await waitFor(() => expect(texts()).toHaveLength(3));
    const asked = network.to(CHANGES).length;
    await pass(15_000);
    expect(network.to(CHANGES)).toHaveLength(asked);
    await pass(6_000);
    expect(network.to(CHANGES)).toHaveLength(asked + 1);
  });

  test("polls again when its user returns after the artwork was hidden for a moment", async () => {
    const { network, happen } = await open();
    network.on(CHANGES, failure("artwork_not_found"));
    await pass(5_000);
    const asked = network.to(CHANGES).length;
    await pass(120_000);
    expect(network.to(CHANGES)).toHaveLength(asked);
    happen([aComment(2), aComment(1)], 2);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(texts()).toEqual(["Comment 2", "Comment 1"]));
  });

  test("holds back newer comments if it opens scrolled down", async () => {
    const { happen } = await open();
    act(() => navigation.go("/about"));
    await waitFor(() => expect(screen.queryByText("Comment 1")).toBeNull());
    happen([aComment(2), aComment(1)], 2);
    scrollPast();
    act(() => navigation.go(`/artwork/${toId(1)}`));
    await screen.findByRole("button", { name: "1 new comment" });
    expect(texts()).toEqual(["Comment 1"]);
  });

  test("holds back new comments while its reader is scrolled down, until they ask", async () => {
    const { happen, user } = await open();
    const scrolled = scrollPast();
    happen([aComment(3), withReplies(aComment(1), [aReply(aComment(1), 2)])], 3);
    await pass(5_000);
    const button = await screen.findByRole("button", { name: "2 new comments" });
    expect(texts()).toEqual(["Comment 1"]);
    happen([aComment(4), aComment(3), withReplies(aComment(1), [aReply(aComment(1), 2)])], 4);
    await pass(5_000);
    await waitFor(() => expect(button.textContent).toBe("3 new comments"));
    scrolled.mockRestore();
    await user.click(button);
    expect(texts()).toEqual(["Comment 4", "Comment 3", "Comment 1", "Reply 2"]);
    expect(screen.queryByRole("button", { name: /new comment/ })).toBeNull();
    expect(document.activeElement?.textContent).toMatch(/^Comments/);
  });

  test("doesn't poll while it is hidden, and polls at once when it is shown", async () => {
    const { network, happen } = await open();
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await pass(60_000);
    const asked = network.to(CHANGES).length;
    await pass(5 * 60_000);
    expect(network.to(CHANGES)).toHaveLength(asked);
    happen([aComment(2), aComment(1)], 2);
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(texts()).toEqual(["Comment 2", "Comment 1"]));
  });

  test("is unchanged when polling fails, and stops polling when the artwork is gone", async () => {
    const { network } = await open();
    network.on(CHANGES, { status: 500 });
    await pass(5_000);
    network.on(CHANGES, { status: 404 });
    await pass(5_000);
    const asked = network.to(CHANGES).length;
    await pass(5 * 60_000);
    expect(network.to(CHANGES)).toHaveLength(asked);
    expect([texts(), screen.queryByRole("alert")]).toEqual([["Comment 1"], null]);
  });
});
