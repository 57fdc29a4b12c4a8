import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { DiscountCode } from "#shared/model/discount-code.ts";
import { aCard, ok, toId } from "../artwork/given.ts";
import { aUser, buildSession, failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const seller = aUser({ onboarded: true });
const CODES = `/api/users/${seller.id}/discounts`;

const aCode = (over: object = {}): DiscountCode =>
  DiscountCode.parse({
    discountId: toId(9001),
    discountCode: "SPRING-20",
    discountPercent: 20,
    state: "active",
    from: "2026-11-01T00:00:00.000Z",
    until: null,
    discountTotal: null,
    used: 0,
    discountArtwork: null,
    ...over,
  });

const page = (items: readonly unknown[]) => ok({ items, cursor: null, hasMore: false });

function open(codes: readonly DiscountCode[] = [], user = seller) {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true, discounts: true } });
  network.on("POST /auth/refresh_token", buildSession("first", user));
  network.on(`GET ${CODES}`, page(codes));
  network.on(
    `GET /api/users/${seller.id}/my_artwork`,
    page([
      aCard(1, { artworkTitle: "Dusk" }),
      aCard(2, { artworkTitle: "Dawn", artworkVisibility: "invisible" }),
      aCard(3, { artworkTitle: "Noon", artworkType: "free", artworkPersonal: 0, artworkCommercial: 0 }),
    ]),
  );
  return openSite("/discount_codes", network);
}

afterEach(() => void vi.unstubAllEnvs());

const codeList = () => screen.findByRole("list", { name: "Your codes" });

test("a code is created for all artwork, and shown with its link at once", async () => {
  const { user, network } = open();
  await screen.findByText(/^You have no codes yet/);
  network.on(`POST ${CODES}`, ok(aCode({ discountTotal: 50 }), 201));
  await user.type(screen.getByLabelText("Code"), "SPRING-20");
  await user.type(screen.getByLabelText("Percent off"), "20");
  await user.type(screen.getByLabelText(/^Total uses/), "50");
  await user.click(screen.getByRole("button", { name: "Create code" }));
  const made = await codeList();
  await within(made).findByText("SPRING-20");
  expect(network.to(`POST ${CODES}`)[0]?.body).toEqual({
    discountCode: "SPRING-20",
    discountPercent: 20,
    discountTotal: 50,
  });
  expect(made.textContent).toContain("0 of 50 uses · All artwork · 1 Nov 2026 UTC – no end date");
  expect(within(made).getByRole("code").textContent).toBe(`${window.location.origin}/user/ada.love?code=SPRING-20`);
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Percent off").value).toBe("");
  expect(document.activeElement?.textContent).toMatch(/^Your codes/);
});

test("a code is created for chosen artwork that is on sale, with its first and last day", async () => {
  const { user, network } = open();
  network.on(`POST ${CODES}`, ok(aCode({ discountArtwork: [{ artworkId: toId(1), artworkTitle: "Dusk" }] }), 201));
  await user.type(await screen.findByLabelText("Code"), "SPRING-20");
  await user.type(screen.getByLabelText("Percent off"), "20");
  await user.type(screen.getByLabelText(/^First day/), "2026-12-01");
  await user.type(screen.getByLabelText(/^Last day/), "2026-12-24");
  await user.click(screen.getByRole("radio", { name: /^Chosen artwork/ }));
  await user.click(screen.getByRole("button", { name: "Create code" }));
  await screen.findByText(MESSAGES.required);
  expect(network.to(`POST ${CODES}`)).toEqual([]);
  const boxes = await screen.findAllByRole("checkbox");
  expect(boxes.map((box) => box.closest("label")?.textContent)).toEqual(["Dusk$40, $250"]);
  await user.click(boxes[0] as HTMLElement);
  await user.click(screen.getByRole("button", { name: "Create code" }));
  const made = await codeList();
  await within(made).findByText("SPRING-20");
  expect(network.to(`POST ${CODES}`)[0]?.body).toEqual({
    discountCode: "SPRING-20",
    discountPercent: 20,
    discountFrom: "2026-12-01",
    discountUntil: "2026-12-24",
    discountArtwork: [toId(1)],
  });
  within(made).getByRole("link", { name: "Dusk" });
  expect(within(made).getByRole("code").textContent).toBe(
    `${window.location.origin}/artwork/${toId(1)}?code=SPRING-20`,
  );
});

