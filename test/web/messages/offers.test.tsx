import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { Message, OpenThread } from "#shared/model/message.ts";
import { Offer } from "#shared/model/offer.ts";
import { computeFees, toBreakdown } from "#shared/rules/fees.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const artist = aUser({ onboarded: true });
const THREAD = toId(9100);
const PATH = `/api/threads/${THREAD}`;
const OFFER = toId(9300);
const { previews, placeholder, width, height, mature, owner } = aCard(1);
const picture = { previews, placeholder, width, height, mature };
const amounts = computeFees(12_000);

const anOffer = (over: object = {}) =>
  Offer.parse({
    offerId: OFFER,
    threadId: THREAD,
    status: "open",
    created: "2026-11-21T10:00:00.000Z",
    expires: "2026-12-05T10:00:00.000Z",
    own: false,
    items: [
      {
        artworkId: toId(1),
        versionId: toId(2),
        artworkTitle: "Dusk",
        picture,
        licenseUsage: "personal",
        licenseType: "commercial",
        licensePrice: 12_000,
      },
    ],
    terms: "Cover of one issue.",
    exclusive: true,
    breakdown: toBreakdown(amounts),
    paying: false,
    ...over,
  });

function aThread(offer: Offer, side: "buyer" | "artist") {
  const message = Message.parse({
    messageId: toId(9201),
    kind: "offer",
    content: "Commercial license for personal use to “Dusk”, $120",
    own: offer.own,
    created: offer.created,
    offer,
  });
  return OpenThread.parse({
    items: [message],
    cursor: null,
    hasMore: false,
    thread: {
      threadId: THREAD,
      subject: { kind: "artwork", id: toId(1), title: "Dusk", picture },
      person: owner,
      unread: 0,
      latest: message,
      side,
      blocked: false,
      refund: null,
      refundable: false,
    },
  });
}

function open(offer: Offer, side: "buyer" | "artist") {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  network.on("POST /auth/refresh_token", buildSession("first", artist));
  network.on("GET /api/threads", ok({ items: [], cursor: null, hasMore: false }));
  network.on(`GET ${PATH}`, ok(aThread(offer, side)));
  network.on(`POST ${PATH}/read`, ok({ count: 0 }));
  return openSite(`/messages/${THREAD}`, network);
}

const card = async () => (await screen.findByRole("list", { name: "Messages" })).querySelector("li") as HTMLElement;

test("the buyer sees licence, terms and total, and can buy while the offer is open", async () => {
  open(anOffer(), "buyer");
  const shown = await card();
  expect(shown.textContent).toContain("An offer for you");
  expect(shown.textContent).toContain("Commercial license, for a person");
  expect(shown.textContent).toContain("Cover of one issue.");
  expect(shown.textContent).toContain("Exclusive");
  expect(within(shown).getByRole("link", { name: "Buy for $128.35" }).getAttribute("href")).toBe(
    `/checkout/offers/${OFFER}`,
  );
});

test("an offer that ended can't be bought, a bought one leads to its order", async () => {
  open(anOffer({ status: "expired" }), "buyer");
  const shown = await card();
  expect(shown.textContent).toContain("Expired");
  expect(within(shown).queryByRole("link", { name: /^Buy/ })).toBeNull();
});

test("its artist withdraws it after a confirmation", async () => {
  const { network, user } = open(anOffer({ own: true, orderEarned: amounts.orderEarned }), "artist");
  const shown = await card();
  expect(shown.textContent).toContain("You earn $102.00, the buyer pays $128.35");
  network.on(`DELETE /api/offers/${OFFER}`, { status: 204 });
  await user.click(within(shown).getByRole("button", { name: "Withdraw…" }));
  await user.click(await screen.findByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(network.to(`DELETE /api/offers/${OFFER}`)).toHaveLength(1));
});

