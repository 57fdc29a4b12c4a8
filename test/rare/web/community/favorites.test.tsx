import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, aDetail, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { commentsPage, reviewsPage } from "#test/web/community/given.ts";
import { aUser, buildSession, failure } from "#test/web/support/fixtures.ts";
import { createHeldReply, type Reply } from "#test/web/support/network.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { favoritesById } from "#web/features/favorites/use-favorite.ts";
import { session } from "#web/session/browser-session.ts";

const PATH = `/api/artwork/${toId(1)}/favorites`;
const DONE: Reply = { status: 204 };

const findFavoriteButton = (title = "Picture 1") =>
  screen.findByRole("button", { name: new RegExp(`^Favorite ${title}`) });
const toasts = () => screen.getByTestId("toaster").textContent;

/** The home page with one picture that has three favorites. */
function openHome({ signedIn = true, favored = false } = {}) {
  const network = createSiteNetwork();
  const user = aUser({ favorites: favored ? [{ artworkId: toId(1) }] : [] });
  if (signedIn) network.on("POST /auth/refresh_token", buildSession("first", user));
  network.on("GET /api/artwork", pageReply([aCard(1), aCard(2, { favorites: 0 })]));
  return { ...openSite("/", network), network };
}

/** Waits until the button of Picture 1 is pressed, or isn't. */
const expectPressed = (pressed: "true" | "false") =>
  waitFor(async () => expect((await findFavoriteButton()).getAttribute("aria-pressed")).toBe(pressed));

test("favorites whose first page is hidden altogether continue with the next one", async () => {
  const network = createSiteNetwork({ signedIn: true });
  const path = `GET /api/users/${aUser().name}/favorites`;
  network.on(path, ({ query }) =>
    query.cursor
      ? ok({ items: [aCard(1)], cursor: toId(1), hasMore: false, hidden: false })
      : ok({ items: [], cursor: toId(2), hasMore: true, hidden: false }),
  );
  const { user } = openSite("/gallery?tab=favorites", network);
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await findFavoriteButton();
  expect(screen.queryByText("No favorites yet")).toBeNull();
});

