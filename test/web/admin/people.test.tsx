import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { AccountRecord, FoundPerson } from "#shared/model/account-record.ts";
import { OPERATOR_PERMISSIONS, type OperatorPermission } from "#shared/model/operator.ts";
import { keepLookReason } from "#web/features/admin/looks/look-reasons.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const ID = toId(7);
const PATH = `/admin/people/${ID}`;

const ada = { id: ID, name: "ada", fullName: "Ada Painter", avatar: null };

const aFoundPerson = (over: object = {}) => FoundPerson.parse({ ...ada, state: "open", side: null, ...over });

const anAccount = (over: object = {}) =>
  AccountRecord.parse({
    ...ada,
    state: "open",
    version: "a".repeat(16),
    email: "ada@ochre.test",
    verified: true,
    created: "2026-11-20T10:00:00.000Z",
    suspension: null,
    blockedAt: null,
    closedAt: null,
    sells: false,
    operatorPermissions: [],
    shown: 2,
    sessions: [
      {
        id: "s1",
        browser: "Firefox on Windows",
        country: "AT",
        started: "2026-11-20T10:00:00.000Z",
        used: "2026-11-21T10:00:00.000Z",
      },
    ],
    factors: { apps: 1, passkeys: 2, recoveryCodes: 10 },
    passwordProvenAt: null,
    exportAgain: null,
    refusals: [{ id: toId(8), at: "2026-11-21T10:00:00.000Z", event: "session.begin", outcome: "wrong_credentials" }],
    ...over,
  });

const SUSPENSION = {
  at: "2026-11-21T10:00:00.000Z",
  reason: "Copies",
  rule: "Copyright law",
  answeredAt: null,
  liftedAt: null,
  own: true,
};

interface Opening {
  readonly permissions?: readonly OperatorPermission[];
  readonly account?: object;
}

function open(path: string, { permissions = OPERATOR_PERMISSIONS, account = {} }: Opening = {}) {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions }));
  network.on(`GET /api${PATH}`, ok(anAccount(account)));
  network.on(`POST /api${PATH}/mails`, ok({ mails: [] }));
  return { ...openSite(path, network), network };
}

/** Opens the account after its look had a reason. */
function openAccount(opening?: Opening) {
  keepLookReason("demo.moderator", ID, "security");
  return open(PATH, opening);
}

const listActions = () =>
  within(screen.getByRole("region", { name: "Actions" }))
    .queryAllByRole("button")
    .map(({ textContent }) => textContent);

test("the search needs a text and a reason, and opens the only person found", async () => {
  const { user, network, at } = open("/admin/people");
  network.on("POST /api/admin/people/search", ok({ items: [aFoundPerson()] }));
  await user.click(await screen.findByRole("button", { name: "Search" }));
  expect(await screen.findAllByText(MESSAGES.required)).toHaveLength(2);
  await user.type(screen.getByLabelText("Username, email, ID or order number"), "ada@ochre.test");
  await user.selectOptions(screen.getByLabelText("Reason"), "asked_by_owner");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: "Ada Painter" });
  expect(at.path).toBe(PATH);
  expect(network.to("POST /api/admin/people/search")[0]?.body).toEqual({
    q: "ada@ochre.test",
    reason: "asked_by_owner",
  });
  expect(network.to(`GET /api${PATH}`)[0]?.query).toEqual({ reason: "asked_by_owner" });
});

test("the search names both sides of an order, and says if it found nobody", async () => {
  const { user, network } = open("/admin/people");
  const zora = { ...ada, id: toId(9), name: "zora", fullName: "Zora Buyer" };
  network.on(
    "POST /api/admin/people/search",
    ok({ items: [aFoundPerson({ ...zora, side: "buyer" }), aFoundPerson({ side: "seller", state: "blocked" })] }),
  );
  await user.type(await screen.findByLabelText("Username, email, ID or order number"), "4F7K9-2QMXB");
  await user.selectOptions(screen.getByLabelText("Reason"), "payment_problem");
  await user.click(screen.getByRole("button", { name: "Search" }));
  const found = within(await screen.findByRole("list", { name: "People found" })).getAllByRole("listitem");
  expect(found.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("@zora · Buyer"),
    expect.stringMatching(/@ada · Seller.*Blocked/),
  ]);
  network.on("POST /api/admin/people/search", ok({ items: [] }));
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: "Nobody found" });
});

