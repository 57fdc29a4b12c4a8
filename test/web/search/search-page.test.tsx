import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { buildFailureBody } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";
import { aCard, ok, pageReply } from "../artwork/given.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

function openSearch(answer: object, address = "/search?q=heron+lattice&t=artwork") {
  const network = createSiteNetwork();
  network.on("GET /api/search", ok({ items: [], cursor: null, hasMore: false, ...answer }));
  return openSite(address, network);
}

test("shows above the results which words even the best of them lacks", async () => {
  openSearch({ items: [aCard(1)], leftOut: ["lattice", "qux"] });
  const sentence = await screen.findByText("No artwork has every word. Left out: “lattice”, “qux”");
  const [result] = screen.getAllByRole("article");
  expect(sentence.compareDocumentPosition(result as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("shows above filtered results which words all of them lack", async () => {
  openSearch({ items: [aCard(1)], leftOut: ["lattice"] }, "/search?q=heron+lattice&t=artwork&color=red");
  await screen.findByText("No artwork with these filters has every word. Left out: “lattice”");
});

test("shows no such message if the best result has every word", async () => {
  openSearch({ items: [aCard(1)] });
  await screen.findByRole("article");
  expect(screen.queryByText(/Left out/)).toBeNull();
});

const POPULAR = "GET /api/popular-this-week";

test("without results offers the response's tags and popular artwork", async () => {
  const { network } = openSearch({ relatedTags: ["lagoon", "photograph"] });
  network.on(POPULAR, pageReply([aCard(7)]));
  await screen.findByRole("heading", { name: "No results for “heron lattice”" });
  screen.getByText("Check the spelling, or try one of these tags.");
  const tags = within(screen.getByRole("list", { name: "Tags to try" })).getAllByRole("link");
  expect(tags.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["#lagoon", "/tag/lagoon"],
    ["Photograph", "/tag/photograph"],
  ]);
  within(await screen.findByRole("region", { name: "Trending" })).getByRole("link", { name: "Picture 7" });
});

test("requests nothing else if there are results", async () => {
  const { network } = openSearch({ items: [aCard(1)] });
  await screen.findByRole("article");
  expect(network.to(POPULAR)).toEqual([]);
});

test("leads on to related tags above the results", async () => {
  openSearch({ items: [aCard(1)], relatedTags: ["falconry", "moor"] });
  const tags = within(await screen.findByRole("list", { name: "Related tags" })).getAllByRole("link");
  expect(tags.map((link) => link.getAttribute("href"))).toEqual(["/tag/falconry", "/tag/moor"]);
});

describe("while the search engine is starting", () => {
  const SEARCH = "GET /api/search";
  const waking = (headers = {}) => ({ status: 503, body: buildFailureBody("search_waking"), headers });
  const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

  afterEach(() => {
    vi.useRealTimers();
  });

  async function openWaking(address: string, headers = {}) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const network = createSiteNetwork();
    network.on(SEARCH, waking(headers));
    const site = openSite(address, network);
    await screen.findByText(MESSAGES.searchWaking);
    /** Without the search for an artist of that name. */
    const requests = () => network.to(SEARCH).filter(({ query: { limit } }) => limit === undefined);
    return { ...site, requests, count: () => requests().length };
  }

  test("keeps query and filters, shows a message in place of results, and then the results without a press", async () => {
    const { network, at, requests } = await openWaking("/search?q=heron&t=artwork&color=red");
    screen.getByRole("heading", { name: "“heron”", level: 1 });
    expect(screen.getByText(MESSAGES.searchWaking).getAttribute("role")).toBe("status");
    expect(screen.queryByText("500")).toBeNull();
    expect(screen.getByTestId("toaster").textContent).toBe("");
    network.on(SEARCH, pageReply([aCard(1)]));
    await wait(2);
    await screen.findByRole("article");
    expect(screen.queryByText(MESSAGES.searchWaking)).toBeNull();
    expect(requests().map(({ query }) => query)).toEqual(
      Array(2).fill(expect.objectContaining({ q: "heron", color: "red" })),
    );
    expect(at.path).toBe("/search");
  });

  test("tries again after 2, 4, 8 seconds and so on, at last every minute", async () => {
    const { count } = await openWaking("/search?q=heron&t=artwork");
    for (const [index, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
      await wait(seconds - 1);
      expect([seconds, count()]).toEqual([seconds, index + 1]);
      await wait(1);
      expect([seconds, count()]).toEqual([seconds, index + 2]);
    }
  });

  test("waits as long as Retry-After says", async () => {
    const { count } = await openWaking("/search?q=heron&t=users", { "retry-after": "5" });
    await wait(4);
    expect(count()).toBe(1);
    await wait(1);
    expect(count()).toBe(2);
    await wait(5);
    expect(count()).toBe(3);
  });

  test("retries at a press", async () => {
    const { network, count } = await openWaking("/search?q=heron&t=artwork");
    network.on(SEARCH, pageReply([aCard(1)]));
    fireEvent.click(screen.getByRole("button", { name: "Try again now" }));
    await screen.findByRole("article");
    await wait(120);
    expect(count()).toBe(2);
  });

  test("sends no request once the page is left", async () => {
    const { unmount, count } = await openWaking("/search?q=heron&t=artwork");
    unmount();
    await wait(120);
    expect(count()).toBe(1);
  });
});