describe("the favorite button of a picture", () => {
  test("shows the number of favorites, and nothing for none", async () => {
    openHome({ signedIn: false });
    expect((await findFavoriteButton()).textContent).toBe("3");
    expect((await findFavoriteButton("Picture 2")).textContent).toBe("");
  });

  test("is pressed for the session's favorites", async () => {
    openHome({ favored: true });
    await expectPressed("true");
    expect((await findFavoriteButton("Picture 2")).getAttribute("aria-pressed")).toBe("false");
    expect(favoritesById(session.state().user)).toEqual({ [toId(1)]: true });
  });

  test("is pressed and counted before the API responds", async () => {
    const { network, user } = openHome();
    const waiting = createHeldReply(DONE);
    network.on(`POST ${PATH}`, waiting.answer);
    await screen.findByRole("button", { name: "Profile menu" });
    await user.click(await findFavoriteButton());
    await expectPressed("true");
    expect((await findFavoriteButton()).textContent).toBe("4");
    expect(favoritesById(session.state().user)).toEqual({ [toId(1)]: true });
    waiting.release();
    await waitFor(() => expect(network.to(`POST ${PATH}`)).toHaveLength(1));
    expect((await findFavoriteButton()).textContent).toBe("4");
  });

  test.each([
    ["refused", failure("internal"), "The favorite wasn't saved"],
    ["not answered", undefined, MESSAGES.network],
  ])("is reverted with an error when the call is %s", async (_how, answer, message) => {
    const { network, user } = openHome();
    if (answer) network.on(`POST ${PATH}`, answer);
    await screen.findByRole("button", { name: "Profile menu" });
    await user.click(await findFavoriteButton());
    await waitFor(() => expect(toasts()).toBe(message));
    await expectPressed("false");
    expect((await findFavoriteButton()).textContent).toBe("3");
    expect(favoritesById(session.state().user)).toEqual({});
  });

  test("is reverted when removing the favorite fails", async () => {
    const { network, user } = openHome({ favored: true });
    network.on(`DELETE ${PATH}`, failure("internal"));
    await expectPressed("true");
    await user.click(await findFavoriteButton());
    await waitFor(() => expect(toasts()).toBe("The favorite wasn't removed"));
    await expectPressed("true");
    expect((await findFavoriteButton()).textContent).toBe("3");
  });

  test("after four presses sends one request at a time, and none for states that were replaced meanwhile", async () => {
    const { network, user } = openHome();
    const first = createHeldReply(DONE);
    network.on(`POST ${PATH}`, first.answer);
    network.on(`DELETE ${PATH}`, DONE);
    await screen.findByRole("button", { name: "Profile menu" });
    for (let press = 0; press < 4; press++) await user.click(await findFavoriteButton());
    expect(network.calls.filter(({ key }) => key.endsWith(PATH))).toHaveLength(1);
    first.release();
    await waitFor(() => expect(network.calls.filter(({ key }) => key.endsWith(PATH))).toHaveLength(2));
    expect(network.to(`DELETE ${PATH}`)).toHaveLength(1);
    await expectPressed("false");
    expect((await findFavoriteButton()).textContent).toBe("3");
  });

  test("stays pressed when the session is refreshed meanwhile", async () => {
    const { network, user } = openHome();
    network.on(`POST ${PATH}`, ({ token }) => (token === "first" ? failure("unauthenticated") : DONE));
    await screen.findByRole("button", { name: "Profile menu" });
    network.on("POST /auth/refresh_token", buildSession("second"));
    await user.click(await findFavoriteButton());
    await waitFor(() => expect(network.to(`POST ${PATH}`)).toHaveLength(2));
    await expectPressed("true");
    expect((await findFavoriteButton()).textContent).toBe("4");
  });

  test.each(["before", "after"])(
    "stays pressed when an earlier refresh responds %s the favorite's request",
    async (when) => {
      const { network, user } = openHome();
      const [refresh, write] = [createHeldReply(buildSession("second")), createHeldReply(DONE)];
      network.on(`POST ${PATH}`, write.answer);
      await screen.findByRole("button", { name: "Profile menu" });
      network.on("POST /auth/refresh_token", refresh.answer);
      const refreshing = session.refresh();
      await user.click(await findFavoriteButton());
      if (when === "after") write.release();
      await waitFor(() => expect(network.to(`POST ${PATH}`)).toHaveLength(1));
      refresh.release();
      await refreshing;
      write.release();
      await expectPressed("true");
      expect((await findFavoriteButton()).textContent).toBe("4");
    },
  );

  test("is counted in a list read before the write is done", async () => {
    const { network, user } = openHome();
    const write = createHeldReply(DONE);
    network.on(`POST ${PATH}`, write.answer);
    await screen.findByRole("button", { name: "Profile menu" });
    await user.click(await findFavoriteButton());
    await user.click(await screen.findByRole("link", { name: "Popular" }));
    await waitFor(() => expect(network.to("GET /api/artwork").at(-1)?.query).toEqual({ sort: "popular" }));
    await expectPressed("true");
    expect((await findFavoriteButton()).textContent).toBe("4");
    write.release();
    await waitFor(() => expect(favoritesById(session.state().user)).toEqual({ [toId(1)]: true }));
    expect((await findFavoriteButton()).textContent).toBe("4");
  });

  test("asks a visitor to log in, with the reason", async () => {
    const { network, user, at } = openHome({ signedIn: false });
    await user.click(await findFavoriteButton());
    await screen.findByRole("dialog", { name: "Log in to keep your favorites" });
    expect(at.path).toBe("/");
    expect(network.calls.filter(({ key }) => key.endsWith("/favorites"))).toEqual([]);
  });

  test("has the same state on the artwork's page", async () => {
    const { network, user } = openHome();
    network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail({ version: { artworkTitle: "Picture 1" } })));
    network.on(`GET /api/artwork/${toId(1)}/comments`, commentsPage([]));
    network.on(`GET /api/artwork/${toId(1)}/reviews`, reviewsPage([]));
    network.on(`POST ${PATH}`, DONE);
    await screen.findByRole("button", { name: "Profile menu" });
    await user.click(await findFavoriteButton());
    const article = (await findFavoriteButton()).closest("article") as HTMLElement;
    await user.click(within(article).getByRole("link", { name: "Picture 1" }));
    await screen.findByRole("heading", { name: "Picture 1", level: 1 });
    await expectPressed("true");
  });
});

test("a session's favourites are converted to a map once", () => {
  const user = aUser({ favorites: [{ artworkId: "a" }, { artworkId: "b" }] });
  expect(favoritesById(user)).toEqual({ a: true, b: true });
  expect(favoritesById(user)).toBe(favoritesById(user));
  expect(favoritesById(null)).toEqual({});
});
