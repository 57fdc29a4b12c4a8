import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { aCard, aDetail, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

beforeEach(() => {
  sessionStorage.clear();
  // happy-dom rejects a promise that nobody awaits when an animation is cancelled.
  vi.spyOn(Element.prototype, "animate").mockReturnValue({ cancel() {} } as Animation);
});

/** The page of picture 2 in a home page of three, all by one artist. */
function aSite() {
  const network = createSiteNetwork();
  const cards = [1, 2, 3].map((number) => aCard(number));
  network.on("GET /api/artwork", pageReply(cards));
  network.on("GET /api/users/theo.okafor/artwork", pageReply(cards.toReversed()));
  for (const number of [1, 2, 3]) {
    const detail = aDetail({
      artwork: { artworkId: toId(number) as never },
      version: { artworkTitle: `Picture ${number}` },
    });
    network.on(`GET /api/artwork/${toId(number)}`, ok(detail));
  }
  return network;
}

const openViewer = async (user: ReturnType<typeof openSite>["user"]) => {
  await user.click(await screen.findByRole("button", { name: /full screen/ }));
  return screen.findByRole("dialog", { name: "Picture 2 by theo.okafor" });
};

test("arrow keys continue in the list that the artwork was opened from, and closing opens the last one shown", async () => {
  const { user, at } = openSite("/", aSite());
  await user.click(await screen.findByRole("link", { name: "Picture 2" }));
  const dialog = await openViewer(user);
  await screen.findByRole("button", { name: "Previous: Picture 1 by theo.okafor" });
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(dialog.getAttribute("aria-label")).toBe("Picture 3 by theo.okafor"));
  expect(screen.getByText("Picture 3 by theo.okafor, 3 of 3", { selector: "[role=status]" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Next/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(at.path).toBe(`/artwork/${toId(3)}`));
});

test("without such a list the artist's other pictures follow", async () => {
  const { user, at } = openSite(`/artwork/${toId(2)}`, aSite());
  await openViewer(user);
  await user.click(await screen.findByRole("button", { name: "Next: Picture 1 by theo.okafor" }));
  await screen.findByRole("dialog", { name: "Picture 1 by theo.okafor" });
  await user.click(await screen.findByRole("button", { name: "Previous: Picture 2 by theo.okafor" }));
  await screen.findByRole("dialog", { name: "Picture 2 by theo.okafor" });
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(at.path).toBe(`/artwork/${toId(2)}`);
});

test("the largest preview is shown, and only its neighbours are preloaded", async () => {
  const { user } = openSite("/", aSite());
  await user.click(await screen.findByRole("link", { name: "Picture 1" }));
  await user.click(await screen.findByRole("button", { name: /full screen/ }));
  const dialog = await screen.findByRole("dialog");
  const sources = () => [...dialog.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  await waitFor(() => expect(sources()).toEqual(["/media/1280.jpg", "/media/1280.jpg"]));
});
