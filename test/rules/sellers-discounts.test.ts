import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toAgreedAmounts, toPinnedAmounts } from "#lambdas/areas/purchases/order/find-intent.ts";
import { computeTotals } from "#lambdas/areas/purchases/order/order-view.ts";
import { LIMITS } from "#shared/limits.ts";
import {
  type Code,
  computeFees,
  computeReducedPrice,
  computeSale,
  isReductionCapped,
  lowersPrice,
  toBreakdown,
} from "#shared/rules/fees.ts";

const MIN = LIMITS.price.min * 100;

/** Every price that a licence can have, in cents. */
const price = fc.integer({ min: LIMITS.price.min, max: LIMITS.price.max }).map((dollars) => dollars * 100);
const percent = fc.integer({ min: 1, max: LIMITS.discountPercent.max });
const code = fc.record({ percent, isSellers: fc.boolean() });

/** Computed with BigInt; half cents are rounded up. */
const exactShare = (cents: number, percentage: number) =>
  Number((BigInt(cents) * BigInt(percentage) * 100n + 5_000n) / 10_000n);

describe("a seller's code", () => {
  test.each([
    [
      "20 % of $50",
      5000,
      20,
      {
        price: 4000,
        listPrice: 5000,
        buyerFee: 435,
        sellerFee: 600,
        orderSpent: 4435,
        orderEarned: 3400,
        orderFee: 1035,
      },
    ],
    [
      "20 % of the minimum price of $10",
      1000,
      20,
      { price: 1000, listPrice: 1000, orderSpent: 1285, orderEarned: 850 },
    ],
    ["50 % below the minimum price", 1200, 50, { price: 1000, listPrice: 1200, orderSpent: 1285, orderEarned: 850 }],
    ["100 %", 100_000, 100, { price: 1000, listPrice: 100_000, orderSpent: 1285 }],
    ["50 % of a free licence", 0, 50, { price: 0, listPrice: 0, orderSpent: 0, orderEarned: 0, orderFee: 0 }],
  ])("computes %s", (_what, cents, percentage, expected) => {
    expect(computeSale(cents, { percent: percentage, isSellers: true })).toMatchObject({ discount: 0, ...expected });
  });

  test("lowers the price by its percentage, to the cent, and never below the minimum price", () => {
    fc.assert(
      fc.property(price, percent, (cents, percentage) => {
        const lowered = computeReducedPrice(cents, percentage);
        const wanted = cents - exactShare(cents, percentage);
        expect(lowered).toBe(Math.max(MIN, wanted));
        expect(isReductionCapped(cents, percentage, lowered)).toBe(wanted < MIN);
        expect(lowersPrice(cents, { percent: percentage, isSellers: true })).toBe(lowered < cents);
      }),
    );
  });

  test("has the fees of a licence at the lower price", () => {
    fc.assert(
      fc.property(price, percent, (cents, percentage) => {
        const { listPrice, ...amounts } = computeSale(cents, { percent: percentage, isSellers: true });
        expect(listPrice).toBe(cents);
        expect(amounts).toEqual(computeFees(computeReducedPrice(cents, percentage)));
      }),
    );
  });

  test("has a breakdown with the list price that adds up", () => {
    fc.assert(
      fc.property(price, percent, (cents, percentage) => {
        const { licensePrice, buyerFee, discount, orderSpent, listPrice } = toBreakdown(
          computeSale(cents, { percent: percentage, isSellers: true }),
        );
        expect([licensePrice + buyerFee - discount, listPrice, discount]).toEqual([orderSpent, cents, 0]);
      }),
    );
  });
});

test("no code lowers a free licence, and an operator's code lowers the minimum price", () => {
  expect(lowersPrice(0, { percent: 50, isSellers: true })).toBe(false);
  expect(lowersPrice(0, { percent: 50, isSellers: false })).toBe(false);
  expect(lowersPrice(1000, { percent: 50, isSellers: false })).toBe(true);
});

test("a sale without a code has no list price", () => {
  expect(toBreakdown(computeSale(4000, undefined))).toEqual({
    licensePrice: 4000,
    buyerFee: 435,
    discount: 0,
    orderSpent: 4435,
  });
});

/** The ledger amounts of a sale, by the terms of service and independent of our code. */
function buildModel(list: number, used: Code | undefined) {
  const off = used ? exactShare(list, used.percent) : 0;
  const licence = used?.isSellers ? Math.max(MIN, list - off) : list;
  const [buyerFee, sellerFee] = [exactShare(licence, 5) + 235, exactShare(licence, 15)];
  const paidByPlatform = used && !used.isSellers ? Math.min(off, buyerFee + sellerFee) : 0;
  return {
    spent: licence + buyerFee - paidByPlatform,
    earned: licence - sellerFee,
    fee: buyerFee + sellerFee - paidByPlatform,
  };
}

test("the ledger of a thousand sales with both kinds of code equals an independent model's", () => {
  const sale = fc.tuple(price, fc.option(code, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1000, maxLength: 1000 }), (sales) => {
      const [ledger, model] = [
        { spent: 0, earned: 0, fee: 0 },
        { spent: 0, earned: 0, fee: 0 },
      ];
      for (const [cents, used] of sales) {
        const agreed = toAgreedAmounts(toPinnedAmounts(computeSale(cents, used)));
        const { price: paid, listPrice, buyerFee, sellerFee, discount } = agreed;
        // The order stores five amounts and computes the others; the movement has the intent's.
        const totals = computeTotals({ price: paid, listPrice, buyerFee, sellerFee, discount });
        const { orderSpent, orderEarned, orderFee } = agreed;
        expect(totals).toEqual({ orderSpent, orderEarned, orderFee });
        expect(orderFee).toBeGreaterThanOrEqual(0);
        ledger.spent += orderSpent;
        ledger.earned += orderEarned;
        ledger.fee += orderFee;
        const expected = buildModel(cents, used);
        model.spent += expected.spent;
        model.earned += expected.earned;
        model.fee += expected.fee;
      }
      expect(ledger).toEqual(model);
      expect(ledger.spent).toBe(ledger.earned + ledger.fee);
    }),
    { numRuns: 5 },
  );
});
