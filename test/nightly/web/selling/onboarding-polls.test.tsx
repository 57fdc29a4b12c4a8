import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aUser } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

afterEach(() => void vi.useRealTimers());

const checking = { onboarded: false, chargesEnabled: true, payoutsEnabled: false, requirements: [], country: "NL" };

test("the page polls with increasing intervals while Stripe is verifying, up to a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  const asked: number[] = [];
  const network = createSiteNetwork({ signedIn: true, features: { payments: true } });
  network.on(`GET /api/users/${aUser().id}/onboarding`, () => {
    asked.push(Date.now());
    return { status: 200, body: checking };
  });
  openSite("/onboarded", network);
  await screen.findByRole("heading", { name: "Stripe is checking" });
  vi.setTimerTickMode("manual");
  const seconds: number[] = [];
  for (let seen = asked.length; seconds.length < 10; ) {
    await vi.advanceTimersByTimeAsync(500);
    for (; seen < asked.length; seen++) seconds.push(((asked[seen] ?? 0) - (asked[seen - 1] ?? 0)) / 1_000);
  }
  expect(seconds.map(Math.round)).toEqual([3, 5, 7, 10, 15, 23, 34, 51, 60, 60]);
});
