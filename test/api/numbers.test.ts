import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, expect, test } from "vitest";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { computeTotals } from "#lambdas/areas/purchases/order/order-view.ts";
import { countNumbers } from "#lambdas/events/streams/count-numbers.ts";
import { toDay } from "#lambdas/platform/runtime/day-range.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { readNumbers } from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createAccounts } from "#test/support/accounts.ts";
import { createStreamProcessor } from "#test/support/follow-stream.ts";
import { createGiven } from "#test/support/given.ts";
import { meter } from "#test/support/meter.ts";
import { createOperators } from "#test/support/operators.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let token: string;
let given: ReturnType<typeof createGiven>;
let countAll: ReturnType<typeof createStreamProcessor>;

beforeAll(async () => {
  api = await startApi();
  ({ token } = await createOperators(api, createAccounts(api)).createOperator(["support"]));
  given = createGiven(api);
  countAll = createStreamProcessor(MarketplaceTable.getName(), [(event) => countNumbers(event, api.services)]);
});

const read = async (query: object = {}) => (await api.call(readNumbers, { token, query: { ...query } })).body;

/** Today's figures once the stream was read, which delivers each record twice. */
async function readToday() {
  await countAll({ times: 2 });
  return (await read()).series.at(-1);
}

test("sign-ups, works, sales and refunds are counted on their day, once for each record", async () => {
  const before = await readToday();
  const { userId: sellerId } = await createAccounts(api).createSignedInAccount();
  const { userId: buyerId } = await createAccounts(api).createSignedInAccount();
  await given.artwork(sellerId, { artworkTitle: "Dunes" });
  const order = await putOrder(api, { buyerId, sellerId, price: 2000, at: api.services.now() });
  await putOrder(api, { buyerId, sellerId, price: 0, at: api.services.now() });
  const { orderSpent, orderEarned, orderFee } = computeTotals(order.amounts);
  expect(await readToday()).toEqual({
    ...before,
    signups: (before?.signups ?? 0) + 2,
    works: (before?.works ?? 0) + 1,
    sales: 1,
    sold: orderSpent,
    fees: orderFee,
  });
  const setReturned = (spent: number, earned: number) =>
    api.services.table.send(
      OrderEntity.build(PutItemCommand).item({
        ...order,
        amounts: { ...order.amounts, returned: { spent, earned, fee: spent - earned } },
        returnedAt: epochSeconds(api.services.now()),
      }),
    );
  await setReturned(1000, 800);
  await setReturned(orderSpent, orderEarned);
  expect(await readToday()).toMatchObject({ sales: 1, refunds: 1, refunded: orderSpent, feesReturned: orderFee });
  // The refund failed.
  await setReturned(0, 0);
  expect(await readToday()).toMatchObject({ refunds: 0, refunded: 0, feesReturned: 0 });
});

test("a year of numbers is one query", async () => {
  const end = toDay(api.services.now());
  const start = toDay(api.services.now().getTime() - 365 * 86_400_000);
  const { calls } = await meter(() => read({ start, end }));
  expect(calls.filter((call) => call === "QueryCommand")).toHaveLength(1);
  const { series } = await read({ start, end });
  expect([series.length, series[0]?.day, series.at(-1)?.day]).toEqual([366, start, end]);
});

test.each([
  ["2026-02-02", "2026-02-01", MESSAGES.startAfterEnd],
  ["2024-01-01", "2026-02-01", MESSAGES.rangeTooLong],
])("%s to %s is refused", async (start, end, message) => {
  const { status, failure } = await api.call(readNumbers, { token, query: { start, end } });
  expect([status, failure.fields]).toEqual([400, { start: message }]);
});
