import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { changes, createChanges, effectOn } from "#web/api/changes.ts";
import { createToggles } from "#web/api/toggles.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { VISITOR } from "../support/fixtures.ts";
import { createHeldReply, fakeNetwork, type Reply } from "../support/network.ts";

const ID = "0198f3a1-0000-7000-8000-000000000002";
const DETAIL = `GET /api/artwork/${ID}`;
const LIST = "GET /api/artwork";

const buildTitleReply = (title: string): Reply => ({ status: 200, body: { title } });
const retitle = (title: string) =>
  effectOn(readArtwork, { artworkId: ID }, (detail) => ({ ...detail, title }) as typeof detail);

let network: ReturnType<typeof fakeNetwork>;

beforeEach(() => {
  network = fakeNetwork();
  network.on("POST /auth/refresh_token", VISITOR);
  vi.stubGlobal("fetch", network.fetch);
});

afterEach(() => {
  cleanup();
  changes.clear();
  vi.unstubAllGlobals();
});

/** Runs a function that causes a render and returns its result. */
function runInAct<T>(work: () => T): T {
  const done: T[] = [];
  act(() => void done.push(work()));
  return done[0] as T;
}

function hooks<T>(use: () => T) {
  const cache = new Map();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter>
      <SWRConfig value={{ provider: () => cache, dedupingInterval: 0, shouldRetryOnError: false }}>
        {children}
      </SWRConfig>
    </MemoryRouter>
  );
  return renderHook(use, { wrapper }).result;
}

const useDetail = () => ({
  detail: useRead(readArtwork, { params: { artworkId: ID } }).data as { title: string } | undefined,
  invalidate: useInvalidate(),
});

async function openPage() {
  network.on(DETAIL, buildTitleReply("server's"));
  const page = hooks(useDetail);
  await waitFor(() => expect(page.current.detail).toEqual({ title: "server's" }));
  return page;
}

const getTitle = ({ current }: Awaited<ReturnType<typeof openPage>>) => current.detail?.title;

describe("an optimistic update", () => {
  test("shows at once, and the server's answer shows again when it is dropped", async () => {
    const page = await openPage();
    const change = runInAct(() => changes.add(retitle("mine")));
    expect(getTitle(page)).toBe("mine");
    act(() => change.drop());
    expect(getTitle(page)).toBe("server's");
  });

  test.each(["before", "after"])("stays over a read that began earlier and answers %s the write does", async (when) => {
    const page = await openPage();
    const slow = createHeldReply(buildTitleReply("older"));
    network.on(DETAIL, slow.answer);
    const reading = page.current.invalidate(readArtwork, { artworkId: ID });
    const change = runInAct(() => changes.add(retitle("mine")));
    if (when === "after") act(() => change.confirm());
    await act(async () => {
      slow.release();
      await reading;
    });
    expect(getTitle(page)).toBe("mine");
    act(() => change.confirm());
    expect(getTitle(page)).toBe("mine");
  });

  test("stays over a read that began and answered before the write was answered", async () => {
    const page = await openPage();
    const change = runInAct(() => changes.add(retitle("mine")));
    network.on(DETAIL, buildTitleReply("older"));
    await act(() => page.current.invalidate(readArtwork, { artworkId: ID }));
    expect(getTitle(page)).toBe("mine");
    act(() => change.drop());
    expect(getTitle(page)).toBe("older");
  });

  test("doesn't apply to a read that began after the write's answer", async () => {
    const page = await openPage();
    act(() => void changes.done(retitle("mine")));
    network.on(DETAIL, buildTitleReply("newer"));
    await act(() => page.current.invalidate(readArtwork, { artworkId: ID }));
    expect(getTitle(page)).toBe("newer");
  });

  test("applies to the first answer too, whose read was under way", async () => {
    const slow = createHeldReply(buildTitleReply("older"));
    network.on(DETAIL, slow.answer);
    const page = hooks(useDetail);
    act(() => void changes.done(retitle("mine")));
    await act(async () => slow.release());
    await waitFor(() => expect(page.current.detail).toEqual({ title: "mine" }));
  });

  test("applies to each page of a list, and receives which one is the first", async () => {
    network.on(LIST, ({ query }) => ({
      status: 200,
      body: query.cursor
        ? { items: ["c"], cursor: "c", hasMore: false }
        : { items: ["a", "b"], cursor: "b", hasMore: true },
    }));
    const list = hooks(() => useReadPages(listArtwork, {}));
    await waitFor(() => expect(list.current.items).toHaveLength(2));
    act(() => list.current.loadMore());
    await waitFor(() => expect(list.current.items).toHaveLength(3));
    const before = list.current.items;
    const change = runInAct(() =>
      changes.add((data, path, isFirst) =>
        path === LIST ? { ...(data as object), items: [isFirst ? "first" : "further"] } : data,
      ),
    );
    expect(list.current.items).toEqual(["first", "further"]);
    act(() => change.drop());
    expect(list.current.items).toEqual(before);
  });

  test("renders nothing again that it doesn't change", async () => {
    network.on(DETAIL, buildTitleReply("server's"));
    let drawn = 0;
    const page = hooks(() => {
      drawn += 1;
      return useDetail();
    });
    await waitFor(() => expect(page.current.detail).toBeDefined());
    const before = drawn;
    act(() => changes.done((data) => data));
    act(() => changes.done(effectOn(listArtwork, {}, (list) => ({ ...list }))));
    expect(drawn).toBe(before);
  });
});

