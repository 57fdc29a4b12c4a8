import { createPlatformCode, endPlatformCode, listPlatformCodes } from "#shared/contract/admin.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { PLATFORM } from "../purchases/order/discount.entity.ts";
import { createDiscount, endDiscount, findDiscount } from "../purchases/order/discount.ts";
import { toCodeView, toNewDiscount } from "../purchases/order/discount-view.ts";
import { queryDiscounts } from "../purchases/order/seller-discounts.ts";
import type { AdminServices } from "./services.ts";

/** Codes of the platform are for every artwork. */
const NO_CARDS = new Map<string, never>();

export const listPlatformCodesHandler = handle(listPlatformCodes, async ({ query }, { table, now }: AdminServices) => {
  const { items, ...end } = await queryDiscounts(table, PLATFORM, query);
  return { items: mapReadable(items, (discount) => toCodeView(discount, NO_CARDS, now())), ...end };
});

export const createPlatformCodeHandler = handle(
  createPlatformCode,
  async ({ body }, { table, newId, now }: AdminServices) => {
    const discount = toNewDiscount(body, newId(), now());
    if (discount instanceof Failure) return discount;
    if (!(await createDiscount(table, discount))) return fail("discount_taken");
    return toCodeView({ ...discount, used: 0 }, NO_CARDS, now());
  },
);

export const endPlatformCodeHandler = handle(
  endPlatformCode,
  async ({ params: { discountId } }, { table, now }: AdminServices) => {
    const discount = await findDiscount(table, { discountId });
    if (!discount || discount.sellerId !== undefined) return fail("discount_not_found");
    await endDiscount(table, discountId, now());
  },
);
