import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, aDetail, aProfile, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { commentsPage, reviewsPage } from "#test/web/community/given.ts";
import { SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createHeldReply, type Reply } from "#test/web/support/network.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const USERNAME = "theo.okafor";
const ARTIST = "Theo Okafor";
const PATH = `/api/users/${USERNAME}/follow`;
const DONE: Reply = { status: 204 };

const button = () => screen.findByRole("button", { name: new RegExp(`^Follow(ing)? ${ARTIST}$`) });
const bell = () => screen.findByRole("switch", { name: `Notify me of new work and announcements by ${ARTIST}` });
const toasts = () => screen.getByTestId("toaster").textContent;
const signedIn = () => screen.findByRole("button", { name: "Profile menu" });

/** Waits until the button has this label. */
const shows = (label: "Follow" | "Following") => screen.findByRole("button", { name: `${label} ${ARTIST}` });

function openProfile(over: object = {}, { isVisitor = false } = {}) {
  const network = createSiteNetwork({ signedIn: !isVisitor });
  network.on(`GET /api/users/${USERNAME}`, ok(aProfile({ followed: false, followNotify: false, ...over })));
  network.on(`GET /api/users/${USERNAME}/artwork`, pageReply([aCard(1)]));
  network.on(`POST ${PATH}`, DONE);
  network.on(`DELETE ${PATH}`, DONE);
  network.on(`PATCH ${PATH}`, DONE);
  return { ...openSite(`/user/${USERNAME}`, network), network };
}

describe("the button on an artist's page", () => {
  test("follows and counts before the API has responded, and shows the bell", async () => {
    const { network, user } = openProfile();
    const waiting = createHeldReply(DONE);
    network.on(`POST ${PATH}`, waiting.answer);
    await signedIn();
    await screen.findByText("12 followers");
    expect(screen.queryByRole("switch")).toBeNull();
    await user.click(await button());
    await shows("Following");
    await screen.findByText("13 followers");
    expect((await bell()).getAttribute("aria-checked")).toBe("true");
    waiting.release();
    await waitFor(() => expect(network.to(`POST ${PATH}`)).toHaveLength(1));
  });

  test("is reverted when following fails, with an error toast", async () => {
    const { network, user } = openProfile();
    network.on(`POST ${PATH}`, failure("internal"));
    await signedIn();
    await user.click(await button());
    await waitFor(() => expect(toasts()).toBe(`${ARTIST} couldn't be followed`));
    await shows("Follow");
    expect(screen.getByText("12 followers")).toBeTruthy();
  });

  test("unfollows, and a toast undoes that with the former bell setting", async () => {
    const { network, user } = openProfile({ followed: true, followNotify: false });
    await signedIn();
    await user.click(await button());
    await shows("Follow");
    await screen.findByText("11 followers");
    await waitFor(() => expect(toasts()).toContain(`You no longer follow ${ARTIST}`));
    await user.click(within(screen.getByTestId("toaster")).getByRole("button", { name: "Undo" }));
    await shows("Following");
    expect((await bell()).getAttribute("aria-checked")).toBe("false");
    await waitFor(() => expect(network.to(`POST ${PATH}`)[0]?.body).toEqual({ followNotify: false }));
  });

  test("has the bell beside it, which toggles notifications and is reverted if that fails", async () => {
    const { network, user } = openProfile({ followed: true, followNotify: true });
    await signedIn();
    await user.click(await bell());
    await waitFor(async () => expect((await bell()).getAttribute("aria-checked")).toBe("false"));
    await waitFor(() => expect(network.to(`PATCH ${PATH}`)[0]?.body).toEqual({ followNotify: false }));
    network.on(`PATCH ${PATH}`, failure("internal"));
    await user.click(await bell());
    await waitFor(() => expect(toasts()).toBe("The notifications couldn't be changed"));
    expect((await bell()).getAttribute("aria-checked")).toBe("false");
  });

  test("asks a visitor to log in first", async () => {
    const { network, user } = openProfile({}, { isVisitor: true });
    await user.click(await button());
    await screen.findByRole("dialog", { name: "Log in to follow artists" });
    expect(network.to(`POST ${PATH}`)).toHaveLength(0);
  });

  test("is absent on the user's own page, which has an edit link instead", async () => {
    const network = createSiteNetwork({ signedIn: true });
    const { id, name } = aUser();
    network.on(`GET /api/users/${name}`, ok(aProfile({ id, name, followed: false, followNotify: false })));
    network.on(`GET /api/users/${name}/artwork`, pageReply([]));
    openSite(`/user/${name}`, network);
    await screen.findByRole("link", { name: "Edit profile" });
    expect(screen.queryByRole("button", { name: `Follow ${name}` })).toBeNull();
  });
});

