import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { Message, OpenThread, Thread } from "#shared/model/message.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { aPurchase, aSale } from "../orders/given.ts";
import { SETTINGS_PATH, settingsNetwork } from "../settings/given.ts";
import { FakeWebSocket } from "../support/fake-web-socket.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createHeldReply } from "../support/network.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const user = aUser();
const THREAD = toId(9100);
const PATH = `/api/threads/${THREAD}`;
const { previews, placeholder, width, height, mature, owner } = aCard(1);

const aMessage = (number: number, over: object = {}) =>
  Message.parse({
    messageId: toId(9200 + number),
    kind: "text",
    content: `Message ${number}`,
    own: false,
    created: "2026-11-21T10:00:00.000Z",
    ...over,
  });

const aThread = (over: object = {}) =>
  Thread.parse({
    threadId: THREAD,
    subject: { kind: "artwork", id: toId(1), title: "Dusk", picture: { previews, placeholder, width, height, mature } },
    person: owner,
    unread: 0,
    latest: aMessage(1),
    ...over,
  });

const page = (items: readonly unknown[]) => ({ items, cursor: null, hasMore: false });

const buildOpenThread = (messages: readonly unknown[], over: object = {}): OpenThread =>
  OpenThread.parse({
    ...page(messages),
    thread: { ...aThread(), side: "buyer", blocked: false, refund: null, refundable: false, ...over },
  });

function open(path: string, threads: readonly unknown[] = [aThread()], thread = buildOpenThread([aMessage(1)])) {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  network.on("POST /auth/refresh_token", buildSession("first", user));
  network.on("GET /api/threads", ok(page(threads)));
  network.on(`GET ${PATH}`, ok(thread));
  network.on(`POST ${PATH}/read`, ok({ count: 0 }));
  return openSite(path, network);
}

const toasts = () => screen.getByTestId("toaster").textContent;
const messages = () => screen.findByRole("list", { name: "Messages" });
const field = () => screen.findByRole("textbox", { name: "Message" });

test("the inbox lists conversations with what is unread, and leads to each", async () => {
  const { user: hand, at } = open("/messages", [
    aThread({ unread: 2, latest: aMessage(1, { content: "Two metres." }) }),
  ]);
  const list = await screen.findByRole("list", { name: "Conversations" });
  expect(list.textContent).toContain("theo.okafor");
  expect(list.textContent).toContain("Two metres.");
  expect(within(list).getByText("2").textContent).toBe("2 unread");
  await hand.click(within(list).getByRole("link"));
  expect(at.path).toBe(`/messages/${THREAD}`);
  await messages();
});

test("the header counts unread conversations, also those that a message starts meanwhile", async () => {
  const { network, user: hand, at } = open("/404");
  await screen.findByRole("link", { name: "Messages" });
  network.on("GET /api/threads/unread", ok({ count: 3 }));
  await waitFor(() => expect(FakeWebSocket.made).toHaveLength(1));
  const [socket] = FakeWebSocket.made;
  act(() => socket?.opens());
  act(() => socket?.receive({ event: "sendMessage", data: { threadId: THREAD } }));
  await hand.click(await screen.findByRole("link", { name: "Messages, 3 unread" }));
  expect(at.path).toBe("/messages");
});

test("an empty inbox says how to start a conversation", async () => {
  open("/messages", []);
  await screen.findByText(MESSAGES.noMessages);
});

test("a conversation that is seen is marked read up to its newest message", async () => {
  const { network } = open(
    `/messages/${THREAD}`,
    undefined,
    buildOpenThread([aMessage(2), aMessage(1)], { unread: 2 }),
  );
  await messages();
  await waitFor(() => expect(network.to(`POST ${PATH}/read`)[0]?.body).toEqual({ messageId: toId(9202) }));
  expect(network.to(`POST ${PATH}/read`)).toHaveLength(1);
});

