import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { ArtworkId, DiscountId, LicenseId, UserId, VersionId } from "./ids.ts";
import { amount, requiredText } from "./primitives.ts";

/** The payment provider's name for a payment; its length is the provider's habit, so it stands in one constant. */
const OrderIntent = requiredText(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid).check(
  z.length(LIMITS.orderIntent.length, MESSAGES.intentIdInvalid),
);

/** An order as it is stored; amounts in cents. A free licence has no payment, so no intent. */
export const OrderRecord = z.object({
  orderBuyer: UserId,
  orderSeller: UserId,
  orderArtwork: ArtworkId,
  orderVersion: VersionId,
  orderLicense: LicenseId,
  orderDiscount: z.nullable(DiscountId),
  orderSpent: amount(),
  orderEarned: amount(),
  orderFee: amount(),
  orderIntent: z.nullable(OrderIntent),
});
export type OrderRecord = z.output<typeof OrderRecord>;
