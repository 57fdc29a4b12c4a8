import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCard, ok, pageReply } from "../artwork/given.ts";
import { openSite, siteNetwork } from "../support/site.tsx";

function openSearch(answer: object, address = "/search?q=heron+lattice&t=artwork") {
  const network = siteNetwork();
  network.on("GET /api/search", ok({ items: [], cursor: null, hasMore: false, ...answer }));
  return openSite(address, network);
}

test("says above the results which words even the best of them doesn't have", async () => {
  openSearch({ items: [aCard(1)], leftOut: ["lattice", "qux"] });
  const sentence = await screen.findByText("No artwork has every word. Left out: “lattice”, “qux”");
  const [result] = screen.getAllByRole("article");
  expect(sentence.compareDocumentPosition(result as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("says so of what the filters leave", async () => {
  openSearch({ items: [aCard(1)], leftOut: ["lattice"] }, "/search?q=heron+lattice&t=artwork&color=red");
  await screen.findByText("No artwork with these filters has every word. Left out: “lattice”");
});

test("says nothing where the best result has every word", async () => {
  openSearch({ items: [aCard(1)] });
  await screen.findByRole("article");
  expect(screen.queryByText(/Left out/)).toBeNull();
});

const POPULAR = "GET /api/popular-this-week";

test("without a result offers the tags that it is answered with and what is popular", async () => {
  const { network } = openSearch({ relatedTags: ["lagoon", "photograph"] });
  network.on(POPULAR, pageReply([aCard(7)]));
  await screen.findByRole("heading", { name: "No results for “heron lattice”" });
  screen.getByText("Check the spelling, or look around from here.");
  const tags = within(screen.getByRole("list", { name: "Tags to try" })).getAllByRole("link");
  expect(tags.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["#lagoon", "/tag/lagoon"],
    ["Photograph", "/tag/photograph"],
  ]);
  within(await screen.findByRole("region", { name: "Trending" })).getByRole("link", { name: "Picture 7" });
});

test("asks for nothing else where there are results", async () => {
  const { network } = openSearch({ items: [aCard(1)] });
  await screen.findByRole("article");
  expect(network.to(POPULAR)).toEqual([]);
});

test("leads on to related tags above the results", async () => {
  openSearch({ items: [aCard(1)], relatedTags: ["falconry", "moor"] });
  const tags = within(await screen.findByRole("list", { name: "Related tags" })).getAllByRole("link");
  expect(tags.map((link) => link.getAttribute("href"))).toEqual(["/tag/falconry", "/tag/moor"]);
});
