import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { formatCaseClosed, formatCaseTaken, MESSAGES } from "#shared/messages.ts";
import { ArtworkRecord, Case, CaseDetail, ReviewedArtwork } from "#shared/model/case.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { aCard, ME, ok, toId } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { A_DISPUTE, anOrder } from "./order-given.ts";

const OTHER = { id: toId(9), name: "robin", fullName: "Robin Sandoval", avatar: null };
const AN_HOUR = 60 * 60 * 1000;

const account = (person: object) => ({ person, since: "2026-01-01T00:00:00.000Z", works: 3 });

const anArtwork = (nth: number, over: object = {}) =>
  ReviewedArtwork.parse({
    card: aCard(nth),
    state: "visible",
    flagged: false,
    owner: account(ME),
    ...over,
  });

const aCase = (nth: number, over: object = {}) =>
  Case.parse({
    caseId: toId(nth),
    kind: "notice",
    status: "open",
    place: `2030-01-01T00:00:00.000Z#${toId(nth)}`,
    created: "2026-11-20T10:00:00.000Z",
    dueAt: "2030-01-01T00:00:00.000Z",
    title: `Artwork ${nth}`,
    picture: null,
    text: "This is my photograph.",
    author: null,
    takenBy: null,
    takenUntil: null,
    closedBy: null,
    closedAt: null,
    outcome: null,
    reason: null,
    rule: null,
    undoable: false,
    ...over,
  });

const aDetail = (nth: number, over: object = {}) =>
  CaseDetail.parse({
    ...aCase(nth, over),
    email: "reporter@example.org",
    href: `http://localhost:3000/artwork/${toId(1)}`,
    writer: null,
    artwork: anArtwork(1),
    copies: [],
    threadId: null,
    appeal: null,
    actions: ["take_down", "mark_mature", "decline", "close"],
    order: null,
    seller: null,
    announcement: null,
    reported: null,
    answer: null,
    repliesTo: "info@ochre.test",
    ...over,
  });

const CLOSED = {
  status: "closed",
  closedBy: OTHER,
  closedAt: "2026-11-21T10:00:00.000Z",
  outcome: "take_down",
  reason: "It copies a photograph.",
  rule: "Copyright law",
  undoable: true,
  actions: [],
};

const page = (items: readonly unknown[]) => ok({ items, cursor: null, hasMore: false });

function open(
  path: string,
  cases: readonly unknown[] = [],
  permissions: readonly string[] = ["moderation", "support"],
) {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions }));
  network.on("GET /api/admin/cases", page(cases));
  return openSite(path, network);
}

const KEY = `/api/admin/cases/${toId(1)}`;

function openCase(detail: unknown) {
  const opened = open(`/admin/queue/${toId(1)}`, [aCase(1), aCase(2)]);
  opened.network.on(`GET ${KEY}`, ok(detail));
  opened.network.on(
    `POST ${KEY}/mails`,
    ok({ mails: [{ to: "owner", subject: "Your artwork was taken down", text: "Hello" }] }),
  );
  return opened;
}

