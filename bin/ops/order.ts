import {
  findFurtherOrders,
  findOrder,
  getPlacedAt,
  queryAllOrders,
} from "#lambdas/areas/purchases/order/find-orders.ts";
import { findByUsername } from "#lambdas/areas/users/find-user.ts";
import { ORDER_SIDES } from "#shared/model/order.ts";
import { formatOrderNumber, parseOrderNumber } from "#shared/rules/order-number.ts";
import { defineCommand } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { openStageTable } from "../command/stage-table.ts";

export const command = defineCommand({
  usage: ["NUMBER --user USERNAME"],
  description: [
    "Prints time, status, title and id of each purchase and sale of the user with this order number, with a line for each license.",
  ],
  reads: true,
  options: { user: { value: "<name>", description: "the order's buyer or seller" } },
  async run({ positionals: [typed = "", ...rest], values: { user: name }, stage }) {
    const number = parseOrderNumber(typed);
    if (!number || rest.length > 0) throw new CommandError("Expected an order number, such as 4F7K9-2QMXB.");
    if (!name) throw new CommandError("--user is required.");
    const table = openStageTable(await stage());
    const user = await findByUsername(table, name, new Date());
    if (!user) throw new CommandError(`There is no user ${name}.`);
    const { userId } = user;
    const orders = (await Promise.all(ORDER_SIDES.map((side) => queryAllOrders(table, { userId, side })))).flat();
    const found = orders.filter(({ orderId }) => formatOrderNumber(orderId) === number);
    if (found.length === 0) throw new CommandError(`${name} has no order ${number}.`);
    for (const order of found) {
      const whole = order.amounts.licenses ? await findOrder(table, order.orderId) : undefined;
      const further = whole ? await findFurtherOrders(table, whole) : [];
      for (const { status, title, orderId } of [order, ...further]) {
        console.log([getPlacedAt(order), status, `“${title}”`, orderId].join("\t"));
      }
    }
  },
});
