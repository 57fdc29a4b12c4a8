import * as z from "zod/mini";
import { AskedDays } from "../model/day.ts";
import { UserId } from "../model/ids.ts";
import { ORDER_SIDES } from "../model/order.ts";
import { choice } from "../model/primitives.ts";
import { Selection, Statistics } from "../model/sales.ts";
import { route } from "../route.ts";

/** Statistics of all purchases or sales. */
export const readStatistics = route({
  method: "GET",
  path: "/api/users/{userId}/statistics/{display}",
  access: "self",
  feature: "dashboard",
  params: z.object({ userId: UserId, display: choice(ORDER_SIDES) }),
  status: 200,
  returns: Statistics,
});

/** Orders of a range of days, both ends included; the last 30 days by default, 366 at most. */
export const readSelection = route({
  method: "GET",
  path: "/api/users/{userId}/{displayType}",
  access: "self",
  feature: "dashboard",
  params: z.object({ userId: UserId, displayType: choice(ORDER_SIDES) }),
  query: AskedDays,
  status: 200,
  returns: Selection,
});
