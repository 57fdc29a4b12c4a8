import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import type { Announcement } from "#shared/model/announcement.ts";
import { AnnouncementId, DiscountId } from "#shared/model/ids.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { batchGet, inBatches } from "../../platform/table/batch-get.ts";
import { MarketplaceTable, type OpenTable } from "../../platform/table/marketplace-table.ts";
import { mapReadable } from "../../platform/table/unreadable.ts";
import { toCards } from "../artwork/cards.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { DiscountEntity } from "../purchases/order/discount.entity.ts";
import { type DiscountItem, getDiscountState } from "../purchases/order/discount.ts";
import { findPeople } from "../users/find-people.ts";
import { type AnnouncementItem, isTooLate } from "./find-announcements.ts";

interface Services extends Pick<BaseServices, "now" | "features"> {
  readonly table: OpenTable;
}

/** The codes of announcements by id; none on stages without discounts. */
async function findDiscounts({ table, features }: Services, ids: readonly string[]) {
  const wanted = features.discounts ? [...new Set(ids)] : [];
  const found = await inBatches(wanted, (batch) => {
    const requests = batch.map((discountId) => DiscountEntity.build(BatchGetRequest).key({ discountId }));
    return batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
  });
  return new Map(found.flatMap((discount) => (discount ? [[discount.discountId, discount]] : [])));
}

function showDiscount(discount: DiscountItem | undefined, isOwn: boolean, now: Date): Announcement["discount"] {
  if (!discount) return null;
  const state = getDiscountState(discount, now);
  if (!isOwn && state !== "active") return null;
  const { discountId, code, percent } = discount;
  return { discountId: DiscountId.parse(discountId), discountCode: code, discountPercent: percent, state };
}

function getStatus(item: AnnouncementItem, now: Date): Announcement["status"] {
  if (item.takenDownAt) return "taken_down";
  if (item.isPublished) return "published";
  return isTooLate(item, now) ? "missed" : "scheduled";
}

/** Announcements as the caller sees them, with their works, codes and artists read in batches. */
export async function showAnnouncements(
  services: Services,
  items: readonly AnnouncementItem[],
  callerId: string | undefined,
): Promise<Announcement[]> {
  const { table, now } = services;
  const artworkIds = [...new Set(items.flatMap((item) => item.artworkIds))];
  const [cards, discounts, getPerson] = await Promise.all([
    inBatches(artworkIds, async (batch) => [...(await findCards(table, batch))]).then((found) => new Map(found)),
    findDiscounts(
      services,
      items.flatMap(({ discountId }) => discountId ?? []),
    ),
    findPeople(
      table,
      items.map(({ artistId }) => artistId),
    ),
  ]);
  return mapReadable(items, (item) => {
    const isOwn = item.artistId === callerId;
    const shown = item.artworkIds.flatMap((id) => cards.get(id) ?? []).filter((card) => isShownTo(undefined, card));
    return {
      announcementId: AnnouncementId.parse(item.announcementId),
      announcementTitle: item.title,
      announcementText: item.text,
      artist: getPerson(item.artistId),
      artworks: toCards(shown),
      discount: showDiscount(discounts.get(item.discountId ?? ""), isOwn, now()),
      status: getStatus(item, now()),
      publishAt: item.publishAt,
      edited: item.editedAt !== undefined,
      ...(isOwn && item.takenDownAt ? { takedown: { reason: item.reason ?? "", rule: item.rule ?? null } } : {}),
    };
  });
}