test("a message is shown at once, and its text returns to the field if it can't be sent", async () => {
  const { user: hand, network } = open(`/messages/${THREAD}`);
  const refused = createHeldReply(failure("message_refused"));
  network.on(`POST ${PATH}/messages`, refused.answer);
  await hand.type(await field(), "And framed?");
  await hand.click(screen.getByRole("button", { name: "Send" }));
  expect((await messages()).textContent).toContain("And framed?Sending…");
  act(refused.release);
  await waitFor(() => expect(toasts()).toContain(MESSAGES.messageRefused));
  expect((await messages()).textContent).not.toContain("And framed?");
  expect((await field()).textContent).toBe("And framed?");

  network.cut(`POST ${PATH}/messages`);
  await hand.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", false));
  network.on(`POST ${PATH}/messages`, failure("internal"));
  await hand.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(toasts()).toContain(MESSAGES.failedSendMessage));

  network.on(`POST ${PATH}/messages`, ok(aMessage(2, { own: true, content: "And framed?" }), 201));
  await hand.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(async () => expect((await field()).textContent).toBe(""));
  expect(within(await messages()).getAllByText("And framed?")).toHaveLength(1);
  const keys = network.to(`POST ${PATH}/messages`).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.every(Boolean)).toBe(true);
  // A call without a response may have succeeded, so the retry has the same key.
  expect(keys[1]).toBe(keys[2]);
});

test("an unsent message is kept after a reload", async () => {
  const first = open(`/messages/${THREAD}`);
  await first.user.type(await field(), "Later");
  first.unmount();
  open(`/messages/${THREAD}`);
  await waitFor(async () => expect((await field()).textContent).toBe("Later"));
});

test("a new message appears by itself", async () => {
  const { network } = open(`/messages/${THREAD}`);
  await messages();
  await waitFor(() => expect(FakeWebSocket.made).toHaveLength(1));
  const [socket] = FakeWebSocket.made;
  act(() => socket?.opens());
  network.on(`GET ${PATH}`, ok(buildOpenThread([aMessage(2, { content: "Just now" }), aMessage(1)])));
  act(() => socket?.receive({ event: "sendMessage", data: { threadId: THREAD } }));
  await within(await messages()).findByText("Just now");
});

test("links in messages are text", async () => {
  open(`/messages/${THREAD}`, undefined, buildOpenThread([aMessage(1, { content: "https://elsewhere.test/pay" })]));
  expect(within(await messages()).queryByRole("link")).toBeNull();
});

test.each([
  ["/messages", "GET /api/threads", MESSAGES.failedFetchThreads],
  [`/messages/${THREAD}`, `GET ${PATH}`, MESSAGES.failedFetchThread],
])("%s says when it can't be read", async (path, route, message) => {
  const { network } = open(path);
  network.on(route, failure("internal"));
  await waitFor(() => expect(toasts()).toBe(message));
});

test("the other person is blocked after a confirmation, and unblocked at once", async () => {
  const { network, user: hand } = open(`/messages/${THREAD}`);
  const block = `/api/users/${user.id}/blocks/${owner.id}`;
  network.on(`POST ${block}`, { status: 204 });
  network.on(`DELETE ${block}`, { status: 204 });
  await messages();
  await hand.click(screen.getByRole("button", { name: "Block" }));
  await hand.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Block" }));
  await screen.findByText("You blocked theo.okafor.");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Unblock" }));
  await field();
});

test("a seller declines a refund with a reason", async () => {
  const thread = aThread({ subject: { ...aThread().subject, kind: "order", id: toId(6001) } });
  const asked = buildOpenThread([aMessage(1, { kind: "refundAsked" })], { ...thread, side: "artist", refund: "asked" });
  const { network, user: hand } = open(`/messages/${THREAD}`, undefined, asked);
  network.on(`GET /api/orders/${toId(6001)}`, ok(aPurchase()));
  network.on(
    `POST ${PATH}/messages`,
    ok(aMessage(2, { own: true, kind: "refundDeclined", content: "It opens." }), 201),
  );
  await screen.findByText((_, node) => node?.textContent === "theo.okafor is asking for a refund. You decide.");
  await hand.click(screen.getByRole("button", { name: "Decline…" }));
  await hand.type(await screen.findByLabelText("Why?"), "It opens.");
  network.on(`GET ${PATH}`, ok(buildOpenThread([aMessage(1)], { ...thread, side: "artist", refund: "declined" })));
  await hand.click(screen.getByRole("button", { name: "Decline" }));
  await screen.findByText("You declined the refund.");
  expect(network.to(`POST ${PATH}/messages`)[0]?.body).toEqual({
    messageContent: "It opens.",
    messageKind: "refundDeclined",
  });
});

