import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aCard, aDetail, aProfile, ok, pageReply, toId } from "#test/web/artwork/given.ts";
import { aLicense, aPurchase, aSale } from "#test/web/orders/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const ORDER = `/api/orders/${toId(6001)}`;
const PREVIEWS = `GET ${ORDER}/previews`;

const buildSignedPreviews = (round: number) =>
  aCard(1).previews.map(({ width, height }) => ({
    width,
    height,
    avif: `https://files.test/${round}/${width}.avif`,
    webp: `https://files.test/${round}/${width}.webp`,
    jpeg: `https://files.test/${round}/${width}.jpeg`,
  }));

const folder = aCard(1).previews[0]?.jpeg.replace(/\/[^/]+$/, "") ?? "";
const answer = (round = 1) => ok({ folder, previews: buildSignedPreviews(round), pending: false });

const listSources = (image: HTMLElement) =>
  [image, ...(image.closest("picture")?.querySelectorAll("source") ?? [])].map(
    (source) => source.getAttribute("srcset") ?? source.getAttribute("src") ?? "",
  );
const isClean = (image: HTMLElement) => listSources(image).every((srcset) => srcset.startsWith("https://files.test/"));
const isPublic = (image: HTMLElement) => listSources(image).every((srcset) => srcset.startsWith("/"));

function openOrder(order = aPurchase()) {
  const network = createSiteNetwork({ signedIn: true });
  network.on(`GET ${ORDER}`, ok(order));
  network.on(PREVIEWS, answer());
  return { ...openSite(`/orders/${toId(6001)}`, network), network };
}

const picture = () => screen.findByRole("img", { name: /^Dusk by/ });

test("a buyer's order shows the picture without its watermark, and no watermark before that", async () => {
  const { network } = openOrder();
  let wasPublic = false;
  await waitFor(async () => {
    const image = await picture();
    wasPublic ||= isPublic(image) && listSources(image).some(Boolean);
    expect(isClean(image)).toBe(true);
  });
  expect([wasPublic, network.to(PREVIEWS).length]).toEqual([false, 1]);
});

const OWN = `GET /api/artwork/${toId(1)}/previews`;

test("its seller is shown their own picture, unless they have replaced it since", async () => {
  const { network, unmount } = openOrder(aSale());
  network.on(OWN, answer());
  await waitFor(async () => expect(isClean(await picture())).toBe(true));
  expect(network.to(PREVIEWS)).toHaveLength(0);
  unmount();
  const replaced = openOrder(aSale());
  replaced.network.on(OWN, ok({ folder: "/media/another", previews: buildSignedPreviews(1) }));
  await waitFor(async () =>
    expect(isPublic(await picture()) && listSources(await picture()).every(Boolean)).toBe(true),
  );
});

test("the artist's own banner has no watermark, and everyone else's has", async () => {
  const banner = () => screen.findByRole("img", { name: "Picture 1" });
  const open = (profile: object) => {
    const network = createSiteNetwork({ signedIn: true });
    network.on("GET /api/users/theo.okafor", ok(aProfile({ banner: aCard(1), artwork: 0, ...profile })));
    network.on("GET /api/users/theo.okafor/artwork", pageReply([]));
    network.on(OWN, answer());
    return { ...openSite("/user/theo.okafor", network), network };
  };
  const { unmount } = open({ id: aUser().id });
  await waitFor(async () => expect(isClean(await banner())).toBe(true));
  unmount();
  const { network } = open({});
  expect(isPublic(await banner())).toBe(true);
  expect(network.to(OWN)).toHaveLength(0);
});

test("a refunded order shows the public previews and requests no links", async () => {
  const { network } = openOrder(aPurchase({ status: "refunded" }));
  expect(isPublic(await picture())).toBe(true);
  expect(network.to(PREVIEWS)).toHaveLength(0);
});

test("without links the picture is shown with its watermark", async () => {
  const { network } = openOrder();
  network.on(PREVIEWS, failure("license_revoked"));
  await waitFor(async () => expect(isPublic(await picture())).toBe(true));
});

test("while plain previews are being made the watermark is shown, and they are requested again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { network } = openOrder();
  network.on(PREVIEWS, ok({ folder, previews: aCard(1).previews, pending: true }));
  await waitFor(async () => expect(isPublic(await picture()) && listSources(await picture()).some(Boolean)).toBe(true));
  network.on(PREVIEWS, answer());
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(async () => expect(isClean(await picture())).toBe(true));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(network.to(PREVIEWS)).toHaveLength(2);
  vi.useRealTimers();
});

