import { readDiscount } from "#shared/contract/orders.ts";
import { DiscountId } from "#shared/model/ids.ts";
import { breakdownOf, discountOn, feesOf } from "#shared/rules/fees.ts";
import { Failure, fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { throttle } from "../../../throttle/throttle.ts";
import { findOpenUser } from "../../../users/open-account.ts";
import { discountOf, isUsable } from "../../order/discount.ts";
import { findOffered } from "../../order/offer.ts";
import type { OrdersServices } from "./services.ts";

export const readDiscountHandler = handle(
  readDiscount,
  async ({ body, actor: { userId }, sourceIp }, services: OrdersServices) => {
    const { table, now, fees } = services;
    if (!(await findOpenUser(table, userId))) return fail("forbidden");
    const refused = await throttle(services, "discount", { sourceIp, account: userId });
    if (refused) return refused;
    const [offered, discount] = await Promise.all([
      findOffered(services, body.artworkId, userId),
      discountOf(table, { code: body.discountCode }),
    ]);
    if (offered instanceof Failure) return offered;
    const costs = offered.options.some(({ licensePrice }) => licensePrice > 0);
    if (!discount || !costs || !(await isUsable(table, discount, userId, now()))) return fail("discount_invalid");
    return {
      discountId: DiscountId.parse(discount.discountId),
      percent: discount.percent,
      amounts: offered.options.map(({ licenseType, licensePrice }) => ({
        licenseType,
        ...breakdownOf(feesOf(licensePrice, discountOn(licensePrice, discount.percent, fees), fees)),
      })),
    };
  },
);
