import { screen, waitFor } from "@testing-library/react";
import { createPortal } from "react-dom";
import { expect, test, vi } from "vitest";
import { aCard, pageReply } from "#test/web/artwork/given.ts";
import { renderAt } from "#test/web/support/render-at.tsx";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { PictureGrid } from "#web/features/artwork/picture-list.tsx";

/** Five cards in rows of three and two, each row's pictures of different widths. */
const PLACES = [
  { left: 0, top: 0, width: 100 },
  { left: 170, top: 0, width: 250 },
  { left: 440, top: 0, width: 100 },
  { left: 0, top: 200, width: 270 },
  { left: 290, top: 200, width: 150 },
];

async function aGrid() {
  const network = createSiteNetwork();
  network.on("GET /api/artwork", pageReply([1, 2, 3, 4, 5].map((number) => aCard(number))));
  const { user, at } = openSite("/", network);
  const list = await screen.findByRole("list", { name: "Newest artwork" });
  [...list.children].forEach((card, index) => {
    card.getBoundingClientRect = () => PLACES[index] as DOMRect;
  });
  const link = (number: number) => screen.getByRole("link", { name: `Picture ${number}` });
  const press = async (keys: string, number: number) => {
    await user.keyboard(keys);
    await waitFor(() => expect(document.activeElement).toBe(link(number)));
  };
  return { user, at, link, press };
}

test("arrow keys move between cards by their place on the screen, and Enter opens one", async () => {
  const { user, at, link, press } = await aGrid();
  link(1).focus();
  await press("{ArrowRight}", 2);
  await press("{ArrowDown}", 5);
  await press("{ArrowUp}", 2);
  await press("{End}", 3);
  await press("{ArrowRight}", 4);
  await press("{ArrowUp}", 1);
  await press("{End}", 3);
  await press("{Home}", 1);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(at.path).toMatch(/^\/artwork\//));
});

test("below the last row the page scrolls", async () => {
  const { user, link } = await aGrid();
  const scrolled = vi.spyOn(window, "scrollBy").mockImplementation(() => {});
  link(5).focus();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 40 }));
  expect(document.activeElement).toBe(link(5));
  scrolled.mockRestore();
});

test("f asks a visitor to log in, and browser shortcuts keep working", async () => {
  const { user, link } = await aGrid();
  link(2).focus();
  await user.keyboard("{Control>}f{/Control}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("f");
  await screen.findByRole("dialog", { name: "Log in to keep your favorites" });
});

test("keys typed into a dialog of a card trigger no shortcut", async () => {
  const { user } = renderAt(
    "/",
    <PictureGrid items={[aCard(1)]} label="Grid">
      {() => createPortal(<input aria-label="Name" />, document.body)}
    </PictureGrid>,
  );
  const input = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.type(input, "fog of fifes");
  expect(input.value).toBe("fog of fifes");
});
