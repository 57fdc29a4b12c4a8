import { computeSale, lowersPrice } from "#shared/rules/fees.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { fail } from "../../../platform/runtime/failure.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import type { ArtworkItem } from "../../artwork/find-artwork.ts";
import { appliesTo, findDiscount, isUsable, toCode } from "./discount.ts";

interface SaleServices extends Pick<BaseServices, "now" | "features" | "fees"> {
  readonly table: OpenTable;
}

interface Wanted {
  readonly artwork: Pick<ArtworkItem, "ownerId" | "artworkId">;
  /** The licence's price, in cents. */
  readonly price: number;
  readonly buyerId: string;
  readonly discountId?: string | null | undefined;
}

/** The amounts of a sale before tax, and the discount to count; a failure if the buyer can't use it. */
export async function findSale(services: SaleServices, { artwork, price, buyerId, discountId }: Wanted) {
  const { table, now, features, fees } = services;
  const found = discountId ? await findDiscount(table, { discountId }) : undefined;
  const isGood =
    found && features.discounts && appliesTo(found, artwork) && (await isUsable(table, found, buyerId, now()));
  if (discountId && !isGood) return fail("discount_invalid");
  // A code that lowers nothing isn't counted as used.
  const discount = found && lowersPrice(price, toCode(found)) ? found : undefined;
  return { discount, amounts: computeSale(price, discount && toCode(discount), fees) };
}
