import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { ArtworkEntity, VersionEntity } from "../../areas/artwork/artwork.entity.ts";
import { findArtwork } from "../../areas/artwork/find-artwork.ts";
import { findVersions } from "../../areas/artwork/find-versions.ts";
import {
  findListedFurther,
  findOrders,
  listOrderIds,
  queryAllOrders,
} from "../../areas/purchases/order/find-orders.ts";
import { OrderEntity } from "../../areas/purchases/order/order.entity.ts";
import { OrderHoldingEntity } from "../../areas/purchases/order/order-holding.entity.ts";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";

const AT_ONCE = 10;

interface Folders {
  readonly from: string;
  readonly to: string;
}

/** Replaces one folder of previews by another in an artwork, its versions and their orders. Safe to repeat. */
export async function redirectPreviews(table: OpenTable, artworkId: string, { from, to }: Folders) {
  const artwork = await findArtwork(table, artworkId);
  if (!artwork) return;
  const [versions, orders] = await Promise.all([
    findVersions(table, artworkId),
    findArtworkOrders(table, artworkId, artwork.ownerId),
  ]);
  const onCard = { condition: { attr: "card.previewKey" as const, eq: from } };
  const onOrder = { condition: { attr: "previewKey" as const, eq: from } };
  const card = { previewKey: to };
  const shows = (item: { readonly card: { readonly previewKey: string } }) => item.card.previewKey === from;
  const writes = [
    ...[artwork]
      .filter(shows)
      .map(() => () => table.send(ArtworkEntity.build(UpdateItemCommand).item({ artworkId, card }).options(onCard))),
    ...versions.filter(shows).map(
      ({ versionId }) =>
        () =>
          table.send(VersionEntity.build(UpdateItemCommand).item({ artworkId, versionId, card }).options(onCard)),
    ),
    ...orders
      .filter(({ previewKey }) => previewKey === from)
      .map(
        ({ orderId }) =>
          () =>
            table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, previewKey: to }).options(onOrder)),
      ),
  ];
  for (let at = 0; at < writes.length; at += AT_ONCE) {
    await Promise.all(writes.slice(at, at + AT_ONCE).map((write) => conditionHeld(write())));
  }
}

/** Orders with licences in force from the buyers' holdings, which don't lag; revoked ones from the seller's list. */
async function findArtworkOrders(table: OpenTable, artworkId: string, sellerId: string) {
  const [holdings, sales] = await Promise.all([
    queryAll(table, OrderHoldingEntity, { artworkId }),
    queryAllOrders(table, { userId: sellerId, side: "sales" }),
  ]);
  const sold = [...sales, ...(await findListedFurther(table, sales))].filter((order) => order.artworkId === artworkId);
  return findOrders(table, [...new Set([...listOrderIds(holdings), ...sold.map(({ orderId }) => orderId)])]);
}
