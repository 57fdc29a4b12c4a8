import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, expect, test } from "vitest";
import { buildClosing, type NewCase, openCase, reopenCase, takeCase } from "#lambdas/areas/cases/change-cases.ts";
import { findCase } from "#lambdas/areas/cases/find-cases.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { computeTotals } from "#lambdas/areas/purchases/order/order-view.ts";
import { suspendAccount } from "#lambdas/areas/users/suspension.ts";
import { countNumbers } from "#lambdas/events/streams/count-numbers.ts";
import { toDay } from "#lambdas/platform/runtime/day-range.ts";
import { epochSeconds } from "#lambdas/platform/runtime/time.ts";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";
import { attempt } from "#lambdas/platform/table/transact.ts";
import { readNumbers, readYearReport } from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { CaseKind } from "#shared/model/case.ts";
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

test("reports, decisions, appeals and suspensions are counted, and one that is undone isn't", async () => {
  const { table, now, newId } = api.services;
  const year = String(now().getUTCFullYear());
  const readYear = async () => {
    await countAll({ times: 2 });
    return (await api.call(readYearReport, { token, query: { year } })).body;
  };
  const before = await readYear();
  const { userId } = await given.user();
  const close = async (kind: CaseKind, outcome: string, hours: number) => {
    const caseId = newId();
    const opened = { caseId, authorId: userId, artworkId: newId(), dueAt: now().toISOString() };
    await openCase(table, { ...opened, kind } as NewCase, new Date(now().getTime() - hours * 3_600_000));
    await takeCase(table, caseId, userId, now());
    const decision = { closedBy: userId, closedAt: now().toISOString(), outcome, reason: "Decided." };
    await attempt(table, [buildClosing({ caseId, kind }, decision)]);
    return caseId;
  };
  for (const hours of [0.5, 30, 30]) await close("notice", "decline", hours);
  await close("counter_notice", "restore", 1);
  await close("appeal", "uphold", 1);
  const undone = await findCase(table, await close("conversation", "close", 2));
  if (undone) await reopenCase(table, undone, userId, now());
  const suspension = { suspensionId: newId(), at: now().toISOString(), reason: "Copies.", rule: "Copyright law" };
  await suspendAccount(table, userId, { ...suspension, operatorId: newId() });
  expect(await readYear()).toEqual({
    ...before,
    since: expect.any(String),
    notices: before.notices + 4,
    decided: before.decided + 3,
    medianHours: 48,
    appeals: before.appeals + 2,
    appealsGranted: before.appealsGranted + 1,
    appealsRefused: before.appealsRefused + 1,
    suspensions: before.suspensions + 1,
  });
});

test("open cases are counted by kind, with the oldest, for those who may see them", async () => {
  const { table, now, newId } = api.services;
  const created = new Date(now().getTime() - 86_400_000);
  await openCase(table, { kind: "ticket", caseId: newId(), title: "Upload", text: "It stops." }, created);
  await openCase(table, { kind: "near_copy", caseId: newId() }, created);
  expect((await read()).open).toEqual([{ kind: "ticket", count: 1, isMore: false, oldest: created.toISOString() }]);
});

test("a year of numbers is one query", async () => {
  const end = toDay(api.services.now());
  const start = toDay(api.services.now().getTime() - 365 * 86_400_000);
  const { calls } = await meter(() => read({ start, end }));
  // The other one counts the open tickets.
  expect(calls.filter((call) => call === "QueryCommand")).toHaveLength(2);
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
