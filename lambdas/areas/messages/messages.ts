import { startThread, writeMessage } from "#shared/contract/messages.ts";
import { ThreadId } from "#shared/model/ids.ts";
import { addWorks } from "#shared/rules/offers.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { throttleAccount } from "../../platform/throttle/throttle.ts";
import { getTitle } from "../artwork/cards.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { findOrder } from "../purchases/order/find-orders.ts";
import { findOwnThread, findThreadId } from "./find-threads.ts";
import { getParties, postMessage } from "./post-message.ts";
import type { MessagesServices } from "./services.ts";

/** The parties of a conversation about an artwork, which its buyer starts. */
export async function findArtworkParties(table: OpenTable, artworkId: string, userId: string) {
  const artwork = await findShownArtwork(table, artworkId, userId);
  if (!artwork) return fail("artwork_not_found");
  if (artwork.ownerId === userId) return fail("own_artwork");
  return { buyerId: userId, artistId: artwork.ownerId, artworkId, title: getTitle(artwork) };
}

async function findOrderParties(table: OpenTable, orderId: string, userId: string) {
  const order = await findOrder(table, orderId);
  if (!order || order.leadOrderId || (order.buyerId !== userId && order.sellerId !== userId))
    return fail("order_not_found");
  const { buyerId, sellerId: artistId, artworkId, itemOrderIds = [] } = order;
  return { buyerId, artistId, artworkId, orderId, title: addWorks(order.title, itemOrderIds.length) };
}

/** Counts a new thread about an artwork; threads about orders are limited by the orders themselves. */
export async function throttleThread(
  services: MessagesServices,
  parties: { readonly artworkId: string; readonly buyerId: string; readonly artistId: string },
) {
  const { buyerId, artistId } = parties;
  if (await findThreadId(services.table, parties)) return undefined;
  return (
    (await throttleAccount(services, "threadWithOne", `${buyerId} ${artistId}`)) ??
    (await throttleAccount(services, "thread", buyerId))
  );
}

export const startThreadHandler = handle(
  startThread,
  async ({ body: { subject, subjectId, ...form }, actor, idempotencyKey }, services: MessagesServices) => {
    const { table } = services;
    const { userId } = actor;
    const parties = await (subject === "order"
      ? findOrderParties(table, subjectId, userId)
      : findArtworkParties(table, subjectId, userId));
    if (parties instanceof Failure) return parties;
    const refused = subject === "artwork" ? await throttleThread(services, parties) : undefined;
    if (refused) return refused;
    const posted = await postMessage({ parties, authorId: userId, form, idempotencyKey }, services);
    if (posted instanceof Failure) return posted;
    return { threadId: ThreadId.parse(posted.threadId), message: posted.message };
  },
);

export const writeMessageHandler = handle(
  writeMessage,
  async ({ params, body: form, actor: { userId }, idempotencyKey }, services: MessagesServices) => {
    const thread = await findOwnThread(services.table, params.threadId, userId);
    if (!thread) return fail("thread_not_found");
    const { threadId } = thread;
    const parties = getParties(thread);
    const posted = await postMessage({ parties, threadId, authorId: userId, form, idempotencyKey }, services);
    return posted instanceof Failure ? posted : posted.message;
  },
);
