import type * as z from "zod/mini";
import type { listMyArtwork } from "#shared/contract/users.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { toComparableText } from "#shared/rules/visible-text.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAllOfOwner, queryOfOwner } from "../artwork/artwork-lists.ts";
import { getTexts, toArtworkTerms } from "../artwork/cards.ts";
import { findArtwork } from "../artwork/find-artwork.ts";
import { findAllCounts } from "../audience/find-audience.ts";
import { listLicensedArtwork, queryAllOrders } from "../purchases/order/find-orders.ts";

type Query = z.output<typeof listMyArtwork.query>;
type OwnItem = Awaited<ReturnType<typeof queryAllOfOwner>>[number];

export interface OwnFigures {
  readonly sales: number;
  readonly views: number;
}

/** Sales and views of all time by artwork, with a query each. */
export async function readFigures(table: OpenTable, userId: string): Promise<(artworkId: string) => OwnFigures> {
  const [orders, counts] = await Promise.all([
    queryAllOrders(table, { userId, side: "sales" }),
    findAllCounts(table, userId),
  ]);
  const [sales, views] = [new Map<string, number>(), new Map<string, number>()];
  for (const artworkId of await listLicensedArtwork(table, orders))
    sales.set(artworkId, (sales.get(artworkId) ?? 0) + 1);
  for (const count of counts) views.set(count.subject, (views.get(count.subject) ?? 0) + count.views);
  return (artworkId) => ({ sales: sales.get(artworkId) ?? 0, views: views.get(artworkId) ?? 0 });
}

const TITLES = new Intl.Collator("en", { numeric: true });

/** The lowest price in cents; works that aren't offered come last. */
function getPrice(item: OwnItem) {
  const prices = listLicenseOptions(toArtworkTerms(item)).map(({ licensePrice }) => licensePrice);
  return prices.length > 0 ? Math.min(...prices) : -1;
}

const normalize = (text: string) => toComparableText(text).toLowerCase();

/** True if every word begins a word of the title or of what the picture shows. */
function hasWords(item: OwnItem, words: readonly string[]) {
  const { artworkTitle, artworkAlt } = getTexts(item);
  const text = ` ${normalize(`${artworkTitle} ${artworkAlt}`).replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")}`;
  return words.every((word) => text.includes(` ${word}`) || (/\p{Script=Han}/u.test(word) && text.includes(word)));
}

/** Items of an owner's list in the query's order. Other orders than the newest first read the whole list, one query per megabyte. */
export async function queryOwnArtwork(
  table: OpenTable,
  userId: string,
  { sort, q, cursor, limit }: Query,
  getFigures: (artworkId: string) => OwnFigures,
): Promise<readonly OwnItem[]> {
  if (sort === "newest" && !q) return queryOfOwner(table, userId, { cursor, limit });
  const compare = {
    newest: () => 0,
    title: (a: OwnItem, b: OwnItem) => TITLES.compare(getTexts(a).artworkTitle, getTexts(b).artworkTitle),
    price: (a: OwnItem, b: OwnItem) => getPrice(b) - getPrice(a),
    sales: (a: OwnItem, b: OwnItem) => getFigures(b.artworkId).sales - getFigures(a.artworkId).sales,
    views: (a: OwnItem, b: OwnItem) => getFigures(b.artworkId).views - getFigures(a.artworkId).views,
  }[sort];
  const inOrder = (a: OwnItem, b: OwnItem) => compare(a, b) || (a.artworkId < b.artworkId ? 1 : -1);
  const words = normalize(q ?? "")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
  const items = (await queryAllOfOwner(table, userId)).filter((item) => hasWords(item, words)).sort(inOrder);
  if (!cursor) return items.slice(0, limit);
  // A deleted artwork stays as a tombstone, so the list continues from its place.
  const last = items.find(({ artworkId }) => artworkId === cursor) ?? (await findArtwork(table, cursor));
  if (!last || last.ownerId !== userId) return [];
  return items.filter((item) => item.artworkId !== cursor && inOrder(last, item) < 0).slice(0, limit);
}
