import { createHash } from "node:crypto";
import { ifUnchanged } from "../../../platform/table/conditions.ts";
import type { OrderItem } from "./find-orders.ts";

/** Changes with everything that an operator's decision about an order depends on. */
export function computeOrderVersion({ status, bookings, refunded, dispute, operatorRefund }: OrderItem): string {
  const parts = [status, bookings, refunded, dispute?.id, dispute?.status, operatorRefund?.at];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 16);
}

/** Condition that the order is still as it was read, by the same attributes. */
export const buildUnchangedCondition = ({ status, bookings, refunded, dispute, operatorRefund }: OrderItem) => ({
  and: [
    { attr: "status" as const, eq: status },
    ifUnchanged("bookings", bookings),
    ifUnchanged("refunded", refunded),
    ifUnchanged("dispute.id", dispute?.id),
    ifUnchanged("dispute.status", dispute?.status),
    ifUnchanged("operatorRefund.at", operatorRefund?.at),
  ],
});
