import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { aCard, aDetail, idOf, ok, pageReply } from "#test/web/artwork/given.ts";
import { openSite, siteNetwork } from "#test/web/support/site.tsx";

beforeEach(() => sessionStorage.clear());

/** The page of picture 2 in a home page of three, all by one artist. */
function aSite() {
  const network = siteNetwork();
  const cards = [1, 2, 3].map((number) => aCard(number));
  network.on("GET /api/artwork", pageReply(cards));
  network.on("GET /api/users/theo.okafor/artwork", pageReply(cards.toReversed()));
  for (const number of [1, 2, 3]) {
    const detail = aDetail({
      artwork: { artworkId: idOf(number) as never },
      version: { artworkTitle: `Picture ${number}` },
    });
    network.on(`GET /api/artwork/${idOf(number)}`, ok(detail));
  }
  return network;
}

const openViewer = async (user: ReturnType<typeof openSite>["user"]) => {
  await user.click(await screen.findByRole("button", { name: /over the whole screen/ }));
  return screen.findByRole("dialog", { name: "Picture 2 by theo.okafor" });
};

const imageIn = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>("img[alt^=Picture]");

test("arrow keys go on in the list that the artwork was opened from, and closing leads to the one looked at last", async () => {
  const { user, at } = openSite("/", aSite());
  await user.click(await screen.findByRole("link", { name: "Picture 2" }));
  const dialog = await openViewer(user);
  await screen.findByRole("button", { name: "Previous: Picture 1 by theo.okafor" });
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(dialog.getAttribute("aria-label")).toBe("Picture 3 by theo.okafor"));
  expect(screen.getByText("Picture 3 by theo.okafor, 3 of 3", { selector: "[role=status]" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Next/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(at.path).toBe(`/artwork/${idOf(3)}`));
});

test("without such a list the artist's other pictures follow", async () => {
  const { user, at } = openSite(`/artwork/${idOf(2)}`, aSite());
  await openViewer(user);
  await user.click(await screen.findByRole("button", { name: "Next: Picture 1 by theo.okafor" }));
  await screen.findByRole("dialog", { name: "Picture 1 by theo.okafor" });
  await user.click(await screen.findByRole("button", { name: "Previous: Picture 2 by theo.okafor" }));
  await screen.findByRole("dialog", { name: "Picture 2 by theo.okafor" });
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(at.path).toBe(`/artwork/${idOf(2)}`);
});

test("plus and minus zoom, nought fits, and an enlarged picture takes the arrow keys", async () => {
  const { user } = openSite(`/artwork/${idOf(2)}`, aSite());
  const dialog = await openViewer(user);
  await screen.findByRole("button", { name: /^Next/ });
  const frame = imageIn(dialog)?.closest("div");
  Object.defineProperties(frame, { clientWidth: { value: 640 }, clientHeight: { value: 480 } });
  act(() => void window.dispatchEvent(new Event("resize")));
  const scale = () => imageIn(dialog)?.style.transform;
  await user.keyboard("+");
  await waitFor(() => expect(scale()).toBe("translate(0px, 0px) scale(1.5)"));
  await user.keyboard("{ArrowRight}");
  expect(scale()).toBe("translate(-80px, 0px) scale(1.5)");
  await user.keyboard("1");
  expect(screen.getByRole("button", { name: "Fit to the screen, now 100 %" })).toBeTruthy();
  await user.keyboard("0");
  expect(scale()).toBe("translate(0px, 0px) scale(1)");
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("dialog", { name: "Picture 1 by theo.okafor" });
});

test("a swipe goes on, a double tap enlarges and two fingers pinch", async () => {
  const { user } = openSite(`/artwork/${idOf(2)}`, aSite());
  const dialog = await openViewer(user);
  await screen.findByRole("button", { name: /^Next/ });
  const image = () => imageIn(dialog) as HTMLElement;
  const touch = (type: "Down" | "Move" | "Up", x: number, pointerId = 1) =>
    fireEvent[`pointer${type}`](image(), { clientX: x, clientY: 5, pointerId, pointerType: "touch" });
  touch("Down", 200);
  touch("Move", 100);
  touch("Up", 80);
  await screen.findByRole("dialog", { name: "Picture 1 by theo.okafor" });
  for (const _tap of [1, 2]) {
    touch("Down", 0);
    touch("Up", 0);
  }
  await waitFor(() => expect(image().style.transform).toContain("scale(2.5)"));
  touch("Down", -50);
  touch("Down", 50, 2);
  touch("Move", 80, 2);
  await waitFor(() => expect(image().style.transform).toMatch(/scale\(3\.25/));
});

test("the largest preview is shown, and only the neighbour is fetched ahead", async () => {
  const { user } = openSite("/", aSite());
  await user.click(await screen.findByRole("link", { name: "Picture 1" }));
  await user.click(await screen.findByRole("button", { name: /over the whole screen/ }));
  const dialog = await screen.findByRole("dialog");
  const sources = () => [...dialog.querySelectorAll("img")].map((image) => image.getAttribute("src"));
  await waitFor(() => expect(sources()).toEqual(["/media/1280.jpg", "/media/1280.jpg"]));
});