test("a failed search is said", async () => {
  const { user, network } = open("/admin/people");
  network.on("POST /api/admin/people/search", failure("internal"));
  await user.type(await screen.findByLabelText("Username, email, ID or order number"), "ada");
  await user.selectOptions(screen.getByLabelText("Reason"), "security");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText(MESSAGES.failedSearchPeople);
});

test("an account is read after the reason, which is asked once", async () => {
  const path = `/admin/people/${toId(12)}`;
  const { user, network, at } = open(path);
  network.on(`GET /api${path}`, ok(anAccount()));
  const dialog = await screen.findByRole("dialog", { name: "Why do you need to see this account?" });
  await user.click(within(dialog).getByRole("button", { name: "Show the account" }));
  await within(dialog).findByText(MESSAGES.required);
  expect(network.to(`GET /api${path}`)).toEqual([]);
  await user.selectOptions(within(dialog).getByLabelText("Reason"), "security");
  await user.click(within(dialog).getByRole("button", { name: "Show the account" }));
  await screen.findByRole("heading", { name: "Ada Painter" });
  expect(network.to(`GET /api${path}`).map(({ query }) => query)).toEqual([{ reason: "security" }]);
  expect(screen.getByText("ada@ochre.test")).toBeTruthy();
  expect(screen.getByRole("table", { name: "Sessions, the latest used first" }).textContent).toContain("Austria");
  expect(screen.getByText("An authenticator app, 2 passkeys, 10 unused recovery codes")).toBeTruthy();
  expect(screen.getByRole("table", { name: "Refused calls, newest first" }).textContent).toContain(
    MESSAGES.wrongCredentials,
  );
  await user.click(screen.getByRole("link", { name: "Back to the search" }));
  await waitFor(() => expect(at.path).toBe("/admin/people"));
});

test("without a reason the search is shown instead", async () => {
  const { user, network, at } = open(`/admin/people/${toId(11)}`);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(at.path).toBe("/admin/people"));
  expect(network.calls.filter(({ key }) => key.includes("/api/admin/people"))).toEqual([]);
});

