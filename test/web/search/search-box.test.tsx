import { ChakraProvider } from "@chakra-ui/react";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { suggest } from "#shared/contract/search.ts";
import type { RouteResult } from "#shared/route.ts";
import { buildCacheKey } from "#web/api/read-cache.ts";
import { parseSearchAddress } from "#web/features/search/search-address.ts";
import { SearchBox } from "#web/features/search/search-box.tsx";
import { system } from "#web/theme/system.ts";

const person = (id: string, name: string, fullName: string) => ({ id, name, fullName, avatar: null });

const found = {
  artwork: [
    {
      artworkId: "9",
      artworkTitle: "Leith at low tide",
      owner: { id: "3", name: "callum", fullName: "", avatar: null },
      preview: null,
    },
  ],
  users: [person("1", "leila.haddad", "Leïla Haddad"), person("2", "leif_ek", "Leif Ek")],
  tags: [{ tag: "leisure", count: 2 }],
} as unknown as RouteResult<typeof suggest>;

/** Cached API responses; no other request is sent. */
const answers = {
  fallback: { [buildCacheKey(suggest, { query: { q: "lei" } })]: found },
  revalidateOnMount: false,
  revalidateIfStale: false,
};

function Address() {
  const { pathname, search: query } = useLocation();
  return <output aria-label="Address">{pathname + query}</output>;
}

function open(at = "/") {
  render(
    <ChakraProvider value={system}>
      <SWRConfig value={answers}>
        <MemoryRouter initialEntries={[at]}>
          <SearchBox />
          <Address />
        </MemoryRouter>
      </SWRConfig>
    </ChakraProvider>,
  );
}

const box = () => screen.getByRole<HTMLInputElement>("combobox");
const address = () => screen.getByLabelText("Address").textContent;

describe("the search box", () => {
  let person: ReturnType<typeof userEvent.setup>;

  beforeEach(() => {
    person = userEvent.setup();
  });
  afterEach(cleanup);

  test("opens the results of its query, and does nothing without one", async () => {
    open();
    await person.type(box(), "   {Enter}");
    expect(address()).toBe("/");
    await person.clear(box());
    await person.type(box(), " red sun {Enter}");
    expect(address()).toBe("/search?q=red+sun&t=artwork");
  });

  test("searches users once that type is chosen", async () => {
    open();
    await person.click(screen.getByLabelText("Users"));
    await person.type(box(), "kaisa{Enter}");
    expect(address()).toBe("/search?q=kaisa&t=users");
  });

  test("shows the URL's query, and a type that is chosen takes effect at once", async () => {
    open("/search?q=sand&t=users");
    expect(box().value).toBe("sand");
    expect(screen.getByLabelText<HTMLInputElement>("Users").checked).toBe(true);
    await person.click(screen.getByLabelText("Artwork"));
    expect(address()).toBe("/search?q=sand&t=artwork");
  });

  test("suggests while typing; arrows select, Enter opens, and the focus never leaves the box", async () => {
    open();
    await person.click(screen.getByLabelText("Users"));
    await person.type(box(), "lei");
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "LLeïla Haddad@leila.haddad",
      "LLeif Ek@leif_ek",
      "LLeith at low tidecallum",
      "leisure2 artworks",
    ]);
    expect(box().getAttribute("aria-expanded")).toBe("true");
    expect(box().getAttribute("aria-activedescendant")).toBeNull();
    await person.keyboard("{ArrowDown}{ArrowDown}");
    expect(box().getAttribute("aria-activedescendant")).toBe(options[1]?.id);
    expect(options[1]?.getAttribute("aria-selected")).toBe("true");
    expect(document.activeElement).toBe(box());
    await person.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(box().getAttribute("aria-activedescendant")).toBeNull();
    await person.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{Enter}");
    expect(address()).toBe("/user/leif_ek");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("closes the suggestions with Escape, keeps the query, and opens them again with an arrow", async () => {
    open();
    await person.click(screen.getByLabelText("Users"));
    await person.type(box(), "lei");
    await screen.findByRole("listbox");
    await person.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(box().value).toBe("lei");
    await person.keyboard("{ArrowDown}");
    expect(await screen.findByRole("listbox")).toBeTruthy();
  });

  test("suggests tags first among artwork, each leading to its page", async () => {
    open();
    await person.type(box(), "lei");
    const options = await screen.findAllByRole("option");
    expect(options[0]?.textContent).toBe("leisure2 artworks");
    await person.keyboard("{ArrowDown}{Enter}");
    expect(address()).toBe("/tag/leisure");
  });

  test("is emptied by a button and keeps the focus", async () => {
    open();
    expect(screen.queryByRole("button", { name: "Clear the search" })).toBeNull();
    await person.type(box(), "lei");
    await screen.findByRole("listbox");
    await person.click(screen.getByRole("button", { name: "Clear the search" }));
    expect([box().value, document.activeElement === box()]).toEqual(["", true]);
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("opens a suggestion that is clicked", async () => {
    open();
    await person.click(screen.getByLabelText("Users"));
    await person.type(box(), "lei");
    await person.click(await screen.findByText("Leïla Haddad"));
    expect(address()).toBe("/user/leila.haddad");
  });
});

test.each(["%E2%80%8B", "%CC%81", "%EE%80%80", "%00", "%EF%BF%BF"])("an address with a query of %s has none", (q) => {
  expect(parseSearchAddress(new URLSearchParams(`q=${q}`)).query).toBe("");
});

test("a query in a URL loses its bidirectional control characters", () => {
  expect(parseSearchAddress(new URLSearchParams("q=gull%E2%80%AEfeed")).query).toBe("gullfeed");
});
