import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { createDiscountCode, endDiscountCode, listDiscountCodes, readLinkedDiscount } from "#shared/contract/orders.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { Failure, fail } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { inBatches } from "../../../../platform/table/batch-get.ts";
import type { OpenTable } from "../../../../platform/table/marketplace-table.ts";
import { transact } from "../../../../platform/table/transact.ts";
import { mapReadable } from "../../../../platform/table/unreadable.ts";
import { refundAddressAttempt, throttleAddress } from "../../../../platform/throttle/throttle.ts";
import { isShownTo } from "../../../artwork/find-artwork.ts";
import { findCards } from "../../../artwork/find-cards.ts";
import { findByUsername } from "../../../users/find-user.ts";
import { findOpenUser, OPEN } from "../../../users/open-account.ts";
import { UserEntity } from "../../../users/user.entity.ts";
import {
  buildDiscountCreation,
  type DiscountItem,
  endDiscount,
  findDiscount,
  getDiscountState,
  isUsable,
} from "../../order/discount.ts";
import { toCodeView, toNewDiscount } from "../../order/discount-view.ts";
import { queryDiscounts } from "../../order/seller-discounts.ts";
import type { OrdersServices } from "./services.ts";

type Cards = Awaited<ReturnType<typeof findCards>>;

/** The artworks that any of these discounts is limited to. */
async function findChosen(table: OpenTable, discounts: readonly Pick<DiscountItem, "artworkIds">[]): Promise<Cards> {
  const ids = [...new Set(discounts.flatMap(({ artworkIds = [] }) => artworkIds))];
  return new Map(await inBatches(ids, async (batch) => [...(await findCards(table, batch))]));
}

/** True if all of these artworks are the user's own and visible. */
const areOwnShown = (cards: Cards, userId: string, artworkIds: readonly string[]) =>
  artworkIds.every((artworkId) => {
    const card = cards.get(artworkId);
    return card?.ownerId === userId && isShownTo(undefined, card);
  });

export const createDiscountCodeHandler = handle(
  createDiscountCode,
  async ({ params: { userId }, body }, { table, newId, now }: OrdersServices) => {
    const user = await findOpenUser(table, userId);
    if (!user) return fail("forbidden");
    const { discountArtwork, ...form } = body;
    const created = toNewDiscount(form, newId(), now());
    if (created instanceof Failure) return created;
    const artworkIds = discountArtwork ? [...new Set(discountArtwork)] : undefined;
    const cards = await findChosen(table, [{ artworkIds }]);
    if (artworkIds && !areOwnShown(cards, userId, artworkIds)) {
      return fail("invalid_request", { fields: { discountArtwork: MESSAGES.notOwnVisible } });
    }
    const discount = { ...created, sellerId: userId, artworkIds };
    const isSeller = { and: [...OPEN.and, { attr: "onboarded" as const, eq: true }] };
    const refused = await transact(table, [
      { write: UserEntity.build(ConditionCheck).key({ userId }).condition(isSeller), failure: "onboarding_not_begun" },
      ...buildDiscountCreation(discount),
    ]);
    return refused ?? toCodeView({ ...discount, used: 0 }, cards, now());
  },
);

export const listDiscountCodesHandler = handle(
  listDiscountCodes,
  async ({ params: { userId }, query }, { table, now }: OrdersServices) => {
    const { items, ...end } = await queryDiscounts(table, userId, query);
    const cards = await findChosen(table, items);
    return { items: mapReadable(items, (discount) => toCodeView(discount, cards, now())), ...end };
  },
);

/** Only codes that don't exist count as guesses. An operator's code applies to every artist's work. */
export const readLinkedDiscountHandler = handle(
  readLinkedDiscount,
  async ({ query: { username, discountCode }, actor, sourceIp }, services: OrdersServices) => {
    const { table, now } = services;
    const refused = await throttleAddress(services, "linkedCode", sourceIp);
    if (refused) return refused;
    const [discount, artist] = await Promise.all([
      findDiscount(table, { code: discountCode }),
      findByUsername(table, username, now()),
    ]);
    if (!discount || !artist || (discount.sellerId ?? artist.userId) !== artist.userId) {
      return fail("discount_not_found");
    }
    await refundAddressAttempt(services, "linkedCode", sourceIp);
    const state = getDiscountState(discount, now());
    const isUsed = actor && state === "active" && !(await isUsable(table, discount, actor.userId, now()));
    return {
      discountCode: discount.code,
      discountPercent: discount.percent,
      state: isUsed ? ("used" as const) : state,
      isSellers: discount.sellerId !== undefined,
      artworkIds: discount.artworkIds?.map((artworkId) => ArtworkId.parse(artworkId)) ?? null,
    };
  },
);

export const endDiscountCodeHandler = handle(
  endDiscountCode,
  async ({ params: { userId, discountId } }, { table, now }: OrdersServices) => {
    const discount = await findDiscount(table, { discountId });
    if (discount?.sellerId !== userId) return fail("discount_not_found");
    await endDiscount(table, discountId, now());
  },
);
