import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aDetail, aProfile, ME, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { embedSnippet } from "#web/features/sharing/embed-snippet.ts";

const previews = aDetail().version.previews;

function openArtwork(detail = aDetail(), signedIn = false) {
  const network = createSiteNetwork({ signedIn });
  network.on(`GET /api/artwork/${toId(1)}`, ok(detail));
  return openSite(`/artwork/${toId(1)}`, network);
}

test("an artwork's link and its HTML are copied with one press each", async () => {
  const { user } = openArtwork();
  await user.click(await screen.findByRole("button", { name: "Share Dusk" }));
  const dialog = await screen.findByRole("dialog", { name: "Share Dusk" });
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(within(dialog).getByRole("button", { name: "Copy link" }));
  await screen.findByText("Link copied");
  expect(write).toHaveBeenLastCalledWith(`${window.location.origin}/artwork/${toId(1)}`);
  await user.click(within(dialog).getByRole("button", { name: "Copy HTML" }));
  await screen.findByText("HTML copied");
  expect(write.mock.lastCall?.[0]).toContain('alt="Dusk by theo.okafor"');
  write.mockRestore();
});

test("the system's share sheet is offered if there is one, and cancelling it is no failure", async () => {
  const share = vi.fn(() => Promise.reject(new DOMException("left", "AbortError")));
  Object.assign(navigator, { share });
  try {
    const { user } = openArtwork();
    await user.click(await screen.findByRole("button", { name: "Share Dusk" }));
    await user.click(await screen.findByRole("button", { name: "More options" }));
    expect(share).toHaveBeenCalledWith({ title: "Dusk", url: `${window.location.origin}/artwork/${toId(1)}` });
    expect(screen.queryByText("Sharing failed")).toBeNull();
  } finally {
    Object.assign(navigator, { share: undefined });
  }
});

test("hidden artwork can't be shared, not even by its artist", async () => {
  openArtwork(aDetail({ owner: ME, artwork: { artworkVisibility: "invisible" } }), true);
  await screen.findByText("Only you see it.");
  expect(screen.queryByRole("button", { name: /^Share/ })).toBeNull();
});

test("a profile has a link to share and nothing to embed", async () => {
  const network = createSiteNetwork();
  network.on("GET /api/users/theo.okafor", ok(aProfile()));
  network.on("GET /api/users/theo.okafor/artwork", pageReply([]));
  const { user } = openSite("/user/theo.okafor", network);
  await user.click(await screen.findByRole("button", { name: "Share Theo Okafor" }));
  const dialog = await screen.findByRole("dialog", { name: "Share Theo Okafor" });
  await waitFor(() => expect(dialog.textContent).toContain("/user/theo.okafor"));
  expect(within(dialog).queryByRole("button", { name: "Copy HTML" })).toBeNull();
});

test("user input never becomes markup in the embed code", () => {
  const artist = { name: `x"><script>alert(1)</script>`, fullName: `"><script>alert(2)</script>` };
  const html = embedSnippet(
    {
      title: `"><img src=x onerror='y'>`,
      path: "/artwork/1",
      picture: { artist, previews, artworkAlt: `"><img src=x onerror=z>` },
    },
    "https://ochre.test",
  );
  const figure = new DOMParser().parseFromString(html, "text/html").body;
  expect(figure.querySelectorAll("script, [onerror]")).toHaveLength(0);
  expect([...figure.querySelectorAll("*")].map(({ tagName }) => tagName)).toEqual([
    "FIGURE",
    "A",
    "IMG",
    "FIGCAPTION",
    "A",
    "A",
  ]);
  expect(figure.textContent).toBe(`"><img src=x onerror='y'> by ${artist.fullName} on Ochre`);
});
