import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeDiscount, computeFees, isDiscountCapped, toBreakdown } from "#shared/rules/fees.ts";

/** Every price that a licence can have, in cents. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 10, max: 1000 }).map((dollars) => dollars * 100),
);
const percentage = fc.integer({ min: 0, max: 100 });

/** Computed with BigInt; adding half and truncating rounds halves up. */
const exactShare = (cents: number, basisPoints: number) =>
  Number((BigInt(cents) * BigInt(basisPoints) + 5_000n) / 10_000n);

describe("fees, in cents", () => {
  test.each([
    ["$10", 1000, 0, { orderSpent: 1285, orderEarned: 850, orderFee: 435 }],
    ["$1000", 100_000, 0, { orderSpent: 105_235, orderEarned: 85_000, orderFee: 20_235 }],
    ["$10 at 20 % off", 1000, 200, { orderSpent: 1085, orderEarned: 850, orderFee: 235 }],
  ])("of %s", (_what, cents, discount, expected) => {
    expect(computeFees(cents, discount)).toMatchObject(expected);
  });

  test("of a free licence are zero", () => {
    const nothing = { price: 0, buyerFee: 0, sellerFee: 0, discount: 0, orderSpent: 0, orderEarned: 0, orderFee: 0 };
    expect(computeFees(0)).toEqual(nothing);
    expect(computeFees(0, 100)).toEqual(nothing);
  });

  test.each([
    [10, 236, 2],
    [9, 235, 1],
    [30, 237, 5],
    [1010, 286, 152],
    [1030, 287, 155],
  ])("half cents are rounded up: %d", (cents, buyerFee, sellerFee) => {
    expect(computeFees(cents)).toMatchObject({ buyerFee, sellerFee });
  });

  test("are whole cents and never negative", () => {
    fc.assert(
      fc.property(price, percentage, (cents, percent) => {
        for (const amount of Object.values(computeFees(cents, Math.floor((cents * percent) / 100)))) {
          expect(Number.isInteger(amount)).toBe(true);
          expect(amount).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test("are the difference between the buyer's total and the seller's earnings", () => {
    fc.assert(
      fc.property(price, percentage, (cents, percent) => {
        const { orderSpent, orderEarned, orderFee } = computeFees(cents, Math.floor((cents * percent) / 100));
        expect(orderSpent - orderEarned).toBe(orderFee);
      }),
    );
  });

  test("are 15 % for the seller, and 5 % plus $2.35 for the buyer", () => {
    fc.assert(
      fc.property(price, (cents) => {
        const { buyerFee, sellerFee } = computeFees(cents);
        expect(buyerFee).toBe(exactShare(cents, 500) + 235);
        expect(sellerFee).toBe(exactShare(cents, 1500));
      }),
    );
  });

  test.each([
    ["7 % and 35 cents, 10 %", [700, 35], [1000, 0], 1000, [105, 100]],
    ["7 % of a dollar and a half", [700, 0], [700, 0], 150, [11, 11]],
    ["7.5 %", [750, 0], [750, 50], 1000, [75, 125]],
    ["7.5 % where a cent is halved", [750, 0], [750, 0], 60, [5, 5]],
    ["7.5 % just below half a cent", [750, 0], [750, 0], 59, [4, 4]],
    ["0.01 % of the highest price", [1, 0], [1, 0], 100_000, [10, 10]],
    ["more than a seller's price", [0, 0], [0, 35], 20, [0, 20]],
    ["nothing at all", [0, 0], [0, 0], 1000, [0, 0]],
  ] as const)("of %s", (_what, [buyer, buyerFixed], [seller, sellerFixed], cents, [buyerFee, sellerFee]) => {
    const fees = {
      buyer: { basisPoints: buyer, fixedCents: buyerFixed },
      seller: { basisPoints: seller, fixedCents: sellerFixed },
    };
    expect(computeFees(cents, 0, fees)).toMatchObject({ buyerFee, sellerFee });
    expect(computeDiscount(cents, 100, fees)).toBe(Math.min(cents, buyerFee + sellerFee));
  });

  test("are exact for every share and price, for both parties", () => {
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 500 }),
        (cents, share, fixed) => {
          const fee = { basisPoints: share, fixedCents: fixed };
          const { buyerFee, sellerFee, orderEarned } = computeFees(cents, 0, { buyer: fee, seller: fee });
          expect(buyerFee).toBe(exactShare(cents, share) + fixed);
          expect(sellerFee).toBe(Math.min(cents, buyerFee));
          expect(orderEarned).toBe(cents - sellerFee);
        },
      ),
    );
  });

  test("a discount never changes the seller's earnings, and is limited to the platform's fee", () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 200_000 }), (cents, discount) => {
        const full = computeFees(cents);
        const reduced = computeFees(cents, discount);
        expect(reduced.orderEarned).toBe(full.orderEarned);
        expect(full.orderSpent - reduced.orderSpent).toBe(Math.min(discount, full.orderFee));
      }),
    );
  });
});

describe("a percentage off", () => {
  test.each([
    ["20 % of $10", 1000, 20, 200],
    ["half a cent", 10, 5, 1],
    ["more than the platform's part", 1000, 100, 435],
    ["a free licence", 0, 50, 0],
  ])("%s", (_what, cents, percent, expected) => {
    expect(computeDiscount(cents, percent)).toBe(expected);
  });

  test("adds up to the buyer's total, and never makes the platform's fee negative", () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 100 }), (cents, percent) => {
        const { licensePrice, buyerFee, discount, orderSpent } = toBreakdown(
          computeFees(cents, computeDiscount(cents, percent)),
        );
        expect(licensePrice + buyerFee - discount).toBe(orderSpent);
        expect(discount).toBe(computeDiscount(cents, percent));
        expect(computeFees(cents, discount).orderFee).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test("a discount is capped exactly if its percentage exceeds the platform's fee", () => {
  fc.assert(
    fc.property(price, percentage, (cents, percent) => {
      const discount = computeDiscount(cents, percent);
      const isMore = exactShare(cents, percent * 100) > computeFees(cents).orderFee;
      expect(isDiscountCapped(cents, percent, discount)).toBe(isMore);
    }),
  );
  expect([computeDiscount(4000, 100), isDiscountCapped(4000, 100, 1035)]).toEqual([1035, true]);
  expect(isDiscountCapped(4000, 20, computeDiscount(4000, 20))).toBe(false);
});