test("an artist makes an offer for the conversation's work, with what the buyer pays", async () => {
  const { network, user } = open(anOffer({ own: true }), "artist");
  network.on(`GET /api/users/${artist.id}/my_artwork`, ok({ items: [], cursor: null, hasMore: false }));
  network.on(`POST ${PATH}/offers`, ok(anOffer({ own: true }), 201));
  await user.click(await screen.findByRole("button", { name: "Make an offer" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Price" }), "120");
  expect(dialog.textContent).toContain("$128.35");
  await user.type(within(dialog).getByRole("textbox", { name: /^Terms/ }), "One issue.");
  await user.click(within(dialog).getByRole("button", { name: "Send offer" }));
  await waitFor(() => expect(network.to(`POST ${PATH}/offers`)).toHaveLength(1));
  expect(network.to(`POST ${PATH}/offers`)[0]?.body).toMatchObject({
    offerItems: [{ artworkId: toId(1), licenseType: "commercial", licenseUsage: "personal", offerPrice: 120 }],
    offerTerms: "One issue.",
    offerDays: 14,
  });
});

test("Send goes to the first price that is missing, and what was entered survives a reload", async () => {
  const first = open(anOffer({ own: true }), "artist");
  first.network.on(`GET /api/users/${artist.id}/my_artwork`, ok({ items: [], cursor: null, hasMore: false }));
  await first.user.click(await screen.findByRole("button", { name: "Make an offer" }));
  await first.user.type(await screen.findByRole("textbox", { name: /^Terms/ }), "One issue.");
  await first.user.click(screen.getByRole("button", { name: "Send offer" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Price" })));
  first.unmount();
  const second = open(anOffer({ own: true }), "artist");
  second.network.on(`GET /api/users/${artist.id}/my_artwork`, ok({ items: [], cursor: null, hasMore: false }));
  await second.user.click(await screen.findByRole("button", { name: "Make an offer" }));
  expect(await screen.findByRole("textbox", { name: /^Terms/ })).toHaveProperty("value", "One issue.");
});

const expectToast = (text: string) => waitFor(() => expect(screen.getByTestId("toaster").textContent).toContain(text));

test("a failed withdrawal or offer is said in a toast", async () => {
  const asArtist = open(anOffer({ own: true }), "artist");
  asArtist.network.on(`DELETE /api/offers/${OFFER}`, failure("internal"));
  asArtist.network.on(`POST ${PATH}/offers`, failure("internal"));
  asArtist.network.on(`GET /api/users/${artist.id}/my_artwork`, ok({ items: [], cursor: null, hasMore: false }));
  await asArtist.user.click(await screen.findByRole("button", { name: "Withdraw…" }));
  await asArtist.user.click(await screen.findByRole("button", { name: "Withdraw" }));
  await expectToast(MESSAGES.failedWithdrawOffer);
  await asArtist.user.click(await screen.findByRole("button", { name: "Cancel" }));
  await asArtist.user.click(await screen.findByRole("button", { name: "Make an offer" }));
  await asArtist.user.type(await screen.findByRole("textbox", { name: "Price" }), "120");
  await asArtist.user.click(await screen.findByRole("button", { name: "Send offer" }));
  await expectToast(MESSAGES.failedMakeOffer);
});

test("a failed request is said in a toast", async () => {
  const { network, user } = open(anOffer(), "buyer");
  network.on(`POST /api/artwork/${toId(1)}/requests`, failure("internal"));
  await user.click(await screen.findByRole("button", { name: "Ask for a price" }));
  await user.type(await screen.findByRole("textbox", { name: "What is it for?" }), "A cover");
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Send" }));
  await expectToast(MESSAGES.failedRequestOffer);
});

test("a buyer can need it today or later, but not by a day that is over where they are", async () => {
  const { network, user } = open(anOffer(), "buyer");
  const [message] = aThread(anOffer(), "buyer").items;
  network.on(`POST /api/artwork/${toId(1)}/requests`, ok({ threadId: THREAD, message }, 201));
  await user.click(await screen.findByRole("button", { name: "Ask for a price" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: /^What is it for/ }), "Book cover");
  const day = dialog.getByLabelText<HTMLInputElement>(/^Needed by/);
  const today = new Date();
  const toText = (date: Date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  expect(day.min).toBe(toText(today));
  fireEvent.change(day, { target: { value: toText(new Date(today.getTime() - 86_400_000)) } });
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await dialog.findByText(MESSAGES.offerNeededInPast);
  expect(network.to(`POST /api/artwork/${toId(1)}/requests`)).toHaveLength(0);
  fireEvent.change(day, { target: { value: toText(today) } });
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(network.to(`POST /api/artwork/${toId(1)}/requests`)).toHaveLength(1));
});

describe("the works of an offer", () => {
  async function openForm() {
    const { network, user } = open(anOffer({ own: true }), "artist");
    network.on(
      `GET /api/users/${artist.id}/my_artwork`,
      ok({ items: [aCard(3, { artworkTitle: "Dawn" })], cursor: null, hasMore: false }),
    );
    await user.click(await screen.findByRole("button", { name: "Make an offer" }));
    const dialog = within(await screen.findByRole("dialog"));
    return { network, user, dialog, send: () => user.click(dialog.getByRole("button", { name: "Send offer" })) };
  }

  test("can't be none, which the form says where they are missing, without a bill", async () => {
    const { network, user, dialog, send } = await openForm();
    await user.click(dialog.getByRole("button", { name: "Remove Dusk" }));
    expect(dialog.queryByText("The buyer pays")).toBeNull();
    await send();
    await dialog.findByText(MESSAGES.required);
    expect(document.activeElement).toBe(dialog.getByRole("group", { name: "Works" }));
    expect(network.to(`POST ${PATH}/offers`)).toHaveLength(0);
  });

  test("have no errors when one is added, before anything was sent", async () => {
    const { user, dialog, send } = await openForm();
    await user.click(dialog.getByText("Add works"));
    await user.click(await dialog.findByRole("checkbox", { name: "Dawn" }));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(dialog.queryByText(MESSAGES.required)).toBeNull();
    await send();
    expect(await dialog.findAllByText(MESSAGES.required)).toHaveLength(2);
    expect(document.activeElement).toBe(dialog.getAllByRole("textbox", { name: "Price" })[0]);
  });
});