describe("the list", () => {
  test("shows what is due, late and taken, and j and k move along it", async () => {
    const { user } = open("/admin/queue", [
      aCase(1, { dueAt: new Date(Date.now() - AN_HOUR).toISOString() }),
      aCase(2, { kind: "ticket", title: "My upload", takenBy: OTHER, takenUntil: "2030-01-01T00:00:00.000Z" }),
    ]);
    const list = await screen.findByRole("list", { name: "Open items" });
    const [first, second] = within(list).getAllByRole("link");
    expect(first?.textContent).toContain("Overdue since");
    expect(second?.textContent).toContain("Question");
    expect(second?.textContent).toContain("Taken by Robin Sandoval");
    for (const [key, row] of [
      ["j", first],
      ["j", second],
      ["j", second],
      ["k", first],
    ] as const) {
      await user.keyboard(key);
      expect(document.activeElement).toBe(row);
    }
    await user.keyboard("?");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("Next and previous item")).toBeTruthy();
  });

  test("says which items are the operator's own", async () => {
    open("/admin/queue", [aCase(1, { takenBy: ME, takenUntil: "2030-01-01T00:00:00.000Z" })]);
    const list = await screen.findByRole("list", { name: "Open items" });
    expect(within(list).getByText("Taken by you")).toBeTruthy();
  });

  test("opens an item by Enter and moves the focus to it, and again after a decision", async () => {
    const { user, network } = open("/admin/queue", [aCase(1), aCase(2)]);
    network.on(`GET ${KEY}`, ok(aDetail(1)));
    network.on(`POST ${KEY}/actions`, ok(aDetail(1, CLOSED)));
    network.on(`POST ${KEY}/mails`, ok({ mails: [] }));
    await screen.findByRole("list", { name: "Open items" });
    await user.keyboard("j{Enter}");
    const title = await screen.findByRole("heading", { name: "Artwork 1" });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await user.click(screen.getByRole("button", { name: "Close" }));
    const dialog = await screen.findByRole("dialog");
    await user.selectOptions(within(dialog).getByLabelText("Saved reasons"), "Nothing to do.");
    network.on(`GET ${KEY}`, ok(aDetail(1, CLOSED)));
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await screen.findByRole("heading", { name: "Taken down" });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Artwork 1" })));
  });

  test("writes days with the month in words, as they follow a word", async () => {
    open("/admin/queue", [aCase(1), aCase(2, CLOSED)]);
    const rows = (await screen.findAllByRole("link", { name: /Report/ })).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringContaining("Due 1 Jan 2030"),
      expect.stringContaining("Taken down 21 Nov 2026"),
    ]);
  });

  test("that is empty says so, and its filters are in the address", async () => {
    const { user, network, at } = open("/admin/queue");
    await screen.findByRole("heading", { name: "All done" });
    await user.selectOptions(screen.getByLabelText("Kind"), "ticket");
    await waitFor(() => expect(at.search).toBe("?status=open&kind=ticket"));
    await user.click(screen.getByRole("link", { name: "Closed" }));
    await screen.findByRole("heading", { name: "Nothing closed yet" });
    await waitFor(() =>
      expect(network.to("GET /api/admin/cases").at(-1)?.query).toEqual({ status: "closed", kind: "ticket" }),
    );
  });

  test("isn't offered without a permission for any of its kinds", async () => {
    const { at } = open("/admin/queue", [], ["curation"]);
    await screen.findByRole("heading", { name: "404" });
    expect(at.path).toBe("/404");
  });
});

