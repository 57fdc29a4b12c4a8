import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aDetail, ok, toId } from "#test/web/artwork/given.ts";
import { aComment, aReview, commentsPage, MINE, reviewsPage } from "#test/web/community/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ARTWORK = `/api/artwork/${toId(1)}`;
const REVIEWS = `${ARTWORK}/reviews`;

function open(reviews = reviewsPage([]), { signedIn = true, rated = { average: 4.5, count: 2 } as object } = {}) {
  const network = createSiteNetwork({ signedIn });
  network.on(`GET ${ARTWORK}`, ok(aDetail({ artwork: { rating: rated as { average: number; count: number } } })));
  network.on(`GET ${ARTWORK}/comments`, commentsPage([]));
  network.on(`GET ${REVIEWS}`, reviews);
  return { ...openSite(`/artwork/${toId(1)}`, network), network };
}

const stars = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
const own = () => screen.findByRole("region", { name: "Your review" });
const toasts = () => screen.getByTestId("toaster").textContent;

test("the average and each buyer's rating are shown", async () => {
  open(
    reviewsPage([
      aReview(1, { reviewRating: 5 }),
      aReview(2, { author: { id: toId(901), name: null, fullName: "", avatar: null } }),
    ]),
  );
  const list = await screen.findByRole("list", { name: "Reviews" });
  await within(list).findByRole("img", { name: "5 of 5 stars" });
  expect(within(list).getByRole("img", { name: "4 of 5 stars" })).toBeTruthy();
  expect(within(list).getByText(MESSAGES.deletedUser)).toBeTruthy();
  expect(screen.getByRole("img", { name: "4.5 of 5 stars" })).toBeTruthy();
});

test.each([true, false])(
  "a user without an order sees who can rate, and no stars (signed in: %s)",
  async (signedIn) => {
    open(reviewsPage([]), { signedIn });
    await screen.findByText("No reviews yet. License holders can rate this artwork.");
    expect(screen.queryByRole("region", { name: "Your review" })).toBeNull();
    expect(screen.queryByRole("radio", { name: /star/ })).toBeNull();
  },
);

test("a buyer rates with the arrow keys, and nothing is sent before the button is pressed", async () => {
  const { network, user } = open(reviewsPage([], { mayReview: true }));
  network.on(`POST ${REVIEWS}`, { status: 201, body: aReview(1, { ...MINE, reviewRating: 3 }) });
  await own();
  const send = screen.getByRole<HTMLButtonElement>("button", { name: "Post review" });
  expect(send.disabled).toBe(true);
  stars("1 star").focus();
  await user.keyboard(" {ArrowRight}{ArrowRight}");
  expect(stars("3 stars").checked).toBe(true);
  expect(network.to(`POST ${REVIEWS}`)).toEqual([]);
  await user.click(send);
  const list = screen.getByRole("list", { name: "Reviews" });
  await within(list).findByRole("img", { name: "3 of 5 stars" });
  expect(network.to(`POST ${REVIEWS}`).map(({ body }) => body)).toEqual([{ reviewRating: 3 }]);
  expect(toasts()).toBe("Review posted");
});

