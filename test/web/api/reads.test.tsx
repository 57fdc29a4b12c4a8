import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import { listArtwork, readArtwork } from "#shared/contract/artwork.ts";
import { useClearReads, useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { failure, VISITOR } from "../support/fixtures.ts";
import { fakeNetwork } from "../support/network.ts";

const ID = "0198f3a1-0000-7000-8000-000000000002";
const LIST = "GET /api/artwork";
const DETAIL = `GET /api/artwork/${ID}`;

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Three pages of two; each item names the round it was read in. */
function pagedNetwork() {
  const network = fakeNetwork();
  const at = { round: 1 };
  const pages: Readonly<Record<string, readonly [string, string, boolean]>> = {
    "": ["a", "b", true],
    b: ["c", "d", true],
    d: ["e", "f", false],
  };
  network.on("POST /auth/refresh_token", VISITOR);
  network.on(LIST, ({ query }) => {
    const [one, two, hasMore] = pages[query.cursor ?? ""] ?? ["", "", false];
    return { status: 200, body: { items: [one + at.round, two + at.round], cursor: two, hasMore } };
  });
  vi.stubGlobal("fetch", network.fetch);
  return { network, at };
}

/** Renders hooks with a cache of their own. */
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

const useList = () => useReadPages(listArtwork, { query: { sort: "popular" } });

test("a list grows page by page with its cursor until there is no more", async () => {
  const { network } = pagedNetwork();
  const list = hooks(useList);
  await waitFor(() => expect(list.current.items).toEqual(["a1", "b1"]));
  act(() => list.current.loadMore());
  await waitFor(() => expect(list.current.items).toEqual(["a1", "b1", "c1", "d1"]));
  act(() => list.current.loadMore());
  await waitFor(() => expect(list.current.hasMore).toBe(false));
  act(() => list.current.loadMore());
  expect(list.current.items).toHaveLength(6);
  expect(network.to(LIST).map(({ query }) => query)).toEqual([
    { sort: "popular" },
    { sort: "popular", cursor: "b" },
    { sort: "popular", cursor: "d" },
  ]);
});

test("a page that fails keeps the loaded pages and can be requested again", async () => {
  const { network } = pagedNetwork();
  const list = hooks(useList);
  await waitFor(() => expect(list.current.items).toHaveLength(2));
  network.on(LIST, failure("internal"));
  act(() => list.current.loadMore());
  await waitFor(() => expect(list.current.error).toMatchObject({ status: 500 }));
  expect(list.current.items).toEqual(["a1", "b1"]);

  network.on(LIST, { status: 200, body: { items: ["c1"], cursor: "c", hasMore: false } });
  act(() => list.current.loadMore());
  await waitFor(() => expect(list.current.items).toEqual(["a1", "b1", "c1"]));
  expect(list.current.error).toBeUndefined();
});

test("invalidated data stays shown until the new answer arrives, on every page of a list", async () => {
  const { network, at } = pagedNetwork();
  network.on(DETAIL, () => ({ status: 200, body: { title: `read ${at.round}` } }));
  const both = hooks(() => ({
    list: useList(),
    detail: useRead(readArtwork, { params: { artworkId: ID } }),
    invalidate: useInvalidate(),
  }));
  await waitFor(() => expect(both.current.list.items).toHaveLength(2));
  act(() => both.current.list.loadMore());
  await waitFor(() => expect(both.current.list.items).toHaveLength(4));
  at.round = 2;
  await act(async () => {
    await both.current.invalidate(listArtwork);
  });
  expect(both.current.list.items).toEqual(["a2", "b2", "c2", "d2"]);
  expect(both.current.detail.data).toEqual({ title: "read 1" });

  await act(async () => {
    await both.current.invalidate(readArtwork, { artworkId: ID });
  });
  expect(both.current.detail.data).toEqual({ title: "read 2" });
});

test("the previous user's reads are cleared, and what is shown is read again for the present user", async () => {
  const { network, at } = pagedNetwork();
  network.on(DETAIL, () => ({ status: 200, body: { title: `read ${at.round}` } }));
  const both = hooks(() => ({
    list: useList(),
    detail: useRead(readArtwork, { params: { artworkId: ID } }),
    forget: useClearReads(),
  }));
  await waitFor(() => expect(both.current.list.items).toHaveLength(2));
  await waitFor(() => expect(both.current.detail.data).toBeDefined());
  at.round = 2;
  await act(async () => {
    await both.current.forget();
  });
  await waitFor(() => expect(both.current.list.items).toEqual(["a2", "b2"]));
  await waitFor(() => expect(both.current.detail.data).toEqual({ title: "read 2" }));
});

test("nothing is read while the input is not known yet", () => {
  const { network } = pagedNetwork();
  const read = hooks(() => useRead(readArtwork, null));
  expect(read.current.data).toBeUndefined();
  expect(network.calls).toEqual([]);
});
