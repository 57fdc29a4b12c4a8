import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aDetail, FREE, fakeBrowser, ME, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { aUser } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ARTWORK = `/api/artwork/${toId(1)}`;

function openForm(path = "/artwork/add", version: object = {}) {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET ${ARTWORK}`, ok(aDetail({ owner: ME, version: { ...FREE, ...version } })));
  network.on(`PATCH ${ARTWORK}`, ok({ artworkId: toId(1), versionId: toId(5002) }));
  network.on(`GET /api/users/${aUser().id}/my_artwork`, pageReply([]));
  network.on("GET /api/tags", ({ query }) => {
    const used = [
      { tag: "forest", count: 12 },
      { tag: "fog", count: 3 },
    ];
    return ok({ items: used.filter(({ tag }) => tag.startsWith(query.q ?? "")) });
  });
  return openSite(path, network);
}

const box = () => screen.findByRole<HTMLInputElement>("combobox", { name: /^Tags/ });
const listChosenTags = () => {
  const list = screen.queryByRole("list", { name: "Chosen tags" });
  return list
    ? within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent)
    : [];
};

beforeEach(() => void fakeBrowser());
afterEach(cleanup);

describe("tags", () => {
  test("are added by Enter, a comma, a pasted list and leaving the field, and removed by Backspace or their button", async () => {
    const { user, network } = openForm();
    await user.type(await box(), "#Pixel Art{Enter}sea,Sea,");
    await user.paste("moon, night_sky; ");
    expect(listChosenTags()).toEqual(["pixel-art", "sea", "moon", "night-sky"]);
    expect(screen.getByText("4/12")).toBeTruthy();
    await user.keyboard("{Backspace}");
    await user.click(screen.getByRole("button", { name: "Remove sea" }));
    expect(listChosenTags()).toEqual(["pixel-art", "moon"]);
    expect(screen.getByText("Removed sea, 2 of 12")).toBeTruthy();
    expect(document.activeElement).toBe(await box());
    await user.keyboard("harbour");
    await user.tab();
    expect(listChosenTags()).toEqual(["pixel-art", "moon", "harbour"]);
    expect(network.to("POST /api/artwork")).toHaveLength(0);
  });

  test("that are invalid stay in the field, with an error beside it", async () => {
    const { user } = openForm();
    await user.type(await box(), "black & white{Enter}");
    expect((await box()).value).toBe("black & white");
    const error = screen.getByText(MESSAGES.tagInvalid);
    expect((await box()).getAttribute("aria-invalid")).toBe("true");
    const field = await box();
    await waitFor(() => expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(error.id));
    await user.clear(await box());
    expect(screen.queryByText(MESSAGES.tagInvalid)).toBeNull();
    await user.paste(Array.from({ length: 13 }, (_, at) => `tag ${at}`).join(","));
    expect(listChosenTags()).toHaveLength(12);
    expect(screen.getByText(MESSAGES.tooManyTags)).toBeTruthy();
    expect((await box()).value).toBe("tag-12");
  });

  test("of others are suggested with their counts, and chosen with arrow keys or a click", async () => {
    const { user, network } = openForm();
    await user.type(await box(), "f");
    expect(network.to("GET /api/tags")).toHaveLength(0);
    await user.type(await box(), "o");
    const options = await screen.findAllByRole("option", { name: /artwork/ });
    expect(options.map(({ textContent }) => textContent)).toEqual(["forest12 artworks", "fog3 artworks"]);
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect((await box()).getAttribute("aria-activedescendant")).toBe(options[1]?.id);
    await user.keyboard("{Enter}fo");
    expect(listChosenTags()).toEqual(["fog"]);
    await user.click(await screen.findByRole("option", { name: /^forest/ }));
    expect(listChosenTags()).toEqual(["fog", "forest"]);
    await user.type(await box(), "fo{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect((await box()).value).toBe("fo");
  });

  test("are edited with medium and source, and sent with the form", async () => {
    const { user, network, at } = openForm(`/artwork/${toId(1)}/edit`, {
      artworkTags: ["sea", "moon"],
      artworkMedium: "collage",
      artworkSource: "hand",
    });
    await box();
    expect(listChosenTags()).toEqual(["sea", "moon"]);
    expect(screen.getByLabelText<HTMLSelectElement>(/^Medium/).value).toBe("collage");
    await user.click(screen.getByRole("button", { name: "Remove moon" }));
    await user.selectOptions(screen.getByLabelText(/^Medium/), "Pixel art");
    const made = screen.getByLabelText<HTMLSelectElement>(/^How it was made/);
    expect(made.value).toBe("hand");
    await user.selectOptions(made, "AI-assisted");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(at.path).toBe(`/artwork/${toId(1)}`));
    expect(network.to(`PATCH ${ARTWORK}`)[0]?.body).toMatchObject({
      artworkTags: ["sea"],
      artworkMedium: "pixel-art",
      artworkSource: "assisted",
    });
  });

  test("survive a reload with the form's other fields", async () => {
    const { user } = openForm();
    await user.type(await box(), "moon,");
    await user.selectOptions(screen.getByLabelText(/^Medium/), "3D");
    cleanup();
    const again = openForm();
    await again.user.click(await screen.findByRole("button", { name: "Bring it back" }));
    expect(listChosenTags()).toEqual(["moon"]);
    expect(screen.getByLabelText<HTMLSelectElement>(/^Medium/).value).toBe("3d");
  });
});