describe("a case", () => {
  test("is decided with a kept reason, a rule and the mails that go out, and undone from the toast", async () => {
    const { user, network } = openCase(aDetail(1));
    network.on(`POST ${KEY}/actions`, ok(aDetail(1, CLOSED)));
    network.on(`POST ${KEY}/reopen`, ok(aDetail(1)));
    await user.click(await screen.findByRole("button", { name: "Take down" }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Take down" }));
    await within(dialog).findAllByText(MESSAGES.required);
    expect(network.to(`POST ${KEY}/actions`)).toEqual([]);
    await user.selectOptions(within(dialog).getByLabelText("Saved reasons"), "Its title or description isn't true.");
    await user.selectOptions(within(dialog).getByLabelText("Saved rules"), "Copyright law");
    await within(dialog).findByText("This sends one email");
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/mails`).at(-1)?.body).toMatchObject({
        action: "take_down",
        rule: "Copyright law",
      }),
    );
    await user.click(within(dialog).getByRole("button", { name: "Take down" }));
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/actions`)[0]?.body).toEqual({
        action: "take_down",
        reason: "Its title or description isn't true.",
        rule: "Copyright law",
        expected: "open",
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(network.to(`POST ${KEY}/reopen`)).toHaveLength(1));
  });

  test("that another operator has taken meanwhile says who, and stays as it is", async () => {
    const { user, network } = openCase(aDetail(1));
    network.on(`POST ${KEY}/actions`, failure("case_taken", { expected: formatCaseTaken("Robin Sandoval") }));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Reason, for the operators"), "Nothing to do.");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await within(dialog).findByText("Robin Sandoval has taken this item");
  });

  test.each([
    ["closed", {}, "Close", CLOSED, "Taken down"],
    ["opened again", CLOSED, "Undo", {}, "Close"],
  ])(
    "that another operator has %s meanwhile keeps the text, and is shown as it is once the dialog closes",
    async (_is, before, action, after, shown) => {
      const { user, network } = openCase(aDetail(1, before));
      const refused = failure("case_closed", { expected: formatCaseClosed("Robin Sandoval") });
      for (const path of ["actions", "reopen"]) network.on(`POST ${KEY}/${path}`, refused);
      await user.click(await screen.findByRole("button", { name: action }));
      const dialog = await screen.findByRole("dialog");
      const reason = within(dialog).getByLabelText<HTMLTextAreaElement>("Reason, for the operators");
      await user.type(reason, "Nothing to do.");
      network.on(`GET ${KEY}`, ok(aDetail(1, after)));
      await user.click(within(dialog).getByRole("button", { name: action }));
      await within(dialog).findByText("Robin Sandoval has closed this item meanwhile");
      expect(reason.value).toBe("Nothing to do.");
      await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      await screen.findByText(shown);
      expect(screen.queryByRole("button", { name: action })).toBeNull();
    },
  );

  test("that is closed keeps who, when and why, and is undone for a reason", async () => {
    const { user, network } = openCase(aDetail(1, CLOSED));
    network.on(`POST ${KEY}/reopen`, ok(aDetail(1)));
    await screen.findByRole("heading", { name: "Taken down" });
    expect(screen.getByText("It copies a photograph.")).toBeTruthy();
    expect(screen.getByText("Copyright law")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take down" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Reason, for the operators"), "I was wrong.");
    await user.click(within(dialog).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(network.to(`POST ${KEY}/reopen`)[0]?.body).toEqual({ reason: "I was wrong." }));
  });

  test("is taken and given back, and says who else has it until when", async () => {
    const { user, network } = openCase(aDetail(1));
    network.on(`POST ${KEY}/take`, ok(aDetail(1)));
    network.on(`GET ${KEY}`, ok(aDetail(1)));
    await user.click(await screen.findByRole("button", { name: "Assign to me" }));
    await waitFor(() => expect(network.to(`POST ${KEY}/take`)).toHaveLength(1));
    network.on(`GET ${KEY}`, ok(aDetail(1, { takenBy: ME, takenUntil: "2030-01-01T00:00:00.000Z" })));
    network.on(`DELETE ${KEY}/take`, { status: 204, body: undefined });
    await user.click(screen.getByRole("button", { name: "Assign to me" }));
    await user.click(await screen.findByRole("button", { name: "Unassign" }));
    await waitFor(() => expect(network.to(`DELETE ${KEY}/take`)).toHaveLength(1));
  });

  test("of a conversation reads it only when asked to, with the case as the reason", async () => {
    const detail = aDetail(1, {
      kind: "conversation",
      artwork: null,
      threadId: toId(5),
      actions: ["decline", "close"],
    });
    const { user, network } = openCase(detail);
    const messages = `GET ${KEY}/messages`;
    const message = {
      messageId: toId(6),
      author: OTHER,
      kind: "text",
      content: "Pay me outside",
      created: "2026-11-20T10:00:00.000Z",
    };
    network.on(messages, page([message]));
    const button = await screen.findByRole("button", { name: "Read the conversation" });
    expect(network.to(messages)).toEqual([]);
    await user.click(button);
    await screen.findByText("Pay me outside");
    expect(network.to(messages)[0]?.query).toEqual({ reason: toId(1) });
  });

  test("of a conversation shows the reported account and leads to it", async () => {
    openCase(
      aDetail(1, { kind: "conversation", artwork: null, href: null, writer: account(ME), reported: account(OTHER) }),
    );
    const sides = await screen.findAllByRole("link", { name: "Their account" });
    expect(sides.map((link) => link.getAttribute("href"))).toEqual([
      `/admin/people/${ME.id}`,
      `/admin/people/${OTHER.id}`,
    ]);
  });

  test("of an answer isn't granted before the artwork's day, and says when", async () => {
    const appeal = {
      reason: "It copies.",
      answer: "I drew it.",
      restoreFrom: "2030-01-01T00:00:00.000Z",
      own: false,
      reported: true,
    };
    openCase(aDetail(1, { kind: "counter_notice", appeal, actions: ["restore", "keep_down"] }));
    await screen.findByText(/^You can put it back from/);
    expect(screen.queryByRole("button", { name: "Put back" })).toBeNull();
    expect(screen.getByRole("button", { name: "Keep down" })).toBeTruthy();
  });

  test("of a report links to the reported page only while it can be seen", async () => {
    for (const state of ["visible", "blocked"] as const) {
      const { unmount } = openCase(aDetail(1, { artwork: anArtwork(1, { state }) }));
      await screen.findByText(`/artwork/${toId(1)}`);
      const links = screen.queryAllByRole("link", { name: `/artwork/${toId(1)}` });
      expect(links).toHaveLength(state === "visible" ? 1 : 0);
      unmount();
    }
  });

  test("of an answer to one's own decision is neither taken nor decided", async () => {
    const appeal = { reason: "Spam.", answer: "It isn't.", restoreFrom: null, own: true, reported: false };
    openCase(aDetail(1, { kind: "appeal", appeal, artwork: null, actions: ["lift", "uphold"] }));
    await screen.findByText(`${MESSAGES.appealOfOwnDecision}.`);
    for (const name of ["Assign to me", "Lift the suspension", "Keep it suspended"])
      expect(screen.queryByRole("button", { name })).toBeNull();
  });

  test("of an answer speaks of a court only where somebody reported the artwork", async () => {
    const appeal = { reason: "It copies.", answer: "I drew it.", restoreFrom: "2026-01-01T00:00:00.000Z", own: false };
    const open = (reported: boolean) =>
      openCase(
        aDetail(1, { kind: "counter_notice", appeal: { ...appeal, reported }, actions: ["restore", "keep_down"] }),
      );
    for (const reported of [true, false]) {
      const { user, unmount } = open(reported);
      await screen.findByText("The artwork can return from");
      expect(screen.queryAllByText(/unless the reporter goes to court/)).toHaveLength(reported ? 1 : 0);
      for (const action of ["Put back", "Keep down"]) {
        await user.click(screen.getByRole("button", { name: action }));
        const dialog = await screen.findByRole("dialog");
        const offered = within(dialog).getByRole("combobox", { name: "Saved reasons" });
        expect(/court|lawsuit/.test(offered.textContent ?? "")).toBe(reported);
        await user.keyboard("{Escape}");
        await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      }
      unmount();
    }
  });

  test("of a ticket is answered, and says where the reply arrives", async () => {
    const detail = aDetail(1, {
      kind: "ticket",
      title: "My upload",
      artwork: null,
      href: null,
      actions: ["answer", "close"],
    });
    const { user, network } = openCase(detail);
    network.on(`POST ${KEY}/actions`, ok(detail));
    await screen.findByText(/arrive at info@ochre.test/);
    await user.click(screen.getByRole("button", { name: "Answer" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Your answer"), "Convert it to sRGB.");
    await user.click(within(dialog).getByRole("button", { name: "Answer" }));
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/actions`)[0]?.body).toEqual({
        action: "answer",
        reason: "Answered by email",
        answer: "Convert it to sRGB.",
        expected: "open",
      }),
    );
  });
});

describe("a case of money", () => {
  const order = anOrder({ evidenceDraft: "Order 4F7K9 was paid.", dispute: A_DISPUTE });
  const disputed = {
    kind: "dispute",
    artwork: null,
    email: null,
    href: null,
    text: "The buyer's bank says: fraudulent.",
  };

  test("of a dispute shows order, amounts and sides, and sends the text that is shown", async () => {
    const { user, network } = openCase(aDetail(1, { ...disputed, order, actions: ["send_evidence", "close"] }));
    network.on(`POST ${KEY}/actions`, ok(aDetail(1, { ...disputed, order, ...CLOSED, outcome: "send_evidence" })));
    expect((await screen.findByRole("link", { name: formatOrderNumber(order.orderId) })).getAttribute("href")).toBe(
      `/admin/orders/${order.orderId}`,
    );
    expect(screen.getByText("Needs response, fraudulent, $21.85")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Their account" })).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Send evidence" }));
    const dialog = await screen.findByRole("dialog");
    const text = within(dialog).getByLabelText("Evidence, as the bank reads it");
    expect((text as HTMLTextAreaElement).value).toBe("Order 4F7K9 was paid.");
    await user.type(text, " Downloaded twice.");
    await user.type(within(dialog).getByLabelText("Reason, as the artist reads it"), "The day is near.");
    await user.click(within(dialog).getByRole("button", { name: "Send evidence" }));
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/actions`)[0]?.body).toEqual({
        action: "send_evidence",
        expected: "open",
        orderVersion: order.version,
        reason: "The day is near.",
        evidenceText: "Order 4F7K9 was paid. Downloaded twice.",
      }),
    );
  });

  test("of a dispute sends the chosen files along, and says at once which it can't", async () => {
    const { user, network } = openCase(aDetail(1, { ...disputed, order, actions: ["send_evidence", "close"] }));
    network.on(`POST ${KEY}/actions`, ok(aDetail(1, { ...disputed, order, ...CLOSED, outcome: "send_evidence" })));
    await user.click(await screen.findByRole("button", { name: "Send evidence" }));
    const dialog = await screen.findByRole("dialog");
    const choose = (kind: string, name: string, content: BlobPart) =>
      user.upload(within(dialog).getByTestId(kind), new File([content], name, { type: "application/pdf" }));
    await choose("customer_communication", "not-a.pdf", "GIF89a");
    await within(dialog).findByText(MESSAGES.evidenceFormat);
    await choose("customer_communication", "mails.pdf", "%PDF-1.7 mails");
    await within(dialog).findByText(/^mails\.pdf, /);
    expect(within(dialog).queryByText(MESSAGES.evidenceFormat)).toBeNull();
    await choose("uncategorized_file", "large.pdf", new Uint8Array(LIMITS.evidenceFiles.maxBytes + 1));
    await within(dialog).findByText(MESSAGES.evidenceTooLarge);
    await choose("uncategorized_file", "receipt.pdf", "%PDF-1.7 receipt");
    await user.click(await within(dialog).findByRole("button", { name: "Another file: remove receipt.pdf" }));
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Another file: choose a file" }));
    await user.type(within(dialog).getByLabelText("Reason, as the artist reads it"), "The day is near.");
    await user.click(within(dialog).getByRole("button", { name: "Send evidence" }));
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/actions`)[0]?.body).toMatchObject({
        evidenceFiles: [{ kind: "customer_communication", fileContent: btoa("%PDF-1.7 mails") }],
      }),
    );
  });

  test("whose order changed meanwhile says so and shows it as it is now", async () => {
    const detail = { kind: "fraud_warning", artwork: null, email: null, href: null };
    const { user, network } = openCase(
      aDetail(1, { ...detail, order: anOrder(), actions: ["refund", "keep_payment"] }),
    );
    network.on(`POST ${KEY}/actions`, failure("order_already_refunded"));
    await user.click(await screen.findByRole("button", { name: "Refund" }));
    const dialog = await screen.findByRole("dialog");
    await user.selectOptions(
      within(dialog).getByLabelText("Saved reasons"),
      "The card's bank reported this payment as fraud.",
    );
    network.on(
      `GET ${KEY}`,
      ok(aDetail(1, { ...detail, order: anOrder({ status: "refunded" }), actions: ["keep_payment"] })),
    );
    await user.click(within(dialog).getByRole("button", { name: "Refund" }));
    await screen.findByText(MESSAGES.orderAlreadyRefunded);
    await screen.findByText("Refunded");
  });

  test("of a failed payout writes to the artist", async () => {
    const detail = aDetail(1, {
      ...{ kind: "failed_payout", title: "€17.00", text: "The account is closed.", artwork: null, email: null },
      ...{ href: null, seller: account(OTHER), actions: ["message_seller", "close"] },
    });
    const { user, network } = openCase(detail);
    network.on(`POST ${KEY}/actions`, ok(detail));
    await screen.findByText("The account is closed.");
    await user.click(screen.getByRole("button", { name: "Write to the artist" }));
    const dialog = await screen.findByRole("dialog");
    await user.type(within(dialog).getByLabelText("Your message"), "Please check your IBAN.");
    await user.click(within(dialog).getByRole("button", { name: "Write to the artist" }));
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/actions`)[0]?.body).toMatchObject({
        action: "message_seller",
        answer: "Please check your IBAN.",
      }),
    );
  });

  test("that ended by itself names no operator", async () => {
    openCase(
      aDetail(1, { ...disputed, order, ...CLOSED, closedBy: null, outcome: "dispute_won", reason: null, rule: null }),
    );
    await screen.findByRole("heading", { name: "Decided for the artist" });
    expect(screen.queryByText(/ by /)).toBeNull();
  });
});