test("previews that are never made are requested only a few times", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { network } = openOrder();
  network.on(PREVIEWS, ok({ folder, previews: aCard(1).previews, pending: true }));
  await waitFor(async () => expect(isPublic(await picture()) && listSources(await picture()).some(Boolean)).toBe(true));
  for (let minute = 0; minute < 10; minute++) await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(network.to(PREVIEWS)).toHaveLength(6);
  vi.useRealTimers();
});

test("an expired link is renewed, and one that fails at once isn't retried for ever", async () => {
  const { network } = openOrder();
  await waitFor(async () => expect(isClean(await picture())).toBe(true));
  network.on(PREVIEWS, answer(2));
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 120_000);
  fireEvent.error(await picture());
  await waitFor(async () => expect(listSources(await picture())[0]).toContain("https://files.test/2/"));
  fireEvent.error(await picture());
  later.mockRestore();
  await waitFor(async () => expect(isPublic(await picture())).toBe(true));
  expect(network.to(PREVIEWS)).toHaveLength(2);
});

/** Reports observed elements as near the viewport once `comeNear` is called. */
function fakeViewport() {
  const waiting = new Set<() => void>();
  class Observer {
    readonly #notify: () => void;
    constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
      this.#notify = () => onChange([{ isIntersecting: true }]);
    }
    observe() {
      waiting.add(this.#notify);
    }
    disconnect() {
      waiting.delete(this.#notify);
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  return {
    comeNear: () =>
      act(() => {
        for (const notify of waiting) notify();
      }),
  };
}

test("the gallery shows licensed artwork without a watermark, once it is near the viewport", async () => {
  const viewport = fakeViewport();
  const network = createSiteNetwork({ signedIn: true });
  const owned = { ...aCard(1), licenses: [aLicense()] } as unknown as { artworkId: string };
  network.on(`GET /api/users/${aUser().id}/ownership`, pageReply([owned]));
  network.on(PREVIEWS, answer());
  openSite("/gallery", network);
  const image = () => screen.getByRole("list", { name: "Artwork I own a license to" }).querySelector("img");
  await waitFor(() => expect(image() && listSources(image() as HTMLElement).join("")).toBe(""));
  expect(network.to(PREVIEWS)).toHaveLength(0);
  viewport.comeNear();
  await waitFor(() => expect(isClean(image() as HTMLElement)).toBe(true));
});

test("the list of orders shows bought artwork without a watermark, once it is near the viewport", async () => {
  const viewport = fakeViewport();
  const network = createSiteNetwork({ signedIn: true });
  const refunded = aPurchase({ orderId: toId(6002), status: "refunded" });
  network.on(`GET /api/users/${aUser().id}/orders`, pageReply([aPurchase(), refunded] as never));
  network.on(PREVIEWS, answer());
  openSite("/orders", network);
  const getImage = (row: HTMLElement | undefined) => row?.querySelector("img") as HTMLElement;
  const [, bought, back] = await screen.findAllByRole("row");
  expect(listSources(getImage(bought)).join("")).toBe("");
  expect([isPublic(getImage(back)), network.to(PREVIEWS).length]).toEqual([true, 0]);
  viewport.comeNear();
  await waitFor(() => expect(isClean(getImage(bought))).toBe(true));
  expect([isPublic(getImage(back)), network.to(PREVIEWS).length]).toEqual([true, 1]);
});

function openArtwork(held: readonly object[], over: object = answer()) {
  const network = createSiteNetwork({ signedIn: true });
  const detail = aDetail();
  network.on(`GET /api/artwork/${toId(1)}`, ok(detail));
  network.on(`GET /api/artwork/${toId(1)}/licenses`, ok({ items: held }));
  network.on(PREVIEWS, over as never);
  return { ...openSite(`/artwork/${toId(1)}`, network), network };
}

const hero = () => screen.findAllByRole("img", { name: /^Dusk by/ }).then(([image]) => image as HTMLElement);

test("the artwork's page shows the picture without a watermark only to licence holders", async () => {
  const { unmount } = openArtwork([aLicense()]);
  await waitFor(async () => expect(isClean(await hero())).toBe(true));
  unmount();
  const { network } = openArtwork([aLicense({ status: "revoked" })]);
  expect(isPublic(await hero())).toBe(true);
  await waitFor(() => expect(network.to(`GET /api/artwork/${toId(1)}/licenses`)).toHaveLength(1));
  expect(network.to(PREVIEWS)).toHaveLength(0);
});

test("a licence to an earlier picture doesn't remove the current one's watermark", async () => {
  const { network } = openArtwork(
    [aLicense()],
    ok({ folder: "/media/another", previews: buildSignedPreviews(1), pending: false }),
  );
  await waitFor(() => expect(network.to(PREVIEWS)).toHaveLength(1));
  expect(isPublic(await hero())).toBe(true);
});
