import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { createGiven } from "#test/support/given.ts";
import { putOrder } from "#test/support/put-order.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const findOrder = (...words: string[]) => run(PROJECT, "bin/ops.ts", "order", ...words, ...ON_STAGE);

let api: Api;

beforeAll(async () => {
  api = await startApi();
  await startStage();
});

test("the command finds an order by its number for either side, however it is typed", async () => {
  const given = createGiven(api);
  const [buyer, seller] = [await given.user(), await given.user()];
  const sides = { buyerId: buyer.userId, sellerId: seller.userId };
  const order = await putOrder(api, { ...sides, title: "Three moons" });
  await putOrder(api, { ...sides, title: "Another" });
  const number = formatOrderNumber(order.orderId);
  for (const [typed, name] of [
    [number, buyer.name],
    [number.toLowerCase().replace("-", ""), seller.name],
  ] as const) {
    const { code, output } = await findOrder(typed, "--user", name);
    expect([code, output]).toEqual([0, expect.stringContaining(`completed\t“Three moons”\t${order.orderId}`)]);
    expect(output).not.toContain("Another");
  }
  expect((await findOrder("00000-00000", "--user", buyer.name)).output).toContain(
    `${buyer.name} has no order 00000-00000.`,
  );
});

test.each([
  [["1234", "--user", "ada"], "Expected an order number"],
  [["00000-00000"], "--user is required."],
  [["00000-00000", "--user", "nobody.there"], "There is no user nobody.there."],
])("%s is refused", async (words, reason) => {
  expect(await findOrder(...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});
