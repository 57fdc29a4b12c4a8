import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aDetail, FREE, ok, toId } from "#test/web/artwork/given.ts";
import { commentsPage, reviewsPage } from "#test/web/community/given.ts";
import { aUser, buildSession, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { publishVerified } from "#web/features/accounts/use-log-in-once-verified.ts";

const ARTWORK = `/api/artwork/${toId(1)}`;

function openArtwork(version: object = FREE) {
  const network = createSiteNetwork({ features: { payments: true } });
  network.on(`GET ${ARTWORK}`, ok(aDetail({ version })));
  network.on(`GET ${ARTWORK}/licenses`, ok({ items: [] }));
  network.on(`GET ${ARTWORK}/comments`, commentsPage([]));
  network.on(`GET ${ARTWORK}/reviews`, reviewsPage([]));
  network.on(`POST ${ARTWORK}/favorites`, { status: 204 });
  network.on("POST /auth/login", buildSession("first"));
  return openSite(`/artwork/${toId(1)}`, network);
}

type Site = ReturnType<typeof openArtwork>;

async function logInWithin(dialog: HTMLElement, { user }: Site) {
  const field = await within(dialog).findByLabelText("Username or email");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("ada.love");
  await user.type(within(dialog).getByLabelText("Password"), "0123456789");
  await user.click(within(dialog).getByRole("button", { name: "Log in" }));
}

const favorite = () => screen.findByRole("button", { name: /^Favorite Dusk/ });

describe("a visitor who logs in by the dialog", () => {
  test("gets the favorite that they pressed", async () => {
    const site = openArtwork();
    await site.user.click(await favorite());
    await logInWithin(await screen.findByRole("dialog", { name: "Log in to keep your favorites" }), site);
    await waitFor(() => expect(site.network.to(`POST ${ARTWORK}/favorites`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(site.at.history).toEqual([`/artwork/${toId(1)}`]);
  });

  test("keeps a favorite that they already had", async () => {
    const site = openArtwork();
    site.network.on("POST /auth/login", buildSession("first", aUser({ favorites: [{ artworkId: toId(1) }] })));
    await site.user.click(await favorite());
    await logInWithin(await screen.findByRole("dialog"), site);
    await waitFor(async () => expect((await favorite()).getAttribute("aria-pressed")).toBe("true"));
    expect(site.network.to(`POST ${ARTWORK}/favorites`)).toEqual([]);
    expect(site.network.to(`DELETE ${ARTWORK}/favorites`)).toEqual([]);
  });

  test("gets the focus in the comment field", async () => {
    const site = openArtwork();
    await site.user.click(await screen.findByRole("button", { name: "Log in to comment" }));
    await logInWithin(await screen.findByRole("dialog", { name: "Log in to comment" }), site);
    const field = await screen.findByRole("textbox", { name: "Add a comment" });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test("finds their question kept, and sends it", async () => {
    const site = openArtwork();
    site.network.on("POST /api/threads", failure("message_refused"));
    await site.user.click(await screen.findByRole("button", { name: "Ask the artist" }));
    await site.user.type(await screen.findByLabelText("Message to theo.okafor"), "How large is it?");
    await site.user.click(screen.getByRole("button", { name: "Send" }));
    await logInWithin(await screen.findByRole("dialog", { name: "Log in to write to theo.okafor" }), site);
    const question = within(await screen.findByRole("dialog", { name: "Ask the artist" }));
    expect(question.getByLabelText("Message to theo.okafor")).toHaveProperty("value", "How large is it?");
    await site.user.click(question.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(site.network.to("POST /api/threads")).toHaveLength(1));
  });

  test("gets the license that they pressed for", async () => {
    const site = openArtwork();
    await site.user.click(await screen.findByRole("button", { name: "Get for free" }));
    await logInWithin(await screen.findByRole("dialog", { name: "Log in to get a license" }), site);
    await screen.findByRole("dialog", { name: "Personal license" });
  });

  test("can sign up there, and gets what they pressed for once the link is opened", async () => {
    const site = openArtwork();
    site.network.on("POST /auth/login", failure("unverified"));
    site.network.on("POST /auth/signup", ok({ message: MESSAGES.verificationLinkSent, expose: true }, 201));
    await site.user.click(await favorite());
    const dialog = await screen.findByRole("dialog");
    await site.user.click(await within(dialog).findByRole("button", { name: "Create an account" }));
    const name = await within(dialog).findByLabelText("Full name");
    await screen.findByRole("dialog", { name: "Sign up to keep your favorites" });
    await waitFor(() => expect(document.activeElement).toBe(name));
    for (const [label, text] of [
      ["Full name", "Ada Love"],
      ["Username", "ada.love"],
      ["Email", "ada@example.org"],
      ["Password", "0123456789"],
      ["Confirm password", "0123456789"],
    ] as const) {
      await site.user.type(within(dialog).getByLabelText(label), text);
    }
    await site.user.click(within(dialog).getByRole("button", { name: "Sign up" }));
    await within(dialog).findByText("ada@example.org");
    expect(site.network.to("POST /auth/signup")).toMatchObject([{ body: { returnTo: `/artwork/${toId(1)}` } }]);
    site.network.on("POST /auth/login", buildSession("first"));
    publishVerified();
    await waitFor(() => expect(site.network.to(`POST ${ARTWORK}/favorites`)).toHaveLength(1));
  });
});

test("a visitor who doesn't want to log in stays where they are", async () => {
  const site = openArtwork();
  await site.user.click(await favorite());
  await site.user.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.network.to(`POST ${ARTWORK}/favorites`)).toEqual([]);
  await waitFor(async () => expect(document.activeElement).toBe(await favorite()));
});

async function logIn({ user, network }: Site) {
  network.on("POST /auth/login", buildSession("first"));
  const field = await screen.findByLabelText("Username or email");
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("ada.love");
  await user.type(screen.getByLabelText("Password"), "0123456789");
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

describe("/login", () => {
  test("names the page that required it, redirects to /, and a link there leads back", async () => {
    const site = openSite("/gallery?tab=favorites");
    await screen.findByText("Log in to continue to your gallery");
    await logIn(site);
    await waitFor(() => expect(site.at.path).toBe("/"));
    const link = await screen.findByRole("link", { name: "Continue to your gallery" });
    expect(link.getAttribute("href")).toBe("/gallery?tab=favorites");
  });

  test("remembers that page through the sign-up page", async () => {
    const site = openSite("/orders");
    await site.user.click(await screen.findByRole("link", { name: "Create an account" }));
    await site.user.click(await screen.findByRole("link", { name: "I already have an account" }));
    await screen.findByText("Log in to continue to your orders");
  });

  test("links back to the public page that it was opened from", async () => {
    const site = openSite("/about");
    await site.user.click(await screen.findByRole("link", { name: "Log in" }));
    await logIn(site);
    const link = await screen.findByRole("link", { name: "Continue to the page where you were" });
    expect(link.getAttribute("href")).toBe("/about");
  });

  test("shows no link back if it was opened directly", async () => {
    const site = openSite("/login");
    await logIn(site);
    await waitFor(() => expect(site.at.path).toBe("/"));
    await screen.findByRole("heading", { name: "Art, straight from the artist" });
    expect(screen.queryByRole("link", { name: /^Continue to/ })).toBeNull();
  });

  test("never links to another site", async () => {
    const site = openSite("/login", createSiteNetwork(), { from: "//evil.test/gallery" });
    await logIn(site);
    await waitFor(() => expect(site.at.path).toBe("/"));
    expect(screen.queryByRole("link", { name: /^Continue to/ })).toBeNull();
  });
});
