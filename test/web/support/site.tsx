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
import { buildSession, VISITOR } from "./fixtures.ts";
import { fakeNetwork } from "./network.ts";

// A screen's script is compiled when first asked for, which takes longer than the library is used to.
configure({ asyncUtilTimeout: 30_000 });

afterEach(async () => {
  const nested = document.querySelectorAll("form form").length;
  cleanup();
  // A call that waits for a script ends at the test's own network, not in the next test.
  await vi.dynamicImportSettled();
  // The session outlives a test, and with it the list and the socket of whoever is signed in.
  if (session.state().user) session.end();
  vi.unstubAllGlobals();
  clearStored();
  toast.clear();
  changes.clear();
  // Its reset would empty the form around it.
  expect(nested, "forms inside a form").toBe(0);
});

/** A network with the stage's configuration and a visitor behind it. */
export function siteNetwork({ signedIn = false, features = {} as Record<string, boolean> } = {}) {
  const network = fakeNetwork();
  network.on("GET /config.json", { status: 200, body: { stage: "test", features } });
  network.on("POST /auth/refresh_token", signedIn ? buildSession("first") : VISITOR);
  for (const list of ["/api/artwork", "/api/curated", "/api/popular-this-week", "/api/categories"]) {
    network.on(`GET ${list}`, { status: 200, body: { items: [], cursor: null, hasMore: false } });
  }
  return network;
}

/** True if the browser would ask before the tab is closed. */
export function asksBeforeClosing() {
  const event = new Event("beforeunload", { cancelable: true });
  act(() => void window.dispatchEvent(event));
  return event.defaultPrevented;
}

/** Opens the whole site at a path. */
export function openSite(path: string, network = siteNetwork(), state?: unknown) {
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
  // The module that holds the session outlives a test: a new page begins by asking who is here.
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
