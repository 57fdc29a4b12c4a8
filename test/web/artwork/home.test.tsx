import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { formatTotal } from "#test/support/sale-amounts.ts";
import { matureChoice } from "#web/ui/picture/mature-choice.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";
import { aCard, FREE, ok, pageReply, SHOWN_ONLY } from "./given.ts";

const LIST = "GET /api/artwork";

beforeEach(() => sessionStorage.clear());

function openHome(path = "/", answer: Parameters<ReturnType<typeof createSiteNetwork>["on"]>[1]) {
  const network = createSiteNetwork();
  network.on(LIST, answer);
  return openSite(path, network);
}

test("shows the pictures in order, with title, price, artist and number of favorites", async () => {
  openHome("/", pageReply([aCard(3), aCard(2, FREE), aCard(1, SHOWN_ONLY)]));
  const cards = await screen.findAllByRole("article");
  expect(cards.map((card) => card.textContent)).toEqual([
    `Picture 3${formatTotal(4000)}theo.okafor3`,
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

test("labels only AI-generated and AI-assisted pictures on their cards", async () => {
  const sources = ["generated", "assisted", "hand", "photo", "code", null];
  openHome("/", pageReply(sources.map((artworkSource, at) => aCard(9 - at, { ...SHOWN_ONLY, artworkSource }))));
  const cards = await screen.findAllByRole("article");
  expect(cards.map((card) => card.textContent.replace(/Picture.*/, ""))).toEqual([
    "AI-generated",
    "AI-assisted",
    "",
    "",
    "",
    "",
  ]);
});

test("showing one mature picture shows all of them", async () => {
  const { user } = openHome("/", pageReply([aCard(3, { mature: true }), aCard(2), aCard(1, { mature: true })]));
  const sources = async () =>
    (await screen.findAllByRole("img", { name: /^Picture/ })).map((image) => image.getAttribute("src"));
  expect(await sources()).toEqual([null, "/media/640.jpg", null]);
  const [show] = screen.getAllByRole("button", { name: "Show mature content" });
  if (show) await user.click(show);
  expect(await sources()).toEqual(Array.from({ length: 3 }, () => "/media/640.jpg"));
  expect(screen.queryByText("Mature content")).toBeNull();
  matureChoice.veil();
});

test("offers each picture in three formats and widths, and reserves its space before it loads", async () => {
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

test("a reload restores the loaded pages, with one request each", async () => {
  const answer: Parameters<typeof openHome>[1] = ({ query }) =>
    query.cursor ? pageReply([aCard(1)]) : pageReply([aCard(3), aCard(2)], true);
  const first = openHome("/", answer);
  await first.user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
  cleanup();
  const { network } = openHome("/", answer);
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
  expect(network.to(LIST).map(({ query }) => query.cursor)).toEqual([undefined, aCard(2).artworkId]);
});

test("a picture that is on two pages is shown once", async () => {
  const { user } = openHome("/", ({ query }) =>
    query.cursor ? pageReply([aCard(2), aCard(1)]) : pageReply([aCard(3), aCard(2)], true),
  );
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(3));
});

test("a next page that fails keeps the loaded pictures and offers a retry", async () => {
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

test("the sort order is in the URL and in the request", async () => {
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

describe("its opening", () => {
  const CURATED = "GET /api/curated";
  const WEEK = "GET /api/popular-this-week";

  function openWithStrips(path = "/", week = pageReply([aCard(9), aCard(7)]), network = createSiteNetwork()) {
    network.on(LIST, pageReply([aCard(3)]));
    network.on(CURATED, pageReply([aCard(5), aCard(8, { width: 4000, height: 400 })]));
    network.on(WEEK, week);
    return openSite(path, network);
  }
  const headings = () => screen.getAllByRole("heading").map((heading) => heading.textContent);

  test("shows a large curated work, the others, recently popular and all artwork in this order", async () => {
    openWithStrips();
    const week = await screen.findByRole("list", { name: "Trending" });
    expect(
      within(week)
        .getAllByRole("article")
        .map(({ textContent }) => textContent),
      // In narrow cards a price beside the title, or buttons beside the artist, would cut the names short.
    ).toEqual([9, 7].map((number) => `Picture ${number}theo.okafor${formatTotal(4000)}3`));
    expect(headings().slice(0, 5)).toEqual([
      "Art, straight from the artist",
      "Curated",
      "How a license works",
      "Trending",
      "All artwork",
    ]);
    // The grid is below the fold; a wide picture's frame is limited so that several fit.
    const image = within(screen.getByRole("list", { name: "Newest artwork" })).getByRole("img");
    expect(image.getAttribute("loading")).toBe("lazy");
    const wide = within(screen.getByRole("list", { name: "Curated" })).getByRole("img");
    expect(wide.getAttribute("sizes")).toBe("(min-width: 768px) 384px, 307px");
    const lead = within(screen.getByRole("figure")).getByRole("img", { name: /^Picture 5 by / });
    expect([lead.getAttribute("loading"), lead.closest("a")?.getAttribute("href")]).toEqual([
      "eager",
      `/artwork/${aCard(5).artworkId}`,
    ]);
  });

  test("shows no work twice", async () => {
    const network = createSiteNetwork();
    network.on("GET /api/categories", ok({ items: [{ tag: "fog", count: 3, artwork: aCard(4) }] }));
    openWithStrips("/", undefined, network);
    network.on(LIST, pageReply([9, 8, 7, 5, 4, 3].map((number) => aCard(number))));
    const all = await screen.findByRole("list", { name: "Newest artwork" });
    expect(within(all).getAllByRole("article")).toHaveLength(1);
    within(all).getByRole("link", { name: "Picture 3" });
  });

  test("lists every work while the highlights show all there are", async () => {
    const network = createSiteNetwork();
    openWithStrips("/", undefined, network);
    network.on(LIST, pageReply([aCard(9), aCard(7), aCard(5)]));
    const all = await screen.findByRole("list", { name: "Newest artwork" });
    expect(within(all).getAllByRole("article")).toHaveLength(3);
  });

  test("without curated works leads with the most popular one", async () => {
    const network = createSiteNetwork();
    openWithStrips("/", undefined, network);
    network.on(CURATED, pageReply([]));
    await within(await screen.findByRole("figure")).findByRole("img", { name: /^Picture 9 by / });
    expect(headings()).not.toContain("Curated");
    expect(within(screen.getByRole("list", { name: "Trending" })).getAllByRole("article")).toHaveLength(1);
  });

  test("without popular works leads with the newest one that covers no category", async () => {
    const network = createSiteNetwork();
    network.on("GET /api/categories", ok({ items: [{ tag: "fog", count: 3, artwork: aCard(4) }] }));
    openWithStrips("/", pageReply([]), network);
    network.on(CURATED, pageReply([]));
    network.on(LIST, pageReply([aCard(4), aCard(3), aCard(2)]));
    await within(await screen.findByRole("figure")).findByRole("img", { name: /^Picture 3 by / });
    const all = screen.getByRole("list", { name: "Newest artwork" });
    expect(within(all).getAllByRole("article")).toHaveLength(1);
  });

  test("introduces the site, how to start and how a license works to visitors, but not to members", async () => {
    const { unmount } = openWithStrips();
    await screen.findByText("Ochre is where artists license digital art, for your home or business.");
    const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    const list = (await screen.findByRole("list", { name: "Newest artwork" })).closest("main");
    expect(list?.querySelector(link("Browse artwork") ?? "")?.textContent).toContain("All artwork");
    expect(link("Sell your work")).toBe("/start_selling");
    expect(link("What each license allows")).toBe("/license_information");
    unmount();
    openWithStrips("/", undefined, createSiteNetwork({ signedIn: true }));
    await screen.findByRole("button", { name: "Profile menu" });
    expect(headings()).not.toContain("How a license works");
    expect(screen.queryByRole("link", { name: "Sell your work" })).toBeNull();
    expect(screen.queryByText(/^Ochre is where/)).toBeNull();
  });

  test.each(["/?sort=popular", "/?medium=collage"])("isn't shown or requested at %s", async (path) => {
    const { network } = openWithStrips(path);
    await screen.findByRole("article");
    expect(screen.queryByRole("list", { name: "Curated" })).toBeNull();
    expect(network.to(CURATED)).toHaveLength(0);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Art, straight from the artist");
  });

  test("leaves out a strip that is empty or can't be read", async () => {
    openWithStrips("/", failure("internal"));
    await screen.findByRole("list", { name: "Curated" });
    await waitFor(() => expect(screen.queryByRole("status", { name: /Trending/ })).toBeNull());
    expect(headings()).not.toContain("Trending");
  });

  test("arrow keys go from card to card, and its buttons scroll only as far as there is something", async () => {
    const { user } = openWithStrips();
    const week = await screen.findByRole("list", { name: "Trending" });
    within(week).getByRole("link", { name: "Picture 9" }).focus();
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Picture 7"));
    const button = (name: string) => screen.getByRole("button", { name, hidden: true });
    expect(button("Trending: previous").getAttribute("aria-disabled")).toBe("true");
  });
});

test("filtered by commercial licenses, shows their prices and links to them", async () => {
  openHome("/?license=commercial", pageReply([aCard(2), aCard(1, { artworkLicense: "personal" })]));
  const cards = await screen.findAllByRole("article");
  const shown = cards.map((card) => [
    card.textContent,
    within(card)
      .getByRole("link", { name: /Picture/ })
      .getAttribute("href"),
  ]);
  expect(shown).toEqual([
    [`Picture 2${formatTotal(25_000)}theo.okafor3`, `/artwork/${aCard(2).artworkId}?license=commercial`],
    [`Picture 1${formatTotal(4000)}theo.okafor3`, `/artwork/${aCard(1).artworkId}`],
  ]);
});

test("links to mediums and tags with a picture each, if there are any and the list isn't filtered", async () => {
  const network = createSiteNetwork();
  network.on(LIST, pageReply([aCard(1)]));
  const { artworkId, previews, placeholder, width, height } = aCard(9);
  const artwork = { artworkId, previews, placeholder, width, height };
  network.on("GET /api/categories", {
    status: 200,
    body: {
      items: [
        { tag: "photograph", count: 4, artwork },
        { tag: "fog", count: 3, artwork },
      ],
    },
  });
  openSite("/", network);
  const list = within(await screen.findByRole("list", { name: "Explore" }));
  const shown = list.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(shown).toEqual([
    ["Photograph", "/tag/photograph"],
    ["#fog", "/tag/fog"],
  ]);
  expect(screen.getByRole("heading", { name: "All artwork" })).toBeTruthy();
});