test("a buyer can change and remove the review", async () => {
  const mine = aReview(1, { ...MINE, reviewRating: 2 });
  const { network, user } = open(reviewsPage([mine], { own: mine, mayReview: true }));
  network.on(`PATCH ${REVIEWS}`, ok({ ...mine, reviewRating: 5, edited: true }));
  network.on(`DELETE ${REVIEWS}`, { status: 204 });
  await own();
  expect(stars("2 stars").checked).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Change" }).disabled).toBe(true);
  await user.click(stars("5 stars"));
  await user.click(screen.getByRole("button", { name: "Change" }));
  const list = screen.getByRole("list", { name: "Reviews" });
  await within(list).findByRole("img", { name: "5 of 5 stars" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(within(list).queryAllByRole("listitem")).toEqual([]));
  expect(await screen.findByRole("button", { name: "Post review" })).toBeTruthy();
});

test("a buyer can add a text and remove it", async () => {
  const { network, user } = open(reviewsPage([], { mayReview: true }));
  const mine = aReview(1, { ...MINE, reviewRating: 4, reviewContent: "Glows at dusk" });
  network.on(`POST ${REVIEWS}`, { status: 201, body: mine });
  await own();
  await user.click(stars("4 stars"));
  await user.type(screen.getByLabelText(/^In your words/), "Glows at dusk");
  await user.click(screen.getByRole("button", { name: "Post review" }));
  const list = screen.getByRole("list", { name: "Reviews" });
  await within(list).findByText("Glows at dusk");
  const { reviewContent, ...stars4 } = mine;
  network.on(`PATCH ${REVIEWS}`, ok({ ...stars4, edited: true }));
  await user.clear(screen.getByLabelText(/^In your words/));
  await user.click(screen.getByRole("button", { name: "Change" }));
  await waitFor(() => expect(within(list).queryByText("Glows at dusk")).toBeNull());
  expect(network.to(`POST ${REVIEWS}`)[0]?.body).toEqual({ reviewRating: 4, reviewContent: "Glows at dusk" });
  expect(network.to(`PATCH ${REVIEWS}`)[0]?.body).toEqual({ reviewRating: 4, reviewContent: "" });
});

test("an unposted review is kept across a reload until it is posted", async () => {
  const { user, unmount } = open(reviewsPage([], { mayReview: true }));
  await own();
  await user.click(stars("4 stars"));
  await user.type(screen.getByLabelText(/^In your words/), "Glows");
  unmount();
  const { network, user: later } = open(reviewsPage([], { mayReview: true }));
  const mine = aReview(1, { ...MINE, reviewRating: 4, reviewContent: "Glows" });
  network.on(`POST ${REVIEWS}`, { status: 201, body: mine });
  await own();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^In your words/).value).toBe("Glows");
  await later.click(screen.getByRole("button", { name: "Post review" }));
  await screen.findByRole("button", { name: "Change" });
  expect(network.to(`POST ${REVIEWS}`)[0]?.body).toEqual({ reviewRating: 4, reviewContent: "Glows" });
  expect(Object.keys(localStorage).filter((name) => name.includes("review"))).toEqual([]);
});

test("after a refund the review can be changed and removed", async () => {
  const mine = aReview(1, { ...MINE, reviewRating: 2 });
  open(reviewsPage([mine], { own: mine, mayReview: false }));
  await own();
  expect(stars("2 stars").closest("fieldset")?.disabled).toBe(false);
  expect(screen.getByRole("button", { name: "Change" })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Remove" }).disabled).toBe(false);
});

test("a refused review shows the reason, and then what is possible", async () => {
  const { network, user } = open(reviewsPage([], { mayReview: true }));
  network.on(`POST ${REVIEWS}`, failure("review_needs_order"));
  await own();
  await user.click(stars("4 stars"));
  network.on(`GET ${REVIEWS}`, reviewsPage([]));
  await user.click(screen.getByRole("button", { name: "Post review" }));
  await waitFor(() => expect(toasts()).toBe(MESSAGES.reviewNeedsOrder));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Your review" })).toBeNull());
});

test("another user's first review appears with the average", async () => {
  const { network } = open(reviewsPage([]), { rated: { average: null, count: 0 } });
  await screen.findByText(/^No reviews yet/);
  const artwork = { rating: { average: 4, count: 1 }, comments: 1 };
  network.on(`GET ${ARTWORK}`, ok(aDetail({ artwork })));
  network.on(`GET ${ARTWORK}/comments`, commentsPage([aComment(1)], false, 1));
  network.on(`GET ${ARTWORK}/comments/changes`, ok({ revision: 1 }));
  network.on(`GET ${REVIEWS}`, reviewsPage([aReview(1, { reviewRating: 4 })]));
  // The artwork is read again with the comments, which are asked for while the page is open.
  const list = await screen.findByRole("list", { name: "Reviews" }, { timeout: 15_000 });
  await within(list).findByRole("img", { name: "4 of 5 stars" });
  expect(screen.queryByText(/^No reviews yet/)).toBeNull();
});
