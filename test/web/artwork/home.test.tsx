import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { failure } from "../support/fixtures.ts";
import { openSite, siteNetwork } from "../support/site.tsx";
import { aCard, FREE, pageReply, SHOWN_ONLY } from "./given.ts";

const LIST = "GET /api/artwork";

function openHome(path = "/", answer: Parameters<ReturnType<typeof siteNetwork>["on"]>[1]) {
  const network = siteNetwork();
  network.on(LIST, answer);
  return openSite(path, network);
}

test("shows every picture whole in its order, with title, artist, price and how many favor it", async () => {
  openHome("/", pageReply([aCard(3), aCard(2, FREE), aCard(1, SHOWN_ONLY)]));
  const cards = await screen.findAllByRole("article");
  expect(cards.map((card) => card.textContent)).toEqual([
    "Picture 3$44.35theo.okafor3",
    "Picture 2Freetheo.okafor3",
    "Picture 1theo.okafor3",
  ]);
  const [first] = cards;
  expect(
    within(first as HTMLElement)
      .getByRole("img")
      .getAttribute("alt"),
  ).toBe("Picture 3 by theo.okafor");
  expect(
    within(first as HTMLElement)
      .getByRole("link", { name: "Picture 3" })
      .getAttribute("href"),
  ).toMatch(/^\/artwork\//);
});

test("offers each picture in three formats and widths, and keeps its place before it is there", async () => {
  openHome("/", pageReply([aCard(1)]));
  const image = await screen.findByRole("img", { name: /Picture 1/ });
  const sources = [...(image.parentElement?.querySelectorAll("source") ?? [])];
  expect(sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp"]);
  expect(sources[0]?.srcset).toBe("/media/320.avif 320w, /media/640.avif 640w, /media/1280.avif 1280w");
  expect(image.closest("div")?.style.aspectRatio).toBe("1.5 / 1");
  expect(image.getAttribute("width")).toBe("640");
});

test("fetches the first row at once and everything below when it comes near", async () => {
  openHome("/", pageReply(Array.from({ length: 12 }, (_, index) => aCard(100 - index))));
  const images = await screen.findAllByRole("img");
  expect(images[0]?.getAttribute("loading")).toBe("eager");
  expect(images[0]?.getAttribute("fetchpriority")).toBe("high");
  expect(images.at(-1)?.getAttribute("loading")).toBe("lazy");
});

test("the button brings the next page behind the first", async () => {
  const { user, network } = openHome("/", ({ query }) =>
    query.cursor ? pageReply([aCard(1)]) : pageReply([aCard(3), aCard(2)], true),
  );
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
  expect(network.to(LIST).map(({ query }) => query.cursor)).toEqual([undefined, aCard(2).artworkId]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a picture that comes twice, because the order moved meanwhile, is shown once", async () => {
  const { user } = openHome("/", ({ query }) =>
    query.cursor ? pageReply([aCard(2), aCard(1)]) : pageReply([aCard(3), aCard(2)], true),
  );
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
});

test("a next page that fails keeps what is there and offers another try", async () => {
  let tries = 0;
  const { user } = openHome("/", ({ query }) => {
    if (!query.cursor) return pageReply([aCard(3), aCard(2)], true);
    tries += 1;
    return tries === 1 ? failure("internal") : pageReply([aCard(1)]);
  });
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
});

test("the order is part of the address and of the question to the API", async () => {
  const { user, network } = openHome("/", pageReply([aCard(1)]));
  await user.click(await screen.findByRole("link", { name: "Popular" }));
  await waitFor(() => expect(network.to(LIST).at(-1)?.query.sort).toBe("popular"));
  expect(screen.getByRole("link", { name: "Popular" }).getAttribute("aria-current")).toBe("true");
  expect(screen.getByRole("link", { name: "Newest" }).getAttribute("href")).toBe("/");
});

test("without any artwork it invites to upload the first", async () => {
  openHome("/", pageReply([]));
  const invitation = await screen.findByRole("link", { name: "Upload artwork" });
  expect(invitation.getAttribute("href")).toBe("/artwork/add");
});

test("a first page that fails is the 500 page, and its button tries again", async () => {
  let isDown = true;
  const { user } = openHome("/", () => (isDown ? failure("internal") : pageReply([aCard(1)])));
  await screen.findByRole("heading", { name: "500" });
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("article");
});
