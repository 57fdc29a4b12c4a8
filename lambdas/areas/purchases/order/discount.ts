import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $add } from "dynamodb-toolbox/entity/actions/update/symbols";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import type { Code } from "#shared/rules/fees.ts";
import { epochSeconds } from "../../../platform/runtime/time.ts";
import { conditionHeld } from "../../../platform/table/conditions.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { transact } from "../../../platform/table/transact.ts";
import type { ArtworkItem } from "../../artwork/find-artwork.ts";
import {
  buildDiscountsPartition,
  DiscountCodeEntity,
  DiscountEntity,
  DiscountUseEntity,
  PLATFORM,
} from "./discount.entity.ts";

const consistent = { consistent: true } as const;

/** The discount with this id or code (ignoring case), including unusable ones. */
export async function findDiscount(table: OpenTable, wanted: { discountId: string } | { code: string }) {
  const discountId = "code" in wanted ? await findDiscountId(table, wanted.code) : wanted.discountId;
  if (!discountId) return undefined;
  const { Item } = await table.send(DiscountEntity.build(GetItemCommand).key({ discountId }).options(consistent));
  return Item;
}

export type DiscountItem = NonNullable<Awaited<ReturnType<typeof findDiscount>>>;

async function findDiscountId(table: OpenTable, code: string) {
  const { Item } = await table.send(DiscountCodeEntity.build(GetItemCommand).key({ code }).options(consistent));
  return Item?.discountId;
}

/** The code for the fee rules. */
export const toCode = ({ percent, sellerId }: DiscountItem): Code => ({ percent, isSellers: sellerId !== undefined });

/** True if the discount applies to this artwork: an operator's to any, a seller's to all or some of theirs. */
export const appliesTo = (
  { sellerId, artworkIds }: DiscountItem,
  { ownerId, artworkId }: Pick<ArtworkItem, "ownerId" | "artworkId">,
) => sellerId === undefined || (sellerId === ownerId && (artworkIds?.includes(artworkId) ?? true));

/** The state of a discount for everyone; a person's own uses aside. */
export function getDiscountState(
  { from, until, total, used }: Pick<DiscountItem, "from" | "until" | "total" | "used">,
  now: Date,
): DiscountCode["state"] {
  const at = epochSeconds(now);
  if (until !== undefined && at >= until) return "ended";
  if (total !== undefined && used >= total) return "usedUp";
  return at < from ? "scheduled" : "active";
}

/** True if this buyer could use the discount now; only a reservation guarantees it. */
export async function isUsable(table: OpenTable, discount: DiscountItem, buyerId: string, now: Date) {
  const { discountId, perUser } = discount;
  if (getDiscountState(discount, now) !== "active") return false;
  const key = { discountId, userId: buyerId };
  const { Item } = await table.send(DiscountUseEntity.build(GetItemCommand).key(key).options(consistent));
  return (Item?.count ?? 0) < perUser;
}

/** Counts a use in the transaction that starts a payment; fails outside the dates or limits. */
export const buildDiscountReservation = ({ discountId, perUser }: DiscountItem, buyerId: string, now: Date) => [
  {
    write: DiscountEntity.build(UpdateTransaction)
      .item({ discountId, used: $add(1) })
      .options({
        condition: {
          and: [
            { attr: "from", lte: epochSeconds(now) },
            {
              or: [
                { attr: "until", exists: false },
                { attr: "until", gt: epochSeconds(now) },
              ],
            },
            {
              or: [
                { attr: "total", exists: false },
                { attr: "used", lt: { attr: "total" } },
              ],
            },
          ],
        },
      }),
    failure: "discount_invalid" as const,
  },
  {
    write: DiscountUseEntity.build(UpdateTransaction)
      .item({ discountId, userId: buyerId, count: $add(1) })
      .options({
        condition: {
          or: [
            { attr: "count", exists: false },
            { attr: "count", lt: perUser },
          ],
        },
      }),
    failure: "discount_invalid" as const,
  },
];

/** Changes the count of uses regardless of limits, in a transaction that can succeed only once. */
export const buildDiscountUse = (discountId: string, buyerId: string, change: number) => [
  DiscountEntity.build(UpdateTransaction).item({ discountId, used: $add(change) }),
  DiscountUseEntity.build(UpdateTransaction).item({ discountId, userId: buyerId, count: $add(change) }),
];

/** Releases one use, in the transaction that ends a payment without an order. */
export const buildDiscountRelease = (discountId: string, buyerId: string) => buildDiscountUse(discountId, buyerId, -1);

export interface NewDiscount {
  readonly discountId: string;
  readonly code: string;
  /** Percentage of the licence's price, from 1 to 100. */
  readonly percent: number;
  /** Epoch seconds. */
  readonly from: number;
  readonly until?: number | undefined;
  /** Maximum uses in all, and per person. */
  readonly total?: number | undefined;
  readonly perUser: number;
  /** The seller who owns the code, and the artworks that it applies to; all of theirs by default. */
  readonly sellerId?: string | undefined;
  readonly artworkIds?: readonly string[] | undefined;
}

/** Stores a discount with its code; `discount_taken` if the code is in use. */
export const buildDiscountCreation = ({ artworkIds, ...discount }: NewDiscount) => [
  {
    write: DiscountCodeEntity.build(PutTransaction)
      .item({ code: discount.code, discountId: discount.discountId })
      .options({ condition: { attr: "discountId", exists: false } }),
    failure: "discount_taken" as const,
  },
  {
    write: DiscountEntity.build(PutTransaction).item({
      ...discount,
      artworkIds: artworkIds && [...artworkIds],
      ofSeller: buildDiscountsPartition(discount.sellerId ?? PLATFORM),
    }),
  },
];

/** False if the code is in use. */
export const createDiscount = async (table: OpenTable, discount: NewDiscount): Promise<boolean> =>
  !(await transact(table, buildDiscountCreation(discount)));

/** Ends a discount now; an ended one stays unchanged. */
export function endDiscount(table: OpenTable, discountId: string, now: Date): Promise<boolean> {
  const until = epochSeconds(now);
  const over = {
    or: [
      { attr: "until" as const, exists: false as const },
      { attr: "until" as const, gt: until },
    ],
  };
  const change = DiscountEntity.build(UpdateItemCommand)
    .item({ discountId, until })
    .options({ condition: { and: [{ attr: "code", exists: true }, over] } });
  return conditionHeld(table.send(change));
}
