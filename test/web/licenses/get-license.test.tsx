import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkDetail } from "#shared/model/artwork.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import type { License } from "#shared/model/order.ts";
import { formatSale, formatTotal } from "#test/support/sale-amounts.ts";
import { aDetail, FREE, ME, ok, toId } from "../artwork/given.ts";
import { aCheckout, anOpenIntent, fakeBank } from "../checkout/given.ts";
import { aLicense, aPurchase } from "../orders/given.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createHeldReply } from "../support/network.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const ONE = `/api/artwork/${toId(1)}`;

interface Setting {
  readonly detail?: ArtworkDetail;
  readonly held?: readonly License[];
  readonly signedIn?: boolean;
  readonly payments?: boolean;
  readonly address?: string;
}

function openArtwork({ detail = aDetail(), held = [], signedIn = true, payments = true, address = "" }: Setting = {}) {
  const network = createSiteNetwork({ signedIn, features: { payments } });
  network.on(`GET ${ONE}`, ok(detail));
  network.on(`GET ${ONE}/licenses`, ok({ items: held }));
  return openSite(`/artwork/${toId(1)}${address}`, network);
}

const buildFreeDetail = (over: object = {}) => aDetail({ version: { ...FREE, ...over } });

async function openDialog(setting: Setting = {}) {
  const site = openArtwork({ detail: buildFreeDetail(), ...setting });
  const isOwn = setting.held?.some(({ licenseUsage }) => licenseUsage === "personal");
  const name = isOwn ? "Get one for a business" : "Get for free";
  await site.user.click(await screen.findByRole("button", { name }));
  return { ...site, dialog: within(await screen.findByRole("dialog", { name: "Personal license" })) };
}

const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;