test("an artwork's page has a button that follows its artist", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(
    `GET /api/artwork/${toId(1)}`,
    ok({ ...aDetail({ owner: { fullName: ARTIST } }), followed: false, followNotify: false }),
  );
  network.on(`GET /api/artwork/${toId(1)}/comments`, commentsPage([]));
  network.on(`GET /api/artwork/${toId(1)}/reviews`, reviewsPage([]));
  network.on(`POST ${PATH}`, DONE);
  const { user } = openSite(`/artwork/${toId(1)}`, network);
  await signedIn();
  await user.click(await button());
  await shows("Following");
  await waitFor(() => expect(network.to(`POST ${PATH}`)).toHaveLength(1));
});

describe("the feed", () => {
  test("shows what followed artists publish", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("GET /api/following/artwork", pageReply([aCard(1), aCard(2)]));
    openSite("/following", network);
    await screen.findByRole("link", { name: "Picture 2" });
  });

  test("suggests popular artwork while it is empty", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("GET /api/following/artwork", pageReply([]));
    network.on("GET /api/artwork", pageReply([aCard(7)]));
    openSite("/following", network);
    await screen.findByRole("heading", { name: "Nothing here yet" });
    await screen.findByRole("link", { name: "Picture 7" });
  });

  test("says when it can't be read", async () => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("GET /api/following/artwork", failure("internal"));
    openSite("/following", network);
    await waitFor(() => expect(toasts()).toBe(MESSAGES.failedFetchFollowedArtwork));
  });
});

describe("the settings", () => {
  test("list the followed artists with switch and button, and keep an unfollowed one's row", async () => {
    const network = settingsNetwork();
    const artist = { id: toId(800), name: USERNAME, fullName: ARTIST, avatar: null };
    const items = [{ artist, followed: true, followNotify: true }];
    network.on(`GET ${SETTINGS_PATH}/following`, ok({ items, cursor: toId(800), hasMore: false }));
    network.on(`DELETE ${PATH}`, DONE);
    const { user } = openSite("/settings/following", network);
    const list = await screen.findByRole("list", { name: "Artists you follow" });
    expect((await bell()).getAttribute("aria-checked")).toBe("true");
    await user.click(await button());
    await shows("Follow");
    expect(within(list).getByRole("link", { name: ARTIST })).toBeTruthy();
    expect(screen.queryByRole("switch", { name: /^Notify me/ })).toBeNull();
  });

  test("load the next page after a page of closed accounts instead of showing an empty state", async () => {
    const network = settingsNetwork();
    const items = [
      { artist: { id: toId(800), name: USERNAME, fullName: ARTIST, avatar: null }, followed: true, followNotify: true },
    ];
    network.on(`GET ${SETTINGS_PATH}/following`, ({ query }) =>
      query.cursor
        ? ok({ items, cursor: toId(800), hasMore: false })
        : ok({ items: [], cursor: toId(801), hasMore: true }),
    );
    const { user } = openSite("/settings/following", network);
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(within(await screen.findByRole("list", { name: "Artists you follow" })).getByText(ARTIST)).toBeTruthy();
    expect(screen.queryByText("You don't follow anyone yet.")).toBeNull();
  });

  test("show an error if the list can't be read", async () => {
    const network = settingsNetwork();
    network.on(`GET ${SETTINGS_PATH}/following`, failure("internal"));
    openSite("/settings/following", network);
    await waitFor(() => expect(toasts()).toBe(MESSAGES.failedFetchFollowed));
  });
});
