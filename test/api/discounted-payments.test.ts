import { expect, test } from "vitest";
import { createDiscount } from "#lambdas/purchases/order/create-discount.ts";
import { cancelIntent } from "#shared/contract/orders.ts";
import { ledgersOf } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";

const { api, given, shop } = await startShop();

test("a discount is paid by the platform alone, and its last use is given back with the payment", async () => {
  const { buyer, ...offered } = await shop.offer();
  const discountId = api.services.newId();
  await createDiscount(api.services.table, {
    discountId,
    code: discountId,
    percent: 20,
    from: 0,
    total: 1,
    perUser: 1,
  });
  const second = (await given.user()).userId;

  const { body } = await shop.begin(offered, buyer.userId, { discountId });
  expect(body.breakdown).toEqual({ licensePrice: 2000, buyerFee: 335, discount: 400, orderSpent: 1935 });
  expect((await shop.begin(offered, second, { discountId })).failure.code).toBe("discount_invalid");
  await api.call(cancelIntent, { as: buyer.userId, params: { userId: buyer.userId, intentId: body.orderIntent } });

  const order = await shop.purchase(offered, second, { discountId });
  expect(order).toMatchObject({ orderSpent: 1935, discount: 400, buyerFee: 335 });
  expect((await shop.begin(offered, buyer.userId, { discountId })).failure.code).toBe("discount_invalid");
  const { totals, differences } = await ledgersOf(api);
  expect([totals.booked, differences]).toEqual([{ spent: 1935, earned: 1700, fee: 235 }, []]);
});
