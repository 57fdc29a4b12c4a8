import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { Payouts } from "#shared/model/payouts.ts";
import { ok } from "#test/web/artwork/given.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

const USER = `/api/users/${aUser().id}`;
const READY = { onboarded: true, chargesEnabled: true, payoutsEnabled: true, requirements: [], country: "NL" };
const NOTHING: Payouts = { available: [], pending: [], payouts: [] };

afterEach(() => void vi.unstubAllEnvs());

function openPayouts(payouts: object, onboarding: object = {}) {
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  network.on(`GET ${USER}/onboarding`, ok({ ...READY, ...onboarding }));
  network.on(`GET ${USER}/payouts`, "status" in payouts ? (payouts as { status: number }) : ok(payouts));
  return openSite("/payouts", network);
}

const payout = (over: object) => ({
  payoutId: "po_1",
  amount: 3400,
  currency: "EUR",
  status: "paid",
  arrives: "2026-11-21T00:00:00.000Z",
  failure: null,
  ...over,
});

test("shows available and pending amounts, payouts and the reason of a failed one, each in its currency", async () => {
  openPayouts({
    available: [
      { amount: 123_456, currency: "USD" },
      { amount: 3_615_000, currency: "HUF" },
    ],
    pending: [{ amount: 250, currency: "USD" }],
    payouts: [
      payout({ payoutId: "po_2", status: "pending", amount: 9900, arrives: "2026-11-28T12:00:00.000Z" }),
      payout({ status: "failed", failure: "The account is closed." }),
    ],
  });
  const tile = async (name: string) => (await screen.findByText(name, { selector: "dt" })).parentElement?.textContent;
  expect(await tile("Available")).toMatch(/\$1,234\.56.*HUF 36,150\.00/);
  expect(await tile("Pending")).toContain("$2.50");
  expect(await tile("Next payout")).toContain("€99.00Expected 28 Nov 2026 UTC");
  const rows = within(screen.getByRole("region", { name: "To your bank" })).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^€99\.00On its way/),
    expect.stringMatching(/^€34\.00Failed.*The account is closed\.$/),
  ]);
});

test("explains the conversion to a currency other than dollars", async () => {
  const sentence = "You sell in US dollars. Stripe converts each sale to CHF; its order shows the amount and the rate.";
  const { unmount } = openPayouts({ ...NOTHING, available: [{ amount: 35_904, currency: "CHF" }] });
  await screen.findByText(sentence);
  unmount();
  openPayouts({ ...NOTHING, available: [{ amount: 40_800, currency: "USD" }] });
  await screen.findByText("$408.00");
  expect(screen.queryByText(/converts/)).toBeNull();
});

test("dates are shown in UTC in any time zone", async () => {
  vi.stubEnv("TZ", "America/Los_Angeles");
  openPayouts({ ...NOTHING, payouts: [payout({ status: "pending" })] });
  const days = await screen.findAllByText("21 Nov 2026 UTC");
  expect(days).toHaveLength(2);
});

test("shows that Stripe needs information, and opens Stripe", async () => {
  const { user, network } = openPayouts(NOTHING, { requirements: ["external_account"] });
  const asked = within(await screen.findByRole("region", { name: "Stripe needs from you" }));
  asked.getByText("A bank account for your earnings");
  network.on(`POST ${USER}/onboarding/account`, failure("internal"));
  await user.click(asked.getByRole("button", { name: "Go to Stripe" }));
  expect(network.to(`POST ${USER}/onboarding/account`)).toHaveLength(1);
  await screen.findByText(/^Nothing yet\./);
});

test("links a user without a seller account to the onboarding", async () => {
  openPayouts(failure("onboarding_not_begun"));
  await screen.findByRole("heading", { name: "You don't have a seller account yet" });
  screen.getByRole("heading", { level: 1, name: "Payouts" });
  expect(screen.getByRole("link", { name: "Become a seller" }).getAttribute("href")).toBe("/onboarding");
  expect(within(screen.getByTestId("toaster")).queryByText("You don't have a seller account yet")).toBeNull();
});

test("shows in place that payouts are unavailable, and still links to Stripe", async () => {
  openPayouts(failure("payouts_unavailable"));
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain(MESSAGES.payoutsUnavailable);
  expect(within(screen.getByTestId("toaster")).queryByText(MESSAGES.payoutsUnavailable)).toBeNull();
  screen.getByRole("button", { name: "Open Stripe" });
});

test("shows an error and a retry if payouts can't be fetched", async () => {
  openPayouts(failure("internal"));
  await screen.findByRole("button", { name: /again/i });
  const toast = await screen.findByText(MESSAGES.failedFetchPayouts);
  expect(toast).toBeTruthy();
});
