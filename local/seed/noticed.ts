import { COLLECTIONS } from "#local/seed/collections.ts";
import { COMMENTS } from "#local/seed/comments.ts";
import { FAVORITES } from "#local/seed/favorites.ts";
import { FREE_ORDERS, PAID_ORDERS } from "#local/seed/orders.ts";

const favorites = Object.values(FAVORITES).flat();

/** Titles of artwork that somebody in the demo bought, commented on or collected, or that two people favor. */
export const NOTICED: ReadonlySet<string> = new Set([
  ...[...FREE_ORDERS, ...PAID_ORDERS].map(({ title }) => title),
  ...Object.keys(COMMENTS),
  ...Object.values(COLLECTIONS).flatMap((collections) => collections.flatMap(({ artwork }) => artwork)),
  ...favorites.filter((title, at) => favorites.indexOf(title) !== at),
]);
