import * as z from "zod/mini";
import { MESSAGES } from "../messages.ts";
import { isDay } from "../model/day.ts";
import { UserId } from "../model/ids.ts";
import { ORDER_SIDES } from "../model/order.ts";
import { choice } from "../model/primitives.ts";
import { Selection, Statistics } from "../model/sales.ts";
import { route } from "../route.ts";

/** Everything of one side in figures. */
export const readStatistics = route({
  method: "GET",
  path: "/api/users/{userId}/statistics/{display}",
  access: "self",
  feature: "dashboard",
  params: z.object({ userId: UserId, display: choice(ORDER_SIDES) }),
  status: 200,
  returns: Statistics,
});

const MOMENT = z.regexes.datetime({ local: true, offset: true });

/** A UTC day of the calendar, alone or as the beginning of a moment in ISO 8601. */
const Day = z.string().check(z.refine((text) => isDay(text) || MOMENT.test(text), MESSAGES.invalidDate));

/** Orders of a range of days, both ends included; the last 30 unless said otherwise, 366 at most. */
export const readSelection = route({
  method: "GET",
  path: "/api/users/{userId}/{displayType}",
  access: "self",
  feature: "dashboard",
  params: z.object({ userId: UserId, displayType: choice(ORDER_SIDES) }),
  query: z.object({ start: z.optional(Day), end: z.optional(Day) }),
  status: 200,
  returns: Selection,
});
