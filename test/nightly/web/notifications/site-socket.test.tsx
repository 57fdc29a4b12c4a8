import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aPage, idAt } from "#test/web/notifications/fixtures.ts";
import { FakeWebSocket } from "#test/web/support/fake-web-socket.ts";
import { aUser, buildSession } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const REFRESH = "POST /auth/refresh_token";

afterEach(() => void vi.useRealTimers());

async function openBell() {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET /api/users/${aUser().id}/notifications/previous`, { status: 200, body: aPage([]) });
  network.on(`GET /api/users/${aUser().id}/notifications/latest`, { status: 200, body: aPage([]) });
  const opened = openSite("/404", network);
  await screen.findByRole("button", { name: /^Notifications/ });
  await waitFor(() => expect(FakeWebSocket.made).toHaveLength(1));
  return opened;
}

const last = () => FakeWebSocket.made.at(-1) as FakeWebSocket;

/** Makes a hidden page visible again. */
const showPage = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));

describe("a page that becomes visible again", () => {
  test("keeps a socket that is still connecting", async () => {
    await openBell();
    const failed = vi.fn();
    window.addEventListener("error", failed);
    showPage();
    window.removeEventListener("error", failed);
    expect(failed).not.toHaveBeenCalled();
    act(() => last().opens());
    expect(last().sent).toEqual([{ event: "authenticateUser", data: { token: "first" } }]);
    showPage();
    expect(last().sent).toHaveLength(2);
  });

  test("replaces a socket that is closing", async () => {
    await openBell();
    act(() => last().opens());
    last().close();
    showPage();
    expect(last().sent).toHaveLength(1);
    vi.useFakeTimers();
    act(() => last().ends());
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(FakeWebSocket.made).toHaveLength(2);
  });
});

test("after repeated token refusals the menu shows an error, and a retry recovers", async () => {
  const { network, user } = await openBell();
  let made = 0;
  network.on(REFRESH, () => {
    made += 1;
    return buildSession(`token ${made}`);
  });
  vi.useFakeTimers();
  const answered = new Set<unknown>();
  for (let passed = 0; passed < 15 * 60_000; passed += 400) {
    const socket = last();
    if (socket.readyState === FakeWebSocket.CONNECTING) act(() => socket.opens());
    const lastSent = socket.sent.at(-1);
    if (lastSent && !answered.has(lastSent)) {
      answered.add(lastSent);
      act(() => socket.receive({ event: "expiredToken" }));
    }
    await act(() => vi.advanceTimersByTimeAsync(400));
  }
  expect(made).toBeGreaterThan(1);
  expect(made).toBeLessThanOrEqual(6);
  vi.useRealTimers();

  await user.click(screen.getByRole("button", { name: /^Notifications/ }));
  await screen.findByText(MESSAGES.notificationsStopped);
  const { length } = FakeWebSocket.made;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.queryByText(MESSAGES.notificationsStopped)).toBeNull();
  await waitFor(() => expect(FakeWebSocket.made).toHaveLength(length + 1));
  act(() => last().opens());
  await waitFor(() => expect(last().sent).toHaveLength(1));
  act(() => last().receive({ event: "authenticatedUser", data: { count: 7 } }));
  await screen.findByText("7 unread");
});

test("a refresh after a reconnect asks for a page of five after the newest", async () => {
  const { network, user } = await openBell();
  const path = `GET /api/users/${aUser().id}/notifications`;
  network.on(`${path}/previous`, { status: 200, body: aPage([2, 1]) });
  act(() => last().opens());
  await user.click(screen.getByRole("button", { name: /^Notifications/ }));
  await screen.findAllByRole("button", { name: "Mark as read" });
  act(() => last().receive({ event: "authenticatedUser", data: { count: 2 } }));
  await waitFor(() => expect(network.to(`${path}/latest`)).toHaveLength(1));
  expect(network.to(`${path}/latest`)[0]?.query).toMatchObject({ limit: "5", cursor: idAt(2) });
});

test("all are marked as read at once, and the badge goes", async () => {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET /api/users/${aUser().id}/notifications/previous`, { status: 200, body: aPage([2, 1]) });
  network.on(`POST /api/users/${aUser().id}/notifications`, { status: 200, body: { count: 0 } });
  const { user } = openSite("/404", network);
  await user.click(await screen.findByRole("button", { name: /^Notifications/ }));
  expect(await screen.findAllByRole("button", { name: "Mark as read" })).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  expect(await screen.findAllByRole("button", { name: "Mark as unread" })).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
  await screen.findByRole("button", { name: "Notifications" });
});
