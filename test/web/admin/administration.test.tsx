import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FAILURES } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";
import { LogEntry } from "#shared/model/operator.ts";
import { ok, toId } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { catchSavedFiles } from "../support/saved-files.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const anEntry = (nth: number, over: object = {}) =>
  LogEntry.parse({ id: toId(nth), at: "2026-11-20T10:00:00.000Z", event: "session.begin", outcome: "done", ...over });

const page = (items: readonly unknown[], cursor: string | null = null) =>
  ok({ items, cursor, hasMore: cursor !== null });

let opened = 0;

function open(path: string, entries: readonly unknown[] = [], permissions = ["support"]) {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: `operator${++opened}`, permissions }));
  network.on("GET /api/admin/log", page(entries));
  return openSite(path, network);
}

/** Opens the log for a reason, which the page keeps for each operator. */
async function openLog(path: string, entries?: readonly unknown[]) {
  const site = open(path, entries);
  await giveReason(site.user);
  return site;
}

async function giveReason(user: ReturnType<typeof openSite>["user"]) {
  const dialog = await screen.findByRole("dialog", { name: "Why do you need to see the log?" });
  await user.selectOptions(within(dialog).getByLabelText("Reason"), "legal_request");
  await user.click(within(dialog).getByRole("button", { name: "Show the log" }));
}

test("a visitor gets the 404 page, and nothing is asked of the API", async () => {
  const { network, at } = openSite("/admin/log");
  await screen.findByRole("heading", { name: "404" });
  expect(at.path).toBe("/404");
  expect(network.calls.filter(({ key }) => key.includes("/api/admin"))).toEqual([]);
});

test("an ordinary account gets the 404 page, and loads and asks nothing of the administration", async () => {
  const { network, at } = openSite("/admin/log", createSiteNetwork({ signedIn: true }));
  await screen.findByRole("heading", { name: "404" });
  expect(at.path).toBe("/404");
  expect(network.calls.filter(({ key }) => key.includes("/api/admin"))).toEqual([]);
});

test("who is an operator no more gets the 404 page, after the token was renewed once", async () => {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", failure("not_found"));
  const { at } = openSite("/admin", network);
  await screen.findByRole("heading", { name: "404" });
  expect(at.path).toBe("/404");
  expect(network.to("GET /api/admin/log")).toEqual([]);
});

test("an operator without a second factor learns how to add one", async () => {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", failure("second_factor_missing"));
  openSite("/admin/log", network);
  await screen.findByText(new RegExp(FAILURES.second_factor_missing.message));
  expect(screen.getByRole("link", { name: "Add a second factor" }).getAttribute("href")).toBe(
    "/settings/second-factor",
  );
  expect(network.to("GET /api/admin/log")).toEqual([]);
});

test("/admin opens the operator's first place, and an unknown place is the 404 page", async () => {
  const { at } = open("/admin", [], ["curation"]);
  await screen.findByRole("heading", { name: "Home page" });
  expect(at.path).toBe("/admin/home");
  const bar = screen.getByRole("navigation", { name: "Administration" });
  expect(within(bar).getByRole("link", { current: "page" }).textContent).toBe("Home page");
});

test("an unknown place is the 404 page", async () => {
  const { at } = open("/admin/elsewhere");
  await screen.findByRole("heading", { name: "404" });
  expect(at.path).toBe("/404");
});

test("the log names people and reasons", async () => {
  const actor = { id: toId(1), name: "ada", fullName: "Ada Painter", avatar: null };
  await openLog("/admin/log", [
    anEntry(1, { who: actor.id, actor, event: "account.block", target: toId(2), reason: "Spam" }),
    anEntry(2, { outcome: "wrong_credentials" }),
  ]);
  const table = await screen.findByRole("table", { name: "The log, newest first" });
  const [, first, second] = within(table).getAllByRole("row");
  expect(first?.textContent).toContain("Account: block");
  expect(within(first as HTMLElement).getByRole("link", { name: "Ada Painter (@ada)" })).toBeTruthy();
  expect(first?.textContent).toContain("Spam");
  expect(second?.textContent).toContain("A visitor");
  expect(second?.textContent).toContain(FAILURES.wrong_credentials.message);
});

test("filters are in the address, and clearing them empties the form", async () => {
  const { user, network, at } = await openLog("/admin/log?who=ada");
  await screen.findByRole("heading", { name: "No entries" });
  expect(network.to("GET /api/admin/log")[0]?.query).toEqual({ who: "ada", reason: "legal_request" });
  await user.selectOptions(screen.getByLabelText("Event"), "session.begin");
  await user.click(screen.getByRole("button", { name: "Filter" }));
  await waitFor(() => expect(at.search).toBe("?who=ada&event=session.begin"));
  await waitFor(() =>
    expect(network.to("GET /api/admin/log").at(-1)?.query).toEqual({
      who: "ada",
      event: "session.begin",
      reason: "legal_request",
    }),
  );
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(at.search).toBe(""));
  expect(screen.getByLabelText<HTMLInputElement>("Who").value).toBe("");
});

test("a refused range of days is explained at its field", async () => {
  const network = createSiteNetwork({ signedIn: true, operator: true });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions: ["support"] }));
  network.on("GET /api/admin/log", failure("invalid_request", { start: MESSAGES.startAfterEnd }));
  const { user } = openSite("/admin/log?start=2026-12-01&end=2026-11-01", network);
  await giveReason(user);
  await screen.findByText(MESSAGES.startAfterEnd);
  expect(screen.getByLabelText("From").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("the file has every page of the filter", async () => {
  const { user, network } = await openLog("/admin/log?event=session");
  await screen.findByRole("heading", { name: "No entries" });
  network.on("GET /api/admin/log", ({ query }) =>
    query.cursor ? page([anEntry(2, { reason: "=1" })]) : page([anEntry(1)], toId(1)),
  );
  const files = catchSavedFiles();
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  vi.restoreAllMocks();
  const csv = (await files[0]?.text) ?? "";
  expect(csv.split("\r\n")).toHaveLength(4);
  expect(csv).toContain(`"'=1"`);
  expect(
    network
      .to("GET /api/admin/log")
      .slice(-2)
      .map(({ query }) => query.cursor),
  ).toEqual([undefined, toId(1)]);
});