test("a seller decides about a refund at the top of the order's page", async () => {
  const order = { ...aSale(), artworkShown: true, documents: [], thread: { threadId: THREAD, refund: "asked" } };
  const { network, user: hand } = open(`/orders/${order.orderId}`);
  network.on(`GET /api/orders/${order.orderId}`, ok(order));
  network.on(
    `POST ${PATH}/messages`,
    ok(aMessage(2, { own: true, kind: "refundDeclined", content: "It opens." }), 201),
  );
  const request = await screen.findByText(
    (_, node) => /^bruno\.buyer is asking for a refund\./.test(node?.textContent ?? "") && node?.tagName === "P",
  );
  expect(request.compareDocumentPosition(screen.getByText("You earned"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole("button", { name: "Refund…" })).toHaveLength(1);
  await hand.click(screen.getByRole("button", { name: "Decline…" }));
  await hand.type(await screen.findByLabelText("Why?"), "It opens.");
  network.on(`GET /api/orders/${order.orderId}`, ok({ ...order, thread: { threadId: THREAD, refund: "declined" } }));
  await hand.click(screen.getByRole("button", { name: "Decline" }));
  await screen.findByText("You declined the refund request.");
  expect(network.to(`POST ${PATH}/messages`)[0]?.body).toEqual({
    messageContent: "It opens.",
    messageKind: "refundDeclined",
  });
  screen.getByRole("button", { name: "Refund…" });
});

test("a buyer with a problem asks for a refund, or writes to the operators about that order", async () => {
  const order = aPurchase();
  const { network, user: hand, at } = open(`/orders/${order.orderId}`);
  network.on(`GET /api/orders/${order.orderId}`, ok({ ...order, artworkShown: true, documents: [] }));
  network.on("POST /api/tickets", ok({ ticketId: toId(9300) }, 201));
  network.on("POST /api/threads", ok({ threadId: THREAD, message: aMessage(1, { own: true }) }, 201));
  const start = async () => {
    await hand.click(await screen.findByRole("button", { name: "Report a problem" }));
    return screen.findByRole("dialog");
  };
  const first = await start();
  await hand.click(within(first).getByRole("radio", { name: /^Write to us/ }));
  await hand.type(within(first).getByLabelText("What happened?"), "It stays black.");
  await hand.click(within(first).getByRole("button", { name: "Send" }));
  await screen.findByText(toId(9300));
  expect(network.to("POST /api/tickets")[0]?.body).toEqual({
    ticketTitle: `Order ${formatOrderNumber(order.orderId)}: The file doesn't open`,
    ticketBody: "It stays black.",
  });
  await hand.click(screen.getByRole("button", { name: "Close" }));
  const second = await start();
  await hand.selectOptions(within(second).getByLabelText("What is wrong?"), "I want a refund");
  await hand.type(within(second).getByLabelText("What happened?"), "I bought it twice.");
  await hand.click(within(second).getByRole("button", { name: "Send" }));
  await waitFor(() => expect(at.path).toBe(`/messages/${THREAD}`));
  expect(network.to("POST /api/threads")[0]?.body).toEqual({
    subject: "order",
    subjectId: order.orderId,
    messageContent: "I want a refund.\nI bought it twice.",
    messageKind: "refundAsked",
  });
});

test("a buyer whose seller can't be written to is led to the operators, the text kept", async () => {
  const order = aPurchase();
  const { network, user: hand } = open(`/orders/${order.orderId}`);
  network.on(`GET /api/orders/${order.orderId}`, ok({ ...order, artworkShown: true, documents: [] }));
  network.on("POST /api/threads", failure("message_refused"));
  await hand.click(await screen.findByRole("button", { name: "Report a problem" }));
  const dialog = within(await screen.findByRole("dialog"));
  await hand.type(dialog.getByLabelText("What happened?"), "It stays black.");
  await hand.click(dialog.getByRole("button", { name: "Send" }));
  const operators = dialog.getByRole<HTMLInputElement>("radio", { name: /^Write to us/ });
  await waitFor(() => expect(operators.checked).toBe(true));
  expect(dialog.getByLabelText<HTMLTextAreaElement>("What happened?").value).toBe("It stays black.");
});

test("the settings list blocked people with a way back, and say when they can't", async () => {
  const network = settingsNetwork();
  network.on(`GET ${SETTINGS_PATH}/blocks`, ok(page([owner])));
  network.on(`DELETE ${SETTINGS_PATH}/blocks/${owner.id}`, { status: 204 });
  const { user: hand, unmount } = openSite("/settings/blocked", network);
  await hand.click(await screen.findByRole("button", { name: "Unblock theo.okafor" }));
  await screen.findByText("You haven't blocked anyone.");
  unmount();
  network.on(`GET ${SETTINGS_PATH}/blocks`, failure("internal"));
  openSite("/settings/blocked", network);
  await waitFor(() => expect(toasts()).toBe(MESSAGES.failedFetchBlocked));
});