test("artwork and orders are read once they are asked for", async () => {
  const { user, network } = openAccount();
  await screen.findByRole("heading", { name: "Ada Painter" });
  network.on(
    `GET /api${PATH}/artwork`,
    ok({ items: [aCard(1, { artworkVisibility: "invisible" })], cursor: null, hasMore: false }),
  );
  const order = { artworkId: toId(1), title: "Dunes", status: "completed", placed: "2026-11-20T10:00:00.000Z" };
  network.on(`GET /api${PATH}/orders`, ({ query }) =>
    ok({
      items: [{ ...order, orderId: toId(2), amount: query.side === "sales" ? 850 : null }],
      cursor: null,
      hasMore: false,
    }),
  );
  expect(network.to(`GET /api${PATH}/artwork`)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Show artwork" }));
  expect((await screen.findByRole("list", { name: "Artwork, newest first" })).textContent).toContain("Hidden");
  await user.click(screen.getByRole("button", { name: "Show sales" }));
  expect((await screen.findByRole("table", { name: "Sales, newest first" })).textContent).toContain("$8.50");
  await user.click(screen.getByRole("button", { name: "Show purchases" }));
  expect((await screen.findByRole("table", { name: "Purchases, newest first" })).textContent).not.toContain("Paid");
});

test.each<[string, readonly OperatorPermission[], object, readonly string[]]>([
  ["support", ["support"], {}, ["End all sessions", "Prepare a copy of their data", "Delete account"]],
  ["moderation", ["moderation"], {}, ["End all sessions", "Suspend", "Block"]],
  [
    "support and moderation",
    ["support", "moderation"],
    {},
    ["End all sessions", "Remove second factors", "Prepare a copy of their data", "Suspend", "Block", "Delete account"],
  ],
  [
    "moderation, of a suspended account",
    ["moderation"],
    { state: "suspended", suspension: SUSPENSION },
    ["End all sessions", "Lift suspension", "Block"],
  ],
  ["moderation, of a blocked account", ["moderation"], { state: "blocked", shown: 0 }, ["Unblock"]],
  ["moderation, of an interrupted block", ["moderation"], { state: "blocked" }, ["Unblock", "Finish the block"]],
  ["support, of a closed account", ["support"], { state: "closed", email: null }, ["Delete account"]],
  ["all, of an operator's account", OPERATOR_PERMISSIONS, { operatorPermissions: ["finance"] }, []],
  ["all, of their own account", OPERATOR_PERMISSIONS, { name: "demo.moderator" }, []],
  ["all, of an unverified account", OPERATOR_PERMISSIONS, { state: "unverified", verified: false }, []],
])("actions with %s", async (_name, permissions, account, actions) => {
  openAccount({ permissions, account });
  await screen.findByRole("heading", { name: "Ada Painter" });
  expect(listActions()).toEqual(actions);
});

test("a block names its rule and reason, and the account is read again", async () => {
  const { user, network } = openAccount();
  await user.click(await screen.findByRole("button", { name: "Block" }));
  const dialog = await screen.findByRole("dialog", { name: "Block ada?" });
  await user.click(within(dialog).getByRole("button", { name: "Block account" }));
  expect(await within(dialog).findAllByText(MESSAGES.required)).toHaveLength(2);
  const rule = "Criminal law";
  await user.selectOptions(within(dialog).getByLabelText("Saved rules"), rule);
  await user.type(within(dialog).getByLabelText("Reason"), "Sold forged certificates");
  network.on(`POST /api${PATH}/block`, ok({ message: MESSAGES.accountWasBlocked, expose: true }));
  network.on(`GET /api${PATH}`, ok(anAccount({ state: "blocked", shown: 0 })));
  await user.click(within(dialog).getByRole("button", { name: "Block account" }));
  await screen.findByText(MESSAGES.accountWasBlocked);
  await screen.findByRole("button", { name: "Unblock" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("group", { name: "Actions" })));
  expect(network.to(`POST /api${PATH}/block`).map(({ body }) => body)).toEqual([
    { rule, reason: "Sold forged certificates", version: "a".repeat(16) },
  ]);
});

test("a suspension shows its mail with the typed texts before it is sent", async () => {
  const { user, network } = openAccount();
  const mail = { to: "owner", subject: "Your account was suspended", text: "Reason: Copies" };
  network.on(`POST /api${PATH}/mails`, ok({ mails: [mail] }));
  await user.click(await screen.findByRole("button", { name: "Suspend" }));
  const dialog = await screen.findByRole("dialog", { name: "Suspend ada?" });
  await user.type(within(dialog).getByLabelText("Section of the terms, or law"), "Copyright law");
  await user.type(within(dialog).getByLabelText("Reason"), "Copies");
  await within(dialog).findByText("This sends one email");
  await waitFor(() =>
    expect(network.to(`POST /api${PATH}/mails`).at(-1)?.body).toEqual({
      action: "suspend",
      reason: "Copies",
      rule: "Copyright law",
    }),
  );
  network.on(`POST /api${PATH}/suspend`, ok({ message: MESSAGES.accountWasSuspended, expose: true }));
  network.on(`GET /api${PATH}`, ok(anAccount({ state: "suspended", suspension: SUSPENSION })));
  await user.click(within(dialog).getByRole("button", { name: "Suspend account" }));
  await screen.findByText(MESSAGES.accountWasSuspended);
  await screen.findByRole("button", { name: "Lift suspension" });
  expect(screen.getByText("Suspended since")).toBeTruthy();
});

test("mails, notifications and reports are read once they are asked for", async () => {
  const { user, network } = openAccount();
  await screen.findByRole("heading", { name: "Ada Painter" });
  const at = "2026-11-21T10:00:00.000Z";
  network.on(
    `GET /api${PATH}/mails`,
    ok({
      mails: [{ id: "mail#1", kind: "accountSuspended", sent: at, refused: true }],
      notifications: [{ id: toId(3), type: "comment", created: at, read: false }],
    }),
  );
  network.on(`GET /api${PATH}/cases`, ok({ by: [], against: [] }));
  await user.click(screen.getByRole("button", { name: "Show mails and notifications" }));
  const mails = await screen.findByRole("table", { name: "Mails, newest first" });
  expect(mails.textContent).toMatch(/Account suspended.*Refused/);
  expect(screen.getByRole("table", { name: "Notifications, newest first" }).textContent).toContain("Comments");
  await user.click(screen.getByRole("button", { name: "Show reports and questions" }));
  await screen.findByText("Nothing of theirs was reported.");
});

test("a changed account is shown before the action is tried again", async () => {
  const { user, network } = openAccount();
  await user.click(await screen.findByRole("button", { name: "End all sessions" }));
  const dialog = await screen.findByRole("dialog", { name: "Log ada out everywhere?" });
  await user.type(within(dialog).getByLabelText("Reason"), "Theft");
  network.on(`POST /api${PATH}/end_sessions`, failure("account_changed"));
  network.on(`GET /api${PATH}`, ok(anAccount({ version: "b".repeat(16), sessions: [] })));
  await user.click(within(dialog).getByRole("button", { name: "End all sessions" }));
  await screen.findByText(MESSAGES.accountChanged);
  network.on(`POST /api${PATH}/end_sessions`, ok({ message: MESSAGES.accountSessionsEnded, expose: true }));
  await waitFor(() => expect(network.to(`GET /api${PATH}`)).toHaveLength(2));
  await user.click(within(dialog).getByRole("button", { name: "End all sessions" }));
  await screen.findByText(MESSAGES.accountSessionsEnded);
  expect(network.to(`POST /api${PATH}/end_sessions`).map(({ body }) => (body as { version: string }).version)).toEqual([
    "a".repeat(16),
    "b".repeat(16),
  ]);
});

test("removing lost factors needs both checks", async () => {
  const { user, network } = openAccount();
  await user.click(await screen.findByRole("button", { name: "Remove second factors" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove ada's second factors?" });
  within(dialog).getByText(/Nobody has entered their password/);
  await user.type(within(dialog).getByLabelText("Reason"), "Lost their telephone");
  await user.click(within(dialog).getByRole("button", { name: "Remove second factors" }));
  await within(dialog).findByText(MESSAGES.required);
  expect(network.to(`POST /api${PATH}/remove_factors`)).toEqual([]);
  network.on(`GET /api${PATH}`, ok(anAccount({ passwordProvenAt: new Date().toISOString() })));
  await user.click(within(dialog).getByRole("button", { name: "Check again" }));
  await within(dialog).findByText(/Their password was entered/);
  await user.click(within(dialog).getByLabelText("They answered our email"));
  network.on(`POST /api${PATH}/remove_factors`, ok({ message: MESSAGES.accountFactorsRemoved, expose: true }));
  await user.click(within(dialog).getByRole("button", { name: "Remove second factors" }));
  await screen.findByText(MESSAGES.accountFactorsRemoved);
});

test("deleting an account takes its username, with the refusal at its field", async () => {
  const { user, network } = openAccount();
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  const dialog = await screen.findByRole("dialog", { name: "Close ada's account and delete its data?" });
  await user.type(within(dialog).getByLabelText("Username"), "adda");
  await user.type(within(dialog).getByLabelText("Reason"), "Asked for it");
  network.on(`POST /api${PATH}/erase`, failure("invalid_request", { username: MESSAGES.accountNotUsername }));
  await user.click(within(dialog).getByRole("button", { name: "Delete account" }));
  await within(dialog).findByText(MESSAGES.accountNotUsername);
  network.on(`POST /api${PATH}/erase`, failure("account_has_open_payments"));
  await user.click(within(dialog).getByRole("button", { name: "Delete account" }));
  await screen.findByText(MESSAGES.accountHasOpenPayments);
  expect(screen.getByRole("dialog")).toBe(dialog);
});

test("an action that fails is said, and stays open", async () => {
  const { user, network } = openAccount();
  await user.click(await screen.findByRole("button", { name: "Prepare a copy of their data" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "Asked for it");
  network.on(`POST /api${PATH}/export`, failure("internal"));
  await user.click(within(dialog).getByRole("button", { name: "Prepare the copy" }));
  await screen.findByText(MESSAGES.failedAccountAction);
  expect(screen.getByRole("dialog")).toBe(dialog);
});

test("an account that doesn't exist is the 404 page", async () => {
  const { network } = openAccount();
  network.on(`GET /api${PATH}`, failure("user_not_found"));
  await screen.findByRole("heading", { name: "404" });
});

test("an account that can't be read has a retry", async () => {
  const { network } = openAccount();
  network.on(`GET /api${PATH}`, failure("internal"));
  await screen.findByText(MESSAGES.failedFetchPerson);
  await screen.findByRole("button", { name: "Try again" });
});

test("the log has the reason of a look in words", async () => {
  const { user, network } = open("/admin/log");
  const entry = { id: toId(1), at: "2026-11-20T10:00:00.000Z", event: "account.read", outcome: "done" };
  network.on(
    "GET /api/admin/log",
    ok({ items: [{ ...entry, reason: "asked_by_owner" }], cursor: null, hasMore: false }),
  );
  const dialog = await screen.findByRole("dialog", { name: "Why do you need to see the log?" });
  await user.selectOptions(within(dialog).getByLabelText("Reason"), "security");
  await user.click(within(dialog).getByRole("button", { name: "Show the log" }));
  expect((await screen.findByRole("table", { name: "The log, newest first" })).textContent).toContain(
    "They asked us for help",
  );
});
