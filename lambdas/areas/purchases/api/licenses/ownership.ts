import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { listLicenses, listOwnership, type OwnedCard, readCollection } from "#shared/contract/licenses.ts";
import { PAGE } from "#shared/limits.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { toPage } from "../../../../platform/runtime/page.ts";
import { batchGet } from "../../../../platform/table/batch-get.ts";
import { INDEX } from "../../../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../../../platform/table/marketplace-table.ts";
import { queryPage } from "../../../../platform/table/query-page.ts";
import { mapReadable } from "../../../../platform/table/unreadable.ts";
import { VersionEntity } from "../../../artwork/artwork.entity.ts";
import { isMature, toCard } from "../../../artwork/cards.ts";
import { findCards } from "../../../artwork/find-cards.ts";
import { findShownFavorites } from "../../../favorites/find-favorites.ts";
import {
  findFurther,
  findHolding,
  findOrders,
  listOrderIds,
  type OrderEntry,
  type OrderItem,
  queryAllOrders,
} from "../../order/find-orders.ts";
import { buildOwnershipPartition, OrderHoldingEntity } from "../../order/order-holding.entity.ts";
import { isValid, toLicense } from "../../order/order-view.ts";
import type { LicensesServices } from "./services.ts";

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Artwork with a buyer's licences in force, in the bought version, latest purchase first. */
async function findOwnership(table: OpenTable, buyerId: string, page: Page) {
  const places = await queryHoldings(table, buyerId, page);
  const artworkIds = places.map(({ artworkId }) => artworkId);
  const [licensed, cards] = await Promise.all([findLicensed(table, buyerId, artworkIds), findCards(table, artworkIds)]);
  const bought = artworkIds.flatMap((artworkId) => licensed.get(artworkId)?.[0] ?? []);
  const versions = await findVersions(table, bought);
  const show = ({ artworkId }: ShownHolding): OwnedCard[] => {
    const orders = licensed.get(artworkId) ?? [];
    const [order, card] = [orders[0], cards.get(artworkId)];
    const version = order && versions.get(order.versionId);
    if (!card || !version) return [];
    const { ownerName, ownerFullName, ownerAvatar } = card.card;
    const bought = { ...version.card, ownerName, ownerFullName, ownerAvatar };
    const shown = { ...toCard({ ...card, ...version, card: bought }), mature: isMature(card) };
    return [{ ...shown, licenses: mapReadable(orders, (held) => toLicense(held, buyerId)) }];
  };
  const { items, ...rest } = toPage(places, page.limit, ({ artworkId }) => artworkId, show);
  return { items: items.flat(), ...rest };
}

const formatter = OrderHoldingEntity.build(EntityFormatter);
const formatHolding = (item: Record<string, unknown>) => formatter.format(item, { attributes: ["artworkId"] });

type ShownHolding = ReturnType<typeof formatHolding>;

/** The gallery's artwork after the cursor, even if that artwork's licences are all revoked by now. */
async function queryHoldings(table: OpenTable, buyerId: string, { cursor, limit }: Page): Promise<ShownHolding[]> {
  const partition = buildOwnershipPartition(buyerId);
  const before = cursor && ((await findHolding(table, { artworkId: cursor, buyerId }))?.place ?? cursor);
  return queryPage(
    table,
    { index: INDEX.ranked, partition, ...(before ? { range: { lt: before } } : {}) },
    { limit, reverse: true },
    formatHolding,
  );
}

/** The orders whose licences are in force, newest first, by artwork. */
async function findLicensed(table: OpenTable, buyerId: string, artworkIds: readonly string[]) {
  if (artworkIds.length === 0) return new Map<string, OrderItem[]>();
  const requests = artworkIds.map((artworkId) => OrderHoldingEntity.build(BatchGetRequest).key({ artworkId, buyerId }));
  const holdings = await batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
  const orders = (await findOrders(table, listOrderIds(holdings))).filter(isValid);
  return Map.groupBy(orders, ({ artworkId }) => artworkId);
}

async function findVersions(table: OpenTable, orders: readonly OrderItem[]) {
  if (orders.length === 0) return new Map<string, never>();
  const requests = orders.map(({ artworkId, versionId }) =>
    VersionEntity.build(BatchGetRequest).key({ artworkId, versionId }),
  );
  const versions = await batchGet(table, MarketplaceTable.build(BatchGetCommand).requests(...requests));
  return new Map(versions.flatMap((version) => (version ? [[version.versionId, version]] : [])));
}

export const listOwnershipHandler = handle(listOwnership, ({ params, query }, { table }: LicensesServices) =>
  findOwnership(table, params.userId, query),
);

export const listLicensesHandler = handle(
  listLicenses,
  async ({ params, actor: { userId } }, { table }: LicensesServices) => {
    const entries = await queryAllOrders(table, { userId, side: "purchases" });
    const isPossible = ({ artworkId, amounts }: OrderEntry) =>
      artworkId === params.artworkId || amounts.licenses !== undefined;
    const orders = await findOrders(
      table,
      entries.filter(isPossible).map(({ orderId }) => orderId),
    );
    const further = await findFurther(table, orders);
    const licenses = orders
      .flatMap((order) => [order, ...(further.get(order.orderId) ?? [])])
      .filter(({ artworkId }) => artworkId === params.artworkId);
    return { items: mapReadable(licenses, (license) => toLicense(license, userId)) };
  },
);

const FIRST = { limit: PAGE.standard };

export const readCollectionHandler = handle(
  readCollection,
  async ({ params: { userId } }, { table }: LicensesServices) => {
    const [ownership, favorites] = await Promise.all([
      findOwnership(table, userId, FIRST),
      findShownFavorites(table, userId, userId, FIRST),
    ]);
    return { ownership, favorites };
  },
);