describe("a priced licence", () => {
  test("is one of several options, with its limits and terms, one itemized price and one link to its checkout", async () => {
    const { user } = openArtwork();
    const buy = await screen.findByRole("link", { name: "Buy personal license" });
    expect(buy.getAttribute("href")).toBe(`/checkout/${toId(1)}?type=personal`);
    const section = within(screen.getByRole("region", { name: "Licenses" }));
    expect(section.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "License price",
      "Service fee",
      "Total",
    ]);
    await user.click(section.getByRole("radio", { name: `Commercial license ${formatTotal(25_000)}` }));
    expect(section.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "$250.00",
      formatSale(25_000).buyerFee,
      formatTotal(25_000),
    ]);
    const links = section.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/license_information#commercial",
      `/checkout/${toId(1)}?type=commercial`,
    ]);
    section.getByText(/Not for selling the picture itself/);
  });

  test("is the commercial one at a URL with license=commercial, until another one is chosen", async () => {
    const { user } = openArtwork({ address: "?license=commercial" });
    await screen.findByRole("link", { name: "Buy commercial license" });
    await user.click(screen.getByRole("radio", { name: `Personal license ${formatTotal(4000)}` }));
    screen.getByRole("link", { name: "Buy personal license" });
  });

  test("takes the code of its link to the checkout, even after another page, and shows it on no other work", async () => {
    sessionStorage.clear();
    async function promisedOn(nth: number, address = "") {
      const network = createSiteNetwork({ signedIn: true, features: { payments: true, discounts: true } });
      network.on(`GET /api/artwork/${toId(nth)}`, ok(aDetail({ artwork: { artworkId: ArtworkId.parse(toId(nth)) } })));
      network.on(`GET /api/artwork/${toId(nth)}/licenses`, ok({ items: [] }));
      const { unmount } = openSite(`/artwork/${toId(nth)}${address}`, network);
      const buy = (await screen.findByRole("link", { name: "Buy personal license" })).getAttribute("href");
      const isShown = screen.queryByText("KITES-20") !== null;
      unmount();
      return [new URLSearchParams(buy?.split("?")[1]).get("code"), isShown];
    }
    expect(await promisedOn(1, "?code=KITES-20")).toEqual(["KITES-20", true]);
    expect(await promisedOn(2)).toEqual([null, false]);
    expect(await promisedOn(1)).toEqual(["KITES-20", true]);
    sessionStorage.clear();
  });

  test("shows the price before and with the code of a link, or why the code takes nothing off", async () => {
    const answer = {
      discountCode: "KITES-20",
      discountPercent: 20,
      isSellers: true,
      artworkIds: null,
      state: "active",
    };
    async function readOffer(over: object) {
      sessionStorage.clear();
      const network = createSiteNetwork({ signedIn: true, features: { payments: true, discounts: true } });
      network.on(`GET /api/artwork/${toId(1)}`, ok(aDetail()));
      network.on(`GET /api/artwork/${toId(1)}/licenses`, ok({ items: [] }));
      network.on("GET /api/discounts", ok({ ...answer, ...over }));
      const { unmount } = openSite(`/artwork/${toId(1)}?code=KITES-20`, network);
      const notice = await screen.findByText(/^(20% off with the code|The discount code (?!.*applied))/);
      const offered = within(screen.getByRole("region", { name: "Licenses" }));
      const names = offered.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
      const buy = screen.getByRole("link", { name: "Buy personal license" }).getAttribute("href");
      const shown = [notice.textContent, names[0], buy?.includes("code=")];
      unmount();
      return shown;
    }
    const full = `Personal license ${formatTotal(4000)}`;
    const reduced = `Personal license was ${formatTotal(4000)} now ${formatTotal(3200)}`;
    expect(await readOffer({})).toEqual(["20% off with the code KITES-20 ", reduced, true]);
    for (const [over, reason] of [
      [{ state: "ended" }, "has ended"],
      [{ state: "used" }, "is one you have already used"],
      [{ artworkIds: [toId(2)] }, "is for other works by this artist"],
    ] as const) {
      expect(await readOffer(over)).toEqual([`The discount code KITES-20 ${reason}.`, full, false]);
    }
    sessionStorage.clear();
  });

  test("is the only one offered, even if the URL names another", async () => {
    openArtwork({ address: "?license=commercial", detail: aDetail({ version: { artworkLicense: "personal" } }) });
    await screen.findByRole("link", { name: "Buy personal license" });
  });

  test("asks a visitor to log in, and continues to the checkout", async () => {
    const { user, at, network } = openArtwork({ signedIn: false });
    network.on("POST /auth/login", buildSession("first"));
    await user.click(await screen.findByRole("link", { name: "Buy personal license" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Log in to buy a license" }));
    await user.type(await dialog.findByLabelText("Username or email"), "ada.love");
    await user.type(dialog.getByLabelText("Password"), "0123456789");
    await user.click(dialog.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(at.history).toEqual([`/artwork/${toId(1)}`, `/checkout/${toId(1)}`]));
  });

  test("that is held is shown as held, and the other one is offered", async () => {
    openArtwork({ held: [aLicense()] });
    await screen.findByRole("region", { name: "You hold a license" });
    const section = within(await screen.findByRole("region", { name: "License" }));
    expect(section.queryByText("Personal license")).toBeNull();
    section.getByRole("link", { name: "Buy commercial license" });
  });

  test("is offered for a business to a holder of all of them", async () => {
    const { user } = openArtwork({ held: [aLicense({ licenseType: "commercial" })] });
    const buy = await screen.findByRole("link", { name: "Buy one for a business, commercial license" });
    expect(buy.getAttribute("href")).toBe(`/checkout/${toId(1)}?type=commercial&usage=business`);
    await user.click(screen.getByRole("radio", { name: /^Personal license/ }));
    expect(buy.getAttribute("href")).toBe(`/checkout/${toId(1)}?type=personal&usage=business`);
  });

  test("can't be bought if payments are off, with one message", async () => {
    openArtwork({ payments: false });
    expect(await screen.findAllByText("Purchasing artwork is temporarily disabled")).toHaveLength(1);
    expect(screen.queryByRole("link", { name: /^Buy .* license$/ })).toBeNull();
  });

  test("isn't offered to the artist", async () => {
    openArtwork({ detail: aDetail({ owner: ME }) });
    await screen.findByRole("link", { name: "Edit" });
    expect(screen.queryByRole("link", { name: /^Buy .* license$/ })).toBeNull();
  });
});

describe("a payment that isn't finished", () => {
  function openUnfinished() {
    const site = openArtwork();
    site.network.on(`GET /api/checkout/${toId(1)}`, ok(aCheckout({ intent: anOpenIntent() })));
    return site;
  }

  test("stands on the artwork's page and leads on to the checkout", async () => {
    openUnfinished();
    await screen.findByText(`You started paying ${formatTotal(4000)} for this artwork.`);
    expect(screen.getByRole("link", { name: "Continue payment" }).getAttribute("href")).toBe(`/checkout/${toId(1)}`);
  });

  test("is still looked for when the visitor continues to buy, and the checkout doesn't wait for that", async () => {
    fakeBank();
    const site = openArtwork();
    const slow = createHeldReply(ok(aCheckout()));
    site.network.on(`GET /api/checkout/${toId(1)}`, slow.answer);
    const buy = await screen.findByRole("link", { name: "Buy personal license" });
    await waitFor(() => expect(site.network.to(`GET /api/checkout/${toId(1)}`)).toHaveLength(1));
    site.network.on(`GET /api/checkout/${toId(1)}`, ok(aCheckout()));
    await site.user.click(buy);
    await screen.findByRole("form", { name: "Checkout" });
  });

  test("can be cancelled there", async () => {
    const { user, network } = openUnfinished();
    const cancel = `DELETE /api/users/${aUser().id}/intents/${anOpenIntent().orderIntent}`;
    network.on(cancel, () => {
      network.on(`GET /api/checkout/${toId(1)}`, ok(aCheckout()));
      return { status: 204 };
    });
    await user.click(await screen.findByRole("button", { name: "Cancel this payment" }));
    await waitFor(() => expect(screen.queryByText(/^You started paying/)).toBeNull());
    expect(network.to(cancel)).toHaveLength(1);
  });
});

describe("a free licence", () => {
  test("asks a visitor to log in", async () => {
    const { user } = openArtwork({ detail: buildFreeDetail(), signedIn: false });
    await user.click(await screen.findByRole("button", { name: "Get for free" }));
    await screen.findByRole("dialog", { name: "Log in to get a license" });
  });

  test("is issued in the user's name, even if payments are off, with links to file, certificate and order", async () => {
    const { user, network, dialog } = await openDialog({ payments: false });
    network.on("POST /api/orders", ok(aPurchase({ price: 0 }), 201));
    const submit = dialog.getByRole("button", { name: "Get license" });
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: /^Mine/ }).checked).toBe(true);
    expect(isDisabled(submit)).toBe(false);
    await user.click(submit);
    await screen.findByRole("dialog", { name: "The license is yours" });
    expect(screen.getByRole("button", { name: "Download Dusk" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Certificate" }).getAttribute("href")).toBe(
      `/orders/${toId(6001)}/certificate`,
    );
    expect(screen.getByRole("link", { name: "Order" }).getAttribute("href")).toBe(`/orders/${toId(6001)}`);
    expect(network.to("POST /api/orders").map(({ body }) => body)).toEqual([
      {
        artworkId: toId(1),
        versionId: toId(5001),
        licenseUsage: "personal",
        licenseType: "personal",
        licenseCompany: "unavailable",
        licenseAssignee: "Ada Love",
      },
    ]);
  });

  test("a second try with the same terms carries the same key, other terms carry another", async () => {
    const { user, network, dialog } = await openDialog();
    network.on("POST /api/orders", failure("internal"));
    await user.click(dialog.getByRole("radio", { name: /^Mine/ }));
    const press = async (times: number) => {
      await user.click(dialog.getByRole("button", { name: "Get license" }));
      await waitFor(() => expect(network.to("POST /api/orders")).toHaveLength(times));
    };
    await press(1);
    await press(2);
    await user.click(dialog.getByRole("button", { name: "Change name" }));
    await user.type(dialog.getByLabelText(/^Full name/), " the Third");
    await press(3);
    const [first, again, other] = network.to("POST /api/orders").map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("a business names its company, a person can't", async () => {
    const { user, network, dialog } = await openDialog();
    network.on("POST /api/orders", ok(aPurchase({ price: 0 }), 201));
    await user.click(dialog.getByRole("radio", { name: /^A company/ }));
    await user.click(dialog.getByRole("button", { name: "Get license" }));
    await dialog.findByText("Required value");
    await user.type(dialog.getByLabelText("Company"), "Acme");
    await user.click(dialog.getByRole("radio", { name: /^Mine/ }));
    expect(dialog.queryByLabelText("Company")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Get license" }));
    await screen.findByRole("dialog", { name: "The license is yours" });
    expect(network.to("POST /api/orders")[0]?.body).toMatchObject({ licenseCompany: "unavailable" });
  });

  test("an error of the API is shown in the dialog", async () => {
    const { user, network, dialog } = await openDialog();
    network.on("POST /api/orders", failure("license_already_exists"));
    await user.click(dialog.getByRole("radio", { name: /^Mine/ }));
    await user.click(dialog.getByRole("button", { name: "Get license" }));
    expect(await dialog.findByText(MESSAGES.licenseAlreadyExists)).toBeTruthy();
  });

  test("when the artwork has changed since, the page reads it again", async () => {
    const { user, network, dialog } = await openDialog();
    network.on("POST /api/orders", failure("artwork_moved"));
    const before = network.to(`GET ${ONE}`).length;
    await user.click(dialog.getByRole("radio", { name: /^Mine/ }));
    await user.click(dialog.getByRole("button", { name: "Get license" }));
    await waitFor(() => expect(network.to(`GET ${ONE}`).length).toBeGreaterThan(before));
  });
});

describe("licences that the user already holds", () => {
  test("are shown with a link to their order and a download button", async () => {
    const { user, network } = openArtwork({ held: [aLicense()] });
    const section = within(await screen.findByRole("region", { name: "You hold a license" }));
    expect(section.getByRole("link", { name: "Personal license" }).getAttribute("href")).toBe(`/orders/${toId(6001)}`);
    network.on(`GET /api/orders/${toId(6001)}/download`, failure("license_revoked"));
    await user.click(section.getByRole("button", { name: "Download Dusk" }));
    await within(screen.getByTestId("toaster")).findByText(MESSAGES.licenseRevoked);
  });

  test("come before another one: a phone's bar has the file and the order instead of buying", async () => {
    openArtwork({ held: [aLicense()] });
    await screen.findByRole("region", { name: "You hold a license" });
    const [bar, ...others] = document.querySelectorAll<HTMLElement>("[data-buy-bar]");
    expect(others).toEqual([]);
    expect([...(bar?.querySelectorAll("a, button") ?? [])].map(({ textContent }) => textContent)).toEqual([
      "View order",
      "Download",
    ]);
    expect(screen.getByRole("link", { name: "View order", hidden: true }).getAttribute("href")).toBe(
      `/orders/${toId(6001)}`,
    );
  });

  test("a revoked one is ignored", async () => {
    openArtwork({ held: [aLicense({ status: "revoked" })] });
    await screen.findByRole("link", { name: "Buy personal license" });
    expect(screen.queryByRole("region", { name: /^You hold/ })).toBeNull();
  });

  test("an identical one is refused as soon as the chosen options match it", async () => {
    const { user, network, dialog } = await openDialog({ held: [aLicense()] });
    await user.click(dialog.getByRole("radio", { name: /^Mine/ }));
    await dialog.findByText("There is already an identical license assigned to you");
    await user.click(dialog.getByRole("button", { name: "Get license" }));
    expect(network.to("POST /api/orders")).toEqual([]);
    await user.click(dialog.getByRole("radio", { name: /^A company/ }));
    await waitFor(() => expect(dialog.queryByText(MESSAGES.licenseAlreadyExists)).toBeNull());
  });

  test("a commercial one supersedes the personal one", async () => {
    const { user, dialog } = await openDialog({ held: [aLicense({ licenseType: "commercial" })] });
    await user.click(dialog.getByRole("radio", { name: /^Mine/ }));
    await dialog.findByText(MESSAGES.licenseTypeSuperseded);
  });

  test("a company that has one is refused, however its name is spaced", async () => {
    const held = [aLicense({ licenseUsage: "business", licenseCompany: "Acme  Ltd" })];
    const { user, network, dialog } = await openDialog({ held });
    await user.click(dialog.getByRole("radio", { name: /^A company/ }));
    await user.type(dialog.getByLabelText("Company"), " Acme Ltd ");
    await user.click(dialog.getByRole("button", { name: "Get license" }));
    await dialog.findByText("There is already a license assigned to the provided company");
    expect(network.to("POST /api/orders")).toEqual([]);
  });
});
