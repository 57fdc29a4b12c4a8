import { act, cleanup, configure, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, parsePath, RouterProvider } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, expect, vi } from "vitest";
import { changes } from "#web/api/changes.ts";
import { App, createRoutes } from "#web/app.tsx";
import { screens } from "#web/screens.ts";
import { session } from "#web/session/browser-session.ts";
import { toast } from "#web/ui/toaster.tsx";
import { clearStored } from "./clear-stored.ts";
import { FakeWebSocket } from "./fake-web-socket.ts";
import { aUser, buildSession, VISITOR } from "./fixtures.ts";
import { fakeNetwork } from "./network.ts";

// A screen is compiled on its first import, which takes longer than Testing Library's default timeout.
configure({ asyncUtilTimeout: 30_000 });

afterEach(async () => {
  const nested = document.querySelectorAll("form form").length;
  cleanup();
  // Requests that wait for a lazy import must reach this test's network, not the next one's.
  await vi.dynamicImportSettled();
  // The session's module outlives a test, with its socket and its notifications.
  if (session.state().user) session.end();
  vi.unstubAllGlobals();
  clearStored();
  toast.clear();
  changes.clear();
  // A nested form's reset would clear the outer form.
  expect(nested, "forms inside a form").toBe(0);
});

/** A fake network with the stage's configuration and a visitor's or a user's session. */
export function createSiteNetwork({
  signedIn = false,
  operator = false,
  features = {} as Record<string, boolean>,
} = {}) {
  const network = fakeNetwork();
  network.on("GET /config.json", { status: 200, body: { stage: "test", features } });
  network.on(
    "POST /auth/refresh_token",
    signedIn ? buildSession("first", aUser(operator ? { operator } : {})) : VISITOR,
  );
  for (const list of ["/api/artwork", "/api/curated", "/api/popular-this-week", "/api/categories"]) {
    network.on(`GET ${list}`, { status: 200, body: { items: [], cursor: null, hasMore: false } });
  }
  network.on("GET /api/threads/unread", { status: 200, body: { count: 0 } });
  return network;
}

/** True if the browser would ask before the tab is closed. */
export function asksBeforeClosing() {
  const event = new Event("beforeunload", { cancelable: true });
  act(() => void window.dispatchEvent(event));
  return event.defaultPrevented;
}

/** Opens the whole site at a path. */
export function openSite(path: string, network = createSiteNetwork(), state?: unknown) {
  vi.stubGlobal("fetch", network.fetch);
  FakeWebSocket.made = [];
  vi.stubGlobal("WebSocket", FakeWebSocket);
  const at = { path: "", search: "", history: [] as string[] };
  const router = createMemoryRouter(createRoutes(screens), { initialEntries: [{ ...parsePath(path), state }] });
  function visit({ location: { pathname, search } } = router.state) {
    at.path = pathname;
    at.search = search;
    if (at.history.at(-1) !== pathname) at.history.push(pathname);
  }
  visit();
  router.subscribe(visit);
  // The session's module outlives a test; a page load starts by refreshing the session.
  void session.start();
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </SWRConfig>,
  );
  return { network, at, user: userEvent.setup(), unmount };
}
