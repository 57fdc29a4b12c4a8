import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import { remembered } from "#web/remembered.ts";
import { matureChoice } from "#web/ui/picture/mature-choice.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aDetail, FREE, ME, ok, SHOWN_ONLY, toBothSides, toId } from "./given.ts";

const READ = `GET /api/artwork/${toId(1)}`;

function openArtwork(detail: ArtworkDetail, signedIn = false) {
  const network = createSiteNetwork({ signedIn });
  network.on(READ, ok(detail));
  return openSite(`/artwork/${toId(1)}`, network);
}

test("the owner sees the buyer's price and their own earnings", async () => {
  openArtwork(aDetail({ owner: ME }), true);
  await screen.findByText(toBothSides(4000));
  await screen.findByText(toBothSides(25_000));
});

test("nobody else sees what the artist earns", async () => {
  openArtwork(aDetail());
  await screen.findByRole("region", { name: "Licenses" });
  expect(screen.queryByText(/you earn/)).toBeNull();
});

test("a free licence is just free", async () => {
  openArtwork(aDetail({ version: FREE }));
  await screen.findAllByText("Personal license");
  expect(screen.getAllByText("Free")).not.toEqual([]);
  expect(screen.queryByText("Service fee")).toBeNull();
});

test("artwork without a license says so and isn't called free", async () => {
  openArtwork(aDetail({ version: SHOWN_ONLY }));
  await screen.findByText(/No license is offered/);
  expect(screen.queryByText("Free")).toBeNull();
});

test("shows how it was made if its artist has chosen that", async () => {
  openArtwork(aDetail({ version: { artworkSource: "generated" } }));
  expect((await screen.findByText("AI-generated")).previousElementSibling?.textContent).toBe("Made");
});

test("the artist's name leads to the artist", async () => {
  openArtwork(aDetail());
  const artist = await screen.findByRole("link", { name: "theo.okafor" });
  expect(artist.getAttribute("href")).toBe("/user/theo.okafor");
});

test("an artist with a full name is called by it, with the username beside it", async () => {
  openArtwork(aDetail({ owner: { fullName: "Theo Okafor" } }));
  const artist = await screen.findByRole("link", { name: "Theo Okafor" });
  expect(artist.getAttribute("href")).toBe("/user/theo.okafor");
  expect(artist.parentElement?.textContent).toBe("Theo Okafor @theo.okafor");
  expect(screen.getByRole("img", { name: "Dusk by Theo Okafor" })).toBeTruthy();
});

test("its picture's alternative text is what the artist says it shows", async () => {
  openArtwork(aDetail({ version: { artworkAlt: "Six blue ridges behind one another" } }));
  expect(await screen.findByRole("img", { name: "Six blue ridges behind one another" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "View Dusk by theo.okafor full screen" })).toBeTruthy();
});

test("artwork of a deleted account shows no artist's name", async () => {
  openArtwork(aDetail({ owner: { name: null } }));
  expect(await screen.findByText("[deleted]")).toBeTruthy();
});

test("the owner sees its visibility and can edit it", async () => {
  openArtwork(aDetail({ owner: ME, artwork: { artworkVisibility: "invisible" } }), true);
  await screen.findByText("Only you see it.");
  expect(screen.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe(`/artwork/${toId(1)}/edit`);
});

test("other users get no link to edit it", async () => {
  openArtwork(aDetail());
  await screen.findByRole("heading", { name: "Dusk" });
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
});

test("a click shows the picture full screen, and the cross goes back", async () => {
  const { user } = openArtwork(aDetail());
  await user.click(await screen.findByRole("button", { name: /full screen/ }));
  const viewer = await screen.findByRole("dialog", { name: "Dusk by theo.okafor" });
  expect(viewer.querySelector("img")?.getAttribute("src")).toBe("/media/1280.jpg");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(viewer.hasAttribute("open")).toBe(false));
});

describe("a mature picture", () => {
  afterEach(matureChoice.veil);

  const MATURE = { version: { mature: true } };
  const picture = () => screen.findByRole<HTMLImageElement>("img", { name: "Dusk by theo.okafor" });

  test("is loaded only on request, and can be hidden again", async () => {
    const { user } = openArtwork(aDetail(MATURE));
    expect((await picture()).getAttribute("src")).toBeNull();
    expect(screen.queryByRole("button", { name: /full screen/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show mature content" }));
    expect((await picture()).getAttribute("src")).toBe("/media/640.jpg");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/full screen/));
    expect(remembered.has("mature")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Hide mature content" }));
    expect((await picture()).getAttribute("src")).toBeNull();
  });

  test("stays visible in a browser that chose to always show it, and has no embed code", async () => {
    const first = openArtwork(aDetail(MATURE));
    await first.user.click(await screen.findByRole("button", { name: "Always show mature content in this browser" }));
    first.unmount();
    sessionStorage.clear();
    expect(remembered.has("mature")).toBe(true);
    const { user } = openArtwork(aDetail(MATURE));
    expect((await picture()).getAttribute("src")).toBe("/media/640.jpg");
    await user.click(screen.getByRole("button", { name: "Share Dusk" }));
    const dialog = await screen.findByRole("dialog", { name: "Share Dusk" });
    expect(dialog.textContent).not.toContain("<figure>");
  });

  test("is shown to its artist at once", async () => {
    openArtwork(aDetail({ ...MATURE, owner: ME }), true);
    const own = await screen.findByRole<HTMLImageElement>("img", { name: `Dusk by ${ME.name}` });
    await waitFor(() => expect(own.getAttribute("src")).not.toBeNull());
    expect(screen.queryByText("Mature content")).toBeNull();
  });
});

test.each([
  ["unknown", toId(2)],
  ["nonsense", "nonsense"],
])("an %s artwork is the 404 page", async (_name, id) => {
  const network = createSiteNetwork();
  network.on(`GET /api/artwork/${id}`, failure("artwork_not_found"));
  const { at } = openSite(`/artwork/${id}`, network);
  await waitFor(() => expect(at.path).toBe("/404"));
});
