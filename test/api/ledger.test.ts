import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $set } from "dynamodb-toolbox/entity/actions/update/symbols";
import { expect, test } from "vitest";
import { findOpenDisputes, requireNeedsEvidence } from "#bin/ledger/find-open-disputes.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { submitEvidence } from "#lambdas/areas/purchases/stripe/disputes.ts";
import { refundOrder } from "#shared/contract/orders.ts";
import { readLedgers } from "#test/support/ledgers.ts";
import { startShop } from "#test/support/purchasing.ts";
import { COMMERCIAL_SALE, SALE } from "#test/support/sale-amounts.ts";

const { api, given, shop } = await startShop();

const KEPT = { spent: SALE.orderSpent, earned: SALE.orderEarned, fee: SALE.orderFee };
const toText = ({ orderSpent, orderEarned, orderFee }: typeof SALE) => `${orderSpent} = ${orderEarned} + ${orderFee}`;

test("ledger and Stripe agree on paid, free, refunded and lost orders, and each difference is reported", async () => {
  const { seller, buyer, ...offered } = await shop.offer();
  const kept = await shop.purchase(offered, buyer.userId);
  const second = await given.user();
  const refunded = await shop.purchase(offered, second.userId);
  await api.call(refundOrder, { as: seller.userId, params: { orderId: refunded.orderId } });
  const lost = await shop.purchase(offered, (await given.user()).userId);
  const payment = await api.provider.paymentIntents.retrieve(lost.orderIntent);
  api.stripe.closeDispute(api.stripe.disputeCharge(String(payment.latest_charge)).id, "lost");
  await shop.deliver();
  const free = await given.artwork(seller.userId);
  await given.order(free.artworkId, buyer.userId);

  expect(await readLedgers(api)).toMatchObject({
    differences: [],
    unsettled: [`${kept.orderId}: not settled yet, ${toText(SALE)}`],
  });
  api.stripe.capture();
  await shop.deliver();
  const consistent = await readLedgers(api);
  expect(consistent).toMatchObject({
    orders: 4,
    totals: { booked: KEPT, atProvider: KEPT },
    differences: [],
    unsettled: [],
  });

  const { body } = await shop.begin(offered, second.userId, { licenseType: "commercial" });
  const unplaced = await shop.pay(body.orderIntent);
  expect((await readLedgers(api)).differences).toEqual([
    `${unplaced.metadata.orderId}: paid (${toText(COMMERCIAL_SALE)}), but there is no order`,
    expect.stringMatching(/^in total/),
  ]);
  await shop.place(body.orderIntent, second.userId);
  await api.services.table.send(
    OrderEntity.build(UpdateItemCommand).item({
      orderId: kept.orderId,
      status: "refunded",
      amounts: { returned: $set(KEPT) },
    }),
  );
  expect((await readLedgers(api)).differences).toEqual([
    `${kept.orderId}: refunded, expected 0 = 0 + 0, booked ${toText(SALE)}`,
  ]);
});

test("operators list the disputes that need evidence, and submit it once", async () => {
  const stripe = api.provider;
  const { seller: _seller, buyer, ...offered } = await shop.offer();
  const { orderId, orderIntent } = await shop.purchase(offered, buyer.userId);
  const { latest_charge } = await stripe.paymentIntents.retrieve(orderIntent);
  const { id, evidence_details } = api.stripe.disputeCharge(String(latest_charge));
  expect(await findOpenDisputes(stripe)).toEqual([
    { disputeId: id, orderId, reason: "fraudulent", due: evidence_details.due_by },
  ]);
  await requireNeedsEvidence(stripe, id);
  const { payments, log } = api.services;
  const submit = (text: string) => submitEvidence(payments, id, { uncategorized_text: text }, log);
  expect((await Promise.all([submit("Downloaded at once."), submit("Sent by mail.")])).toSorted()).toEqual([
    "under_review",
    undefined,
  ]);
  expect((await stripe.disputes.retrieve(id)).evidence_details.submission_count).toBe(1);
  expect(await findOpenDisputes(stripe)).toEqual([]);
  await expect(requireNeedsEvidence(stripe, id)).rejects.toThrow(
    `Dispute ${id} doesn't accept evidence: its status is under_review.`,
  );
  await expect(requireNeedsEvidence(stripe, "dp_none")).rejects.toThrow("There is no dispute dp_none.");
});