test("a cached response that replaces an equal, newer one takes over its time, and notifies subscribers", async () => {
  const some = createChanges();
  const kept = [some.stamp({ on: false }, some.now())];
  some.done(() => ({ on: true }));
  expect(some.overPages(kept, "")).toEqual([{ on: true }]);
  const listener = vi.fn();
  some.subscribe(listener);
  some.inheritTime(kept, [some.stamp({ on: false }, some.now())]);
  await waitFor(() => expect(listener).toHaveBeenCalledOnce());
  expect(some.overPages(kept, "")).toEqual([{ on: false }]);
});

describe("an on/off value", () => {
  /** A toggle whose writes are answered one by one by the test. */
  function aSwitch() {
    const some = createChanges();
    const toggles = createToggles(some);
    const answer = some.stamp({ on: false }, some.now());
    const writes: { on: boolean; resolve(): void; reject(error: Error): void }[] = [];
    const isOn = () => some.over(answer, "switch").on;
    return {
      writes,
      isOn,
      clear: some.clear,
      press: () => {
        const on = !isOn();
        return toggles.set(
          "switch",
          on,
          () => ({ on }),
          () => {
            const { promise, resolve, reject } = Promise.withResolvers<void>();
            writes.push({ on, resolve, reject });
            return promise;
          },
        );
      },
    };
  }

  test.each([1, 2, 3, 4, 5])("toggled %i times at once ends with its last value", async (times) => {
    const { press, isOn, writes } = aSwitch();
    const [first] = Array.from({ length: times }, press);
    const last = times % 2 === 1;
    expect(isOn()).toBe(last);
    expect(writes).toHaveLength(1);
    writes[0]?.resolve();
    await vi.waitFor(() => expect(writes).toHaveLength(last ? 1 : 2));
    writes[1]?.resolve();
    expect(await first).toBe(last);
    expect(writes.at(-1)?.on).toBe(last);
    expect(isOn()).toBe(last);
  });

  test("shows the server's value again when a later write fails", async () => {
    const { press, isOn, writes } = aSwitch();
    const first = press();
    void press();
    writes[0]?.resolve();
    await vi.waitFor(() => expect(writes).toHaveLength(2));
    expect(isOn()).toBe(false);
    writes[1]?.reject(new Error("no"));
    expect(await first).toBe(true);
    expect(isOn()).toBe(true);
  });

  test("isn't written after the session of its user has ended", async () => {
    const { press, writes, clear } = aSwitch();
    const first = press();
    void press();
    clear();
    writes[0]?.resolve();
    await first;
    expect(writes).toHaveLength(1);
  });

  test("can be toggled by the next user while the previous user's write is under way", async () => {
    const { press, isOn, writes, clear } = aSwitch();
    void press();
    clear();
    const second = press();
    expect(isOn()).toBe(true);
    writes[1]?.resolve();
    expect(await second).toBe(true);
  });
});
