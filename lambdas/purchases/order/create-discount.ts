import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import type { OpenTable } from "../../table/marketplace-table.ts";
import { attempt } from "../../table/transact.ts";
import { DiscountCodeEntity, DiscountEntity } from "./discount.entity.ts";

export interface NewDiscount {
  readonly discountId: string;
  readonly code: string;
  /** 1 to 100, of the licence's price. */
  readonly percent: number;
  /** Epoch seconds. */
  readonly from: number;
  readonly until?: number | undefined;
  /** How often it may be used in all, and by one person. */
  readonly total?: number | undefined;
  readonly perUser: number;
}

/** Stores a discount under its code; false when the code has one already. */
export async function createDiscount(table: OpenTable, discount: NewDiscount): Promise<boolean> {
  const { code, discountId } = discount;
  const failed = await attempt(table, [
    DiscountCodeEntity.build(PutTransaction)
      .item({ code, discountId })
      .options({ condition: { attr: "discountId", exists: false } }),
    DiscountEntity.build(PutTransaction).item(discount),
  ]);
  return failed.length === 0;
}