test("a code that breaks a rule is refused in the form, and an existing one at its field", async () => {
  const { user, network } = open();
  await user.type(await screen.findByLabelText("Code"), "A B");
  await user.type(screen.getByLabelText("Percent off"), "101");
  await user.click(screen.getByRole("button", { name: "Create code" }));
  await screen.findByText(MESSAGES.discountCodeShape);
  await screen.findByText(MESSAGES.discountPercentRange);
  network.on(`POST ${CODES}`, failure("discount_taken"));
  await user.clear(screen.getByLabelText("Code"));
  await user.type(screen.getByLabelText("Code"), "SPRING-20");
  await user.clear(screen.getByLabelText("Percent off"));
  await user.type(screen.getByLabelText("Percent off"), "20");
  await user.click(screen.getByRole("button", { name: "Create code" }));
  await screen.findByText(MESSAGES.discountTaken);
});

test("codes show their state and the time zone of their days, and ended ones have no link", async () => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  open([
    aCode({ discountId: toId(9004), discountCode: "LATER", state: "scheduled", until: "2026-12-25T00:00:00.000Z" }),
    aCode({ discountId: toId(9003), used: 1 }),
    aCode({ discountId: toId(9002), discountCode: "GONE", state: "usedUp", used: 5, discountTotal: 5 }),
    aCode({ discountCode: "OVER", state: "ended", until: "2026-11-20T10:00:00.000Z" }),
    aCode({ discountId: toId(9005), discountCode: "PAST", state: "ended", until: "2026-11-20T00:00:00.000Z" }),
    aCode({ discountId: toId(9006), discountCode: "NEVER", state: "ended", until: "2026-10-20T10:00:00.000Z" }),
  ]);
  await screen.findByText("LATER");
  const rows = within(await codeList())
    .getAllByRole("listitem")
    .map((row) => ({ text: row.textContent, link: within(row).queryByRole("code")?.textContent }));
  expect(rows[0]?.text).toContain("LATER20% offScheduled0 uses · All artwork · 1 Nov 2026 – 24 Dec 2026 UTC");
  expect(rows[1]?.text).toContain("Active1 use · All artwork");
  expect(rows[1]?.link).toMatch(/\/user\/ada\.love\?code=SPRING-20$/);
  expect(rows[2]?.text).toContain("Used up5 of 5 uses");
  expect(rows[3]?.text).toContain("Ended0 uses · All artwork · 1 Nov 2026 – 20 Nov 2026 UTC");
  expect(rows[4]?.text).toContain("1 Nov 2026 – 19 Nov 2026 UTC");
  expect(rows[5]?.text).toContain("0 uses · All artwork · ended before its first day");
  expect([rows[2]?.link, rows[3]?.link]).toEqual([undefined, undefined]);
  expect(screen.queryByRole("button", { name: "End code OVER" })).toBeNull();
});

test("a code for chosen artwork names it, with a link to each that promises it nowhere else", async () => {
  const chosen = [1, 2].map((at) => ({ artworkId: toId(at), artworkTitle: `Dusk ${at}` }));
  open([
    aCode({ discountArtwork: [...chosen, { artworkId: toId(3), artworkTitle: null }] }),
    aCode({ discountId: toId(9002), discountCode: "OVER", state: "ended", discountArtwork: chosen }),
  ]);
  const named = within(await screen.findByRole("list", { name: "Artwork for SPRING-20" }));
  expect(named.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/artwork/${toId(1)}`,
    `/artwork/${toId(2)}`,
  ]);
  expect(named.getAllByRole("code").map(({ textContent }) => textContent)).toEqual(
    [1, 2].map((at) => `${window.location.origin}/artwork/${toId(at)}?code=SPRING-20`),
  );
  named.getByText("Deleted artwork");
  const over = within(screen.getByRole("list", { name: "Artwork for OVER" }));
  expect([over.getAllByRole("link").length, over.queryAllByRole("code")]).toEqual([2, []]);
});

test("a code ends once its seller has confirmed that", async () => {
  const { user, network } = open([aCode()]);
  network.on(`DELETE ${CODES}/${toId(9001)}`, () => {
    network.on(`GET ${CODES}`, page([aCode({ state: "ended", until: "2026-11-21T10:00:00.000Z" })]));
    return { status: 204 };
  });
  await user.click(await screen.findByRole("button", { name: "End code SPRING-20" }));
  const question = within(await screen.findByRole("alertdialog", { name: "End SPRING-20?" }));
  expect(network.to(`DELETE ${CODES}/${toId(9001)}`)).toEqual([]);
  await user.click(question.getByRole("button", { name: "End code" }));
  await within(await codeList()).findByText("Ended");
  await waitFor(() => expect(screen.queryByRole("button", { name: "End code SPRING-20" })).toBeNull());
});

test("users who can't sell yet are led to the onboarding", async () => {
  open([], aUser());
  await screen.findByText(MESSAGES.sellerBanner);
  expect(screen.queryByRole("button", { name: "Create code" })).toBeNull();
});