describe("an artwork", () => {
  const KEY = `/api/admin/artwork/${toId(1)}`;
  const aRecord = (over: object = {}) =>
    ArtworkRecord.parse({
      ...anArtwork(1),
      artworkId: toId(1),
      sales: 4,
      versions: [],
      takedowns: [],
      cases: [aCase(3)],
      copies: [],
      actions: ["take_down", "mark_mature"],
      ...over,
    });

  test("is found by its link", async () => {
    const { user, network, at } = open("/admin/artwork");
    network.on("GET /api/admin/artwork", page([anArtwork(1)]));
    await user.type(await screen.findByLabelText("Link, id or title"), `/artwork/${toId(1)}{Enter}`);
    const found = await screen.findByRole("list", { name: "Artwork found" });
    expect(network.to("GET /api/admin/artwork")[0]?.query).toEqual({ q: `/artwork/${toId(1)}` });
    expect(at.search).toContain("q=");
    const [link] = within(found).getAllByRole("link");
    expect(link?.getAttribute("href")).toBe(`/admin/artwork/${toId(1)}`);
  });

  test.each([
    ["visible", 1],
    ["blocked", 0],
  ])("that is %s links to its page only if it has one", async (state, links) => {
    const { network } = open(`/admin/artwork/${toId(1)}`);
    network.on(`GET ${KEY}`, ok(aRecord({ state })));
    await screen.findByText(`/artwork/${toId(1)}`);
    expect(screen.queryAllByRole("link", { name: `/artwork/${toId(1)}` })).toHaveLength(links);
  });

  test("is marked as mature without a report, and the mark is undone from the toast", async () => {
    const { user, network } = open(`/admin/artwork/${toId(1)}`);
    network.on(`GET ${KEY}`, ok(aRecord()));
    network.on(`POST ${KEY}/mails`, ok({ mails: [] }));
    const marked = aRecord({ flagged: true, actions: ["take_down", "unmark_mature"] });
    network.on(`POST ${KEY}/actions`, ok(marked));
    await user.click(await screen.findByRole("button", { name: "Mark as mature" }));
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("This sends no email.");
    await user.selectOptions(within(dialog).getByLabelText("Saved reasons"), "It shows nudity.");
    await user.type(within(dialog).getByLabelText("Section of the terms, or law"), "Terms, section 3");
    network.on(`GET ${KEY}`, ok(marked));
    await user.click(within(dialog).getByRole("button", { name: "Mark as mature" }));
    const undo = await screen.findByRole("button", { name: "Undo" });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "Actions" })));
    await user.click(undo);
    await waitFor(() =>
      expect(network.to(`POST ${KEY}/actions`).map(({ body }) => (body as { action: string }).action)).toEqual([
        "mark_mature",
        "unmark_mature",
      ]),
    );
  });
});
