import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aCard, ok } from "../artwork/given.ts";
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
