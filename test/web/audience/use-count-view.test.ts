import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { countArtworkView } from "#shared/contract/audience.ts";
import { toId } from "#test/web/artwork/given.ts";
import { aUser, buildSession } from "#test/web/support/fixtures.ts";
import { createSiteNetwork } from "#test/web/support/site.tsx";
import { buildPath } from "#web/api/request.ts";
import { useCountView } from "#web/features/audience/use-count-view.ts";
import { session } from "#web/session/browser-session.ts";

const ARTIST = toId(800);
let works = 7000;

/** A work of its own for each test, as a tab reports each one once a day. */
function aWork() {
  works += 1;
  return buildPath(countArtworkView.path, { artworkId: toId(works) });
}

function createCountingNetwork() {
  const network = createSiteNetwork();
  vi.stubGlobal("fetch", network.fetch);
  return network;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** The calls that reported a view of this page, a few seconds after it was shown. */
async function countReported(path: string | null, network = createCountingNetwork(), ownerId = ARTIST) {
  if (path) network.on(`POST ${path}`, { status: 204 });
  const { unmount } = renderHook(() => useCountView(path, ownerId));
  await pass(5000);
  unmount();
  return network.calls.filter(({ key }) => key.endsWith("/views"));
}

const setVisibility = (visibilityState: DocumentVisibilityState) =>
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibilityState);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (session.state().user) session.end();
});

describe("a page view", () => {
  test("is reported once a day per tab, without a token", async () => {
    const [path, network] = [aWork(), createCountingNetwork()];
    await countReported(path, network);
    const calls = await countReported(path, network);
    expect(calls).toEqual([
      { key: `POST ${path}`, query: {}, body: undefined, token: null, idempotencyKey: undefined },
    ]);
  });

  test("is reported again on the next day", async () => {
    const [path, network] = [aWork(), createCountingNetwork()];
    vi.setSystemTime("2026-11-20T22:00:00Z");
    await countReported(path, network);
    vi.setSystemTime("2026-11-21T02:00:00Z");
    expect(await countReported(path, network)).toHaveLength(2);
  });

  test("isn't reported before the page was visible for a second", async () => {
    const [path, network] = [aWork(), createCountingNetwork()];
    network.on(`POST ${path}`, { status: 204 });
    setVisibility("hidden");
    renderHook(() => useCountView(path, ARTIST));
    await pass(60_000);
    expect(network.calls).toEqual([]);
    setVisibility("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(999);
    expect(network.calls).toEqual([]);
    await pass(1);
    expect(network.to(`POST ${path}`)).toHaveLength(1);
  });

  test("isn't reported if the page is left at once", async () => {
    const [path, network] = [aWork(), createCountingNetwork()];
    renderHook(() => useCountView(path, ARTIST)).unmount();
    await pass(5000);
    expect(network.calls).toEqual([]);
  });

  test("isn't reported with Do Not Track or Global Privacy Control, nor without a path", async () => {
    for (const signal of ["doNotTrack", "globalPrivacyControl"]) {
      vi.stubGlobal("navigator", { ...navigator, [signal]: signal === "doNotTrack" ? "1" : true });
      expect(await countReported(aWork())).toEqual([]);
    }
    vi.unstubAllGlobals();
    expect(await countReported(null)).toEqual([]);
  });

  test("isn't reported by its artist, and is reported by other users with their token", async () => {
    const network = createCountingNetwork();
    network.on("POST /auth/refresh_token", buildSession("first"));
    await session.start();
    expect(await countReported(aWork(), network, aUser().id)).toEqual([]);
    const [call] = await countReported(aWork(), network);
    expect(call?.token).toBe(session.token());
  });

  test("doesn't fail the page if its report fails", async () => {
    const path = aWork();
    const network = createCountingNetwork();
    network.on(`POST ${path}`, { status: 429, body: { message: "Too many", code: "too_many_requests", expose: true } });
    expect(await countReported(path, network)).toHaveLength(1);
    const other = aWork();
    network.cut(`POST ${other}`);
    renderHook(() => useCountView(other, ARTIST));
    await pass(5000);
    expect(document.querySelector("[data-scope=toast][data-part=root]")).toBeNull();
  });
});
