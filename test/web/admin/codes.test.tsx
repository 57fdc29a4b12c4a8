import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { ok, toId } from "../artwork/given.ts";
import { failure } from "../support/fixtures.ts";
import { createSiteNetwork, openSite } from "../support/site.tsx";

const aCode = (over: object = {}) => ({
  discountId: toId(9001),
  discountCode: "SPRING-10",
  discountPercent: 10,
  state: "active",
  from: "2026-11-01T00:00:00.000Z",
  until: null,
  discountTotal: 5,
  used: 2,
  discountArtwork: null,
  ...over,
});

const page = (items: readonly unknown[]) => ok({ items, cursor: null, hasMore: false });

function open(codes: readonly unknown[] = [], features = { payments: true, discounts: true }) {
  const network = createSiteNetwork({ signedIn: true, operator: true, features });
  network.on("GET /api/admin/me", ok({ name: "demo.moderator", permissions: ["finance"] }));
  network.on("GET /api/admin/discounts", page(codes));
  return openSite("/admin/codes", network);
}

test("a code is made with a reason, and a taken one is explained at its field", async () => {
  const { user, network } = open();
  await screen.findByText(/^There are no codes yet/);
  await user.type(screen.getByLabelText("Code"), "SPRING-10");
  await user.type(screen.getByLabelText("Percent off"), "10");
  await user.click(screen.getByRole("button", { name: "Create code" }));
  await screen.findByText(MESSAGES.required);
  await user.type(screen.getByLabelText("Reason"), "Spring");
  network.on("POST /api/admin/discounts", failure("discount_taken"));
  await user.click(screen.getByRole("button", { name: "Create code" }));
  await screen.findByText(MESSAGES.discountTaken);
  network.on("POST /api/admin/discounts", ok(aCode(), 201));
  await user.click(screen.getByRole("button", { name: "Create code" }));
  const list = await screen.findByRole("list", { name: "Codes of the platform" });
  await within(list).findByText("SPRING-10");
  expect(within(list).getByText(/2 of 5 uses · All artwork/)).toBeTruthy();
  expect(network.to("POST /api/admin/discounts").at(-1)?.body).toEqual({
    discountCode: "SPRING-10",
    discountPercent: 10,
    reason: "Spring",
  });
});

test("a code is ended with a reason", async () => {
  const { user, network } = open([aCode()]);
  await user.click(await screen.findByRole("button", { name: "End code SPRING-10" }));
  network.on(`DELETE /api/admin/discounts/${toId(9001)}`, { status: 204 });
  network.on("GET /api/admin/discounts", page([aCode({ state: "ended" })]));
  await user.click(await screen.findByRole("button", { name: "End code" }));
  await screen.findByText("Ended");
  expect(network.to(`DELETE /api/admin/discounts/${toId(9001)}`)[0]?.body).toEqual({ reason: "The campaign is over" });
});

test("a stage without discounts has no such place", async () => {
  const { at } = open([], { payments: true, discounts: false });
  await screen.findByRole("heading", { name: "404" });
  expect(at.path).toBe("/404");
});
