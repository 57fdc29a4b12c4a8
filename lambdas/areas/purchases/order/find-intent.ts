import { BatchGetRequest } from "dynamodb-toolbox/entity/actions/batchGet";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { BatchGetCommand } from "dynamodb-toolbox/table/actions/batchGet";
import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { ORDER_SIDES, type OrderSide } from "#shared/model/order.ts";
import type { Amounts } from "#shared/rules/fees.ts";
import { isHeldByCompany, NO_COMPANY } from "#shared/rules/license-holder.ts";
import { formatSortableTime } from "../../../platform/runtime/time.ts";
import { batchGet } from "../../../platform/table/batch-get.ts";
import { INDEX, type IndexName } from "../../../platform/table/indexes.ts";
import { MarketplaceTable, type OpenTable } from "../../../platform/table/marketplace-table.ts";
import { requireAll } from "../../../platform/table/query-all.ts";
import { queryByPages } from "../../../platform/table/query-page.ts";
import { findArtwork } from "../../artwork/find-artwork.ts";
import type { OfferItem } from "../offers/find-offers.ts";
import { findHolding, type HoldingKey } from "./find-orders.ts";
import {
  buildBuyerIntentsPartition,
  buildSellerIntentsPartition,
  IntentEntity,
  OPEN_INTENTS,
} from "./intent.entity.ts";
import type { LicenseIdentity } from "./license-key.ts";

/** The buyer's last payment for an artwork, open or not. */
export async function findIntent(table: OpenTable, { artworkId, buyerId }: HoldingKey) {
  const get = IntentEntity.build(GetItemCommand).key({ artworkId, buyerId }).options({ consistent: true });
  const { Item } = await table.send(get);
  return Item;
}

export type IntentItem = NonNullable<Awaited<ReturnType<typeof findIntent>>>;

/** True once its lock is over; it is open until it is ended at Stripe. */
export const isExpired = ({ until }: Pick<IntentItem, "until">, now: Date) => until * 1000 <= now.getTime();

/** The open payment of an offer, which is at its first work. */
export async function findOfferIntent(
  table: OpenTable,
  { buyerId, items: [first], pending }: Pick<OfferItem, "buyerId" | "items" | "pending">,
) {
  const intent = pending && first ? await findIntent(table, { artworkId: first.artworkId, buyerId }) : undefined;
  return intent?.state === "open" && intent.orderId === pending ? intent : undefined;
}

const formatter = IntentEntity.build(EntityFormatter);

const toHoldingKey = (item: Record<string, unknown>): HoldingKey =>
  formatter.format(item, { attributes: ["artworkId", "buyerId"] });

/** Open payments that expired by `until` (epoch seconds), oldest first. */
export const listExpired = (table: OpenTable, until: number) =>
  queryByPages(
    table,
    { index: INDEX.ranked, partition: OPEN_INTENTS, range: { lte: formatSortableTime(until) } },
    toHoldingKey,
  );

/** The open payments for an artwork. */
export async function findOpenIntents(table: OpenTable, artworkId: string) {
  const intents = await requireAll(table, IntentEntity, { artworkId });
  return intents.filter(({ state }) => state === "open");
}

/** Page size; more payments than a buyer starts in half an hour, the lifetime of one. */
const MAX_OPEN_INTENTS = 100;

/** The list of an account's open payments as buyer or seller. */
const selectIndex = (userId: string, side: OrderSide): { index: IndexName; partition: string } =>
  side === "purchases"
    ? { index: INDEX.byOwner, partition: buildBuyerIntentsPartition(userId) }
    : { index: INDEX.shownByOwner, partition: buildSellerIntentsPartition(userId) };

/** Open payments of an account, as buyer by default, latest first; the index lags. */
export async function findUserOpenIntents(table: OpenTable, userId: string, side: OrderSide = "purchases") {
  const query = MarketplaceTable.build(QueryCommand)
    .query(selectIndex(userId, side))
    .options({ limit: MAX_OPEN_INTENTS });
  const keys = ((await table.send(query)).Items ?? []).map(toHoldingKey);
  if (keys.length === 0) return [];
  const requests = keys.map((key) => IntentEntity.build(BatchGetRequest).key(key));
  const command = MarketplaceTable.build(BatchGetCommand)
    .requests(...requests)
    .options({ consistent: true });
  const intents = (await batchGet(table, command)).flatMap((intent) => intent ?? []);
  return intents.filter(({ state }) => state === "open").sort((one, other) => other.until - one.until);
}

/** True while the artwork has an open payment, its own or one for several works. */
export const isBeingPaid = async (table: OpenTable, { artworkId, openPayments = 0 }: PaidArtwork) =>
  openPayments > 0 || (await findOpenIntents(table, artworkId)).length > 0;

interface PaidArtwork {
  readonly artworkId: string;
  readonly openPayments?: number | undefined;
}

/** The buyer's last payment that locks an artwork: its own, or one for several works. */
export async function findLockingIntent(table: OpenTable, key: HoldingKey) {
  const [own, holding] = await Promise.all([findIntent(table, key), findHolding(table, key)]);
  if (own?.state === "open" || !holding?.pendingAt) return own;
  return findIntent(table, { ...key, artworkId: holding.pendingAt });
}

type Licensed = LicenseIdentity &
  Pick<IntentItem, "artworkId" | "buyerId" | "orderId" | "versionId" | "title"> &
  Partial<Pick<IntentItem, "items">>;

/** Each licence that an intent pays for, with the attributes that they share; `price` in cents. */
export const listLicensed = <I extends Licensed & { readonly price: number }>(intent: I) =>
  (intent.items ?? [intent]).map(({ artworkId, versionId, title, licenseUsage, licenseType, price }) => ({
    ...intent,
    artworkId,
    versionId,
    title,
    licenseUsage,
    licenseType,
    price,
    licenseCompany: isHeldByCompany(licenseUsage) ? intent.licenseCompany : NO_COMPANY,
  }));

/** The open payments for an artwork, with those for several works; the seller's index, which finds the latter, lags. */
export async function findPayingIntents(table: OpenTable, artworkId: string) {
  const artwork = await findArtwork(table, artworkId);
  const [own, sellers] = await Promise.all([
    findOpenIntents(table, artworkId),
    artwork ? findUserOpenIntents(table, artwork.ownerId, "sales") : [],
  ]);
  const isFurther = (intent: IntentItem) =>
    intent.artworkId !== artworkId && intent.items?.some((item) => item.artworkId === artworkId);
  return [...own, ...sellers.filter(isFurther)];
}

/** True if the account is buyer or seller in an open payment; the indexes lag. */
export async function hasOpenIntents(table: OpenTable, userId: string) {
  const pages = await Promise.all(
    ORDER_SIDES.map((side) =>
      table.send(MarketplaceTable.build(QueryCommand).query(selectIndex(userId, side)).options({ limit: 1 })),
    ),
  );
  return pages.some(({ Items = [] }) => Items.length > 0);
}

/** Amounts as an intent stores them. */
export const toPinnedAmounts = ({ price, listPrice, discount, ...fees }: Amounts) => ({
  price,
  listPrice,
  discount,
  fees,
});

/** The amounts stored when the intent was opened. */
export const toAgreedAmounts = ({
  price,
  listPrice,
  discount,
  fees,
}: Pick<IntentItem, "price" | "listPrice" | "discount" | "fees">): Amounts => ({ price, listPrice, discount, ...fees });
